import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Seeks to the second in the address (?t=95), kept within the video's length. A link to another
 * second moves the playing video.
 */
export function useMomentOfAddress(
  element: RefObject<HTMLVideoElement | null>,
  length: number,
): number | null {
  const { search, key } = useLocation();
  const input = new URLSearchParams(search).get('t');
  const second = input !== null && /^\d{1,6}$/.test(input) ? Math.min(Number(input), length) : null;
  const first = useRef(key);
  useEffect(() => {
    if (first.current === key || second === null || element.current === null) return;
    first.current = key;
    playFrom(element.current, second);
  }, [key, second, element]);
  return second;
}
function playFrom(video: HTMLVideoElement, second: number): void {
  video.currentTime = second;
  void video.play().catch(() => {});
  video.scrollIntoView({ block: 'nearest' });
}

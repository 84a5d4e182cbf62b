import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** The second that the address leads to (?t=95), kept within the film; a link to another one moves what plays. */
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

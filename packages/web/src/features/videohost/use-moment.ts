import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** The second that the address leads to (?t=95), kept within the film; a link to another one moves what plays. */
export function useMomentOfAddress(
  element: RefObject<HTMLVideoElement | null>,
  length: number,
): number | null {
  const { search, key } = useLocation();
  const given = new URLSearchParams(search).get('t');
  const second = given !== null && /^\d{1,6}$/.test(given) ? Math.min(Number(given), length) : null;
  const first = useRef(key);
  useEffect(() => {
    if (first.current === key || second === null || element.current === null) return;
    first.current = key;
    playFrom(element.current, second);
  }, [key, second, element]);
  return second;
}
function playFrom(film: HTMLVideoElement, second: number): void {
  film.currentTime = second;
  void film.play().catch(() => {});
  film.scrollIntoView({ block: 'nearest' });
}

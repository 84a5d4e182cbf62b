import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { Watch } from './message-chunk.tsx';

// Far enough for a swift thumb, near enough for a phone's memory.
const MARGIN_PX = 2_500;

export type Anchor = { line: HTMLElement; place: number };
export const placeIn = (box: HTMLElement, line: HTMLElement): number => line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
/** The first message that is in view, and its place in the talk. */
export function findAnchor(box: HTMLElement): Anchor | null {
  const lines = box.querySelectorAll<HTMLElement>('[data-message]');
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (placeIn(box, lines[middle]!) < box.scrollTop) from = middle + 1;
    else to = middle;
  }
  const line = lines[from];
  return line === undefined ? null : { line, place: placeIn(box, line) };
}

/** One observer for all that scrolls in a box. */
export function useWatch(box: RefObject<HTMLElement | null>): Watch {
  const kept = useRef<{ observer: IntersectionObserver; tells: Map<Element, (entry: IntersectionObserverEntry) => void> }>(undefined);
  useEffect(() => () => {
    kept.current?.observer.disconnect();
    kept.current = undefined;
  }, []);
  return useCallback((element, tell) => {
    if (kept.current === undefined) {
      const tells = new Map<Element, (entry: IntersectionObserverEntry) => void>();
      kept.current = { tells, observer: new IntersectionObserver((entries) => entries.forEach((entry) => tells.get(entry.target)?.(entry)), { root: box.current, rootMargin: `${MARGIN_PX}px 0px` }) };
    }
    const { observer, tells } = kept.current;
    tells.set(element, tell);
    observer.observe(element);
    return () => {
      tells.delete(element);
      observer.unobserve(element);
    };
  }, [box]);
}

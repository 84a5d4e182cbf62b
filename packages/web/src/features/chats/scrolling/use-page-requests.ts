import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { distanceToEnd } from './anchor.ts';

// In px: closer than this to an end requests the next page.
const AHEAD = 600;

/**
 * Returns the function that requests the next page at an end of the conversation that is near. Its
 * identity does not depend on `onOlder`.
 */
export function usePageRequests(
  scrollerRef: RefObject<HTMLDivElement | null>,
  onOlder: () => void,
  loadNewer: () => void,
): () => void {
  const askOlder = useRef(onOlder);
  useEffect(() => {
    askOlder.current = onOlder;
  });
  return useCallback(() => {
    const box = scrollerRef.current;
    if (box === null) return;
    const all = box.querySelectorAll<HTMLElement>('[data-chunk]');
    // Loaded chunks are drawn before the next page is requested. The outermost chunk of a page is
    // drawn last.
    const isLate = (chunk: HTMLElement | undefined) => chunk?.dataset['late'] !== undefined;
    if (box.scrollTop < AHEAD && !isLate(all[0])) askOlder.current();
    if (distanceToEnd(box) < AHEAD && !isLate(all[all.length - 1])) loadNewer();
  }, [scrollerRef, loadNewer]);
}

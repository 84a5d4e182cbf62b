import { useEffect, useRef, type RefObject } from 'react';
import type { Anchor } from './anchor.ts';

// In ms: a user who has not scrolled for this long has stopped.
const CALM_MS = 120;

/**
 * Reports the message at which the user stops scrolling. The returned function is called at each
 * scroll.
 */
export function useScrollStop(
  anchorRef: RefObject<Anchor | null>,
  stopAt: (id: string) => void,
): () => void {
  const calm = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(calm.current), []);
  return () => {
    clearTimeout(calm.current);
    calm.current = setTimeout(() => {
      if (anchorRef.current !== null) stopAt(anchorRef.current.line.dataset['message']!);
    }, CALM_MS);
  };
}

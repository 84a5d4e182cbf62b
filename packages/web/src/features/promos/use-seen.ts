import { useEffect, type RefObject } from 'react';
import { countView } from './api.ts';

/** In ms: an ad counts as seen after half of it was visible for this long. */
const SEEN_MS = 700;

/** Counts a view of an ad once its card has been seen. */
export function useSeen(card: RefObject<HTMLElement | null>, promoId: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting)
          timer = setTimeout(() => {
            countView(promoId);
            observer.disconnect();
          }, SEEN_MS);
      },
      { threshold: 0.5 },
    );
    observer.observe(card.current!);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [card, promoId]);
}

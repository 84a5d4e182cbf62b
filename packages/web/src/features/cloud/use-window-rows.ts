import { useLayoutEffect, useRef, useState } from 'react';
import { stepRows, type RowRange } from './row-range.ts';

/**
 * Returns which rows of equal height are drawn, for a list that starts at `top` of the page: the
 * visible ones at once, the near ones a few in each frame.
 */
export function useWindowRows(count: number, height: number, top: number): RowRange {
  const [range, setRange] = useState<RowRange>({ from: 0, to: 0 });
  const drawn = useRef(range);
  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      const seen = {
        from: Math.floor((window.scrollY - top) / height),
        to: Math.ceil((window.scrollY + window.innerHeight - top) / height),
      };
      const next = stepRows(drawn.current, seen, { count, height });
      if (next.from === drawn.current.from && next.to === drawn.current.to) return;
      drawn.current = next;
      setRange(next);
      frame = requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [count, height, top]);
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}

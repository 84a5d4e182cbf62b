import { useLayoutEffect, useState } from 'react';

const OVERSCAN = 6;
export type RowRange = { from: number; to: number };

/** Which rows of one height lie near the window, of a list that begins at `top` of the page. Changes once a few rows have passed, not with every pixel. */
export function useWindowRows(count: number, height: number, top: number): RowRange {
  const [range, setRange] = useState<RowRange>({ from: 0, to: 24 });
  useLayoutEffect(() => {
    const look = () => {
      const first = Math.floor((window.scrollY - top) / height);
      const last = Math.ceil((window.scrollY + window.innerHeight - top) / height);
      setRange((old) => (old.from <= Math.max(0, first - 2) && old.to >= last + 2 && old.to - old.from <= last - first + OVERSCAN * 4 ? old : { from: Math.max(0, first - OVERSCAN), to: last + OVERSCAN }));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [height, top]);
  return { from: Math.min(range.from, Math.max(0, count - 1)), to: Math.min(range.to, count) };
}

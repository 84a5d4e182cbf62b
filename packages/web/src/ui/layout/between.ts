import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * After how many of a list's things something may come in between without moving what is read: not before the `first`, after the first that ends below the
 * window, and after all where none does. Null until they are drawn, which `isDrawn` says; the things are the first children of what the ref is given to.
 */
export function useSlotBetween<E extends HTMLElement>(
  first: number,
  count: number,
  isDrawn: boolean,
): { list: RefObject<E | null>; at: number | null } {
  const list = useRef<E>(null);
  const [at, setAt] = useState<number | null>(null);
  const isMatch = isDrawn && count > 0 && at === null;
  useEffect(() => {
    if (!isMatch) return;
    const things = [...(list.current?.children ?? [])].slice(0, count);
    const below = things.findIndex(
      (thing, index) =>
        index + 1 >= first && thing.getBoundingClientRect().bottom >= window.innerHeight,
    );
    setAt(below === -1 ? things.length : below + 1);
  }, [isMatch, first, count]);
  return { list, at };
}

/** Things with one more in its place: one keyed list, so that none of them is made anew when it moves past it. */
export function putBetween<T>(things: readonly T[], at: number | null, thing: T): T[] {
  return at === null ? [...things] : [...things.slice(0, at), thing, ...things.slice(at)];
}

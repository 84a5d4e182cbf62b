import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Returns after how many items of a list an extra item may be inserted without moving what the user
 * reads: at least `first`, after the first item that ends below the
 * window, or after all items if none does. Returns null until the items are drawn (`isDrawn`). The
 * items are the first children of the element with the ref.
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

/**
 * Inserts one more item at its position. It stays one keyed list, so no item is recreated when it
 * moves past the inserted one.
 */
export function putBetween<T>(things: readonly T[], at: number | null, thing: T): T[] {
  return at === null ? [...things] : [...things.slice(0, at), thing, ...things.slice(at)];
}

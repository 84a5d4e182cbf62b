import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { keyOfInput as keyOf, ownerOfInput } from './kept-owner.ts';

const storageOf = (owner: string): Storage => (owner === '' ? sessionStorage : localStorage);

function readText(owner: string, place: string): string | null {
  try {
    return storageOf(owner).getItem(keyOf(owner, place));
  } catch {
    return null;
  }
}
function read<T>(owner: string, place: string, start: T): T {
  const stored = readText(owner, place);
  return stored === null ? start : merge(start, JSON.parse(stored) as T);
}
/** Returns stored input; fields that a newer version of a form added keep their start. */
const merge = <T>(start: T, stored: T): T =>
  typeof start === 'object' && start !== null && !Array.isArray(start)
    ? { ...start, ...stored }
    : stored;
function write(owner: string, place: string, text: string | null): void {
  try {
    if (text === null) storageOf(owner).removeItem(keyOf(owner, place));
    else storageOf(owner).setItem(keyOf(owner, place), text);
  } catch {
    // A browser without room keeps the input as long as the page.
  }
}

/**
 * The value, its setter, a function that returns to the start and forgets what was kept, and
 * whether the value is one that was kept.
 */
export type Kept<T> = readonly [
  value: T,
  set: Dispatch<SetStateAction<T>>,
  forget: () => void,
  isRestored: boolean,
];

/**
 * A state that survives a reload, a lost session and the way to another page: what was typed or
 * chosen at a `place`, such as `offer.new`, as long as it differs from `start`. The value is plain
 * JSON. Tabs in which nothing else was typed follow each other.
 */
export function useKeptState<T>(place: string, start: T): Kept<T> {
  const [owner] = useState(ownerOfInput);
  const [first] = useState(start);
  const [value, set] = useState<T>(() => read(owner, place, start));
  const firstText = JSON.stringify(first);
  const text = JSON.stringify(value);
  const [isRestored, setRestored] = useState(text !== firstText);
  // What this tab and the storage last agreed on: only a change of this tab is written, so that a
  // tab that has just been opened removes nothing of another.
  const agreed = useRef(text);
  useEffect(() => {
    if (text === agreed.current) return;
    agreed.current = text;
    write(owner, place, text === firstText ? null : text);
  }, [owner, place, text, firstText]);
  useEffect(() => {
    const adopt = (stored: string | null) => {
      const next = merge(first, JSON.parse(stored ?? firstText) as T);
      const nextText = JSON.stringify(next);
      if (nextText === text || text !== agreed.current) return;
      agreed.current = nextText;
      set(next);
    };
    const follow = (event: StorageEvent) => {
      if (event.key === keyOf(owner, place)) adopt(event.newValue);
    };
    window.addEventListener('storage', follow);
    // Another tab may have written since the first render.
    adopt(readText(owner, place));
    return () => window.removeEventListener('storage', follow);
  }, [owner, place, text, first, firstText]);
  const forget = useCallback(() => {
    write(owner, place, null);
    agreed.current = firstText;
    set(first);
    setRestored(false);
  }, [owner, place, first, firstText]);
  return [value, set, forget, isRestored];
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { createFileStore } from './file-store.ts';
import { ownerOfInput } from './kept-owner.ts';

type Stored = { key: string; owner: string; value: unknown };
const store = createFileStore<Stored>('respa.form-files');

/** Reads and writes the picked files of a `place` that are not sent yet. */
export type KeptFiles<T> = {
  find(): Promise<T | undefined>;
  keep(value: T): void;
  drop(): void;
};
/**
 * Marks files as dropped at once. A page that is left right after its form was sent takes back the
 * deletion from the database, and the next form would show the files again.
 */
function setDropped(mark: string, isDropped: boolean): void {
  try {
    if (isDropped) localStorage.setItem(mark, '1');
    else localStorage.removeItem(mark);
  } catch {
    // A browser without room relies on the deletion alone.
  }
}
function isDropped(mark: string): boolean {
  try {
    return localStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}
/** Returns the kept files of a place. A visitor's files live as long as the page. */
export function keptFilesAt<T>(place: string): KeptFiles<T> {
  const owner = ownerOfInput();
  const key = `${owner}.${place}`;
  // Not a key of what was typed: the sign-out would ask about it.
  const mark = `respa.dropped.${key}`;
  const isKept = owner !== '';
  const drop = () => {
    if (!isKept) return;
    setDropped(mark, true);
    void store
      .drop(key)
      .then(() => store.find(key))
      .then((left) => left === undefined && setDropped(mark, false));
  };
  return {
    async find() {
      if (!isKept) return undefined;
      if (isDropped(mark)) {
        drop();
        return undefined;
      }
      return (await store.find(key))?.value as T | undefined;
    },
    keep(value) {
      if (!isKept) return;
      setDropped(mark, false);
      void store.keep(key, { key, owner, value });
    },
    drop,
  };
}

/**
 * As `useKeptState`, for values that hold files or other binary data. The kept value arrives a
 * moment after the first render, unless something was chosen meanwhile.
 */
export function useKeptFiles<T>(
  place: string,
  start: T,
): readonly [value: T, set: (value: T) => void, forget: () => void] {
  const [files] = useState(() => keptFilesAt<T>(place));
  const [first] = useState(start);
  const [value, setValue] = useState(start);
  const isTouched = useRef(false);
  useEffect(() => {
    void files.find().then((kept) => {
      if (kept !== undefined && !isTouched.current) setValue(kept);
    });
  }, [files]);
  const set = useCallback(
    (next: T) => {
      isTouched.current = true;
      files.keep(next);
      setValue(next);
    },
    [files],
  );
  const forget = useCallback(() => {
    isTouched.current = true;
    files.drop();
    setValue(first);
  }, [files, first]);
  return [value, set, forget];
}

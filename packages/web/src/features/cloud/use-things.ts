import { useMemo } from 'react';
import type { Choice } from './view-choice.ts';
import { useFolder, useFound, type Thing } from './api.ts';

/** Loads the folder or, while the user searches, what is found in the whole cloud. */
export function useThings(folder: string, query: string, choice: Pick<Choice, 'sort' | 'order'>) {
  const list = useFolder(folder, choice.sort, choice.order);
  const found = useFound(query);
  const source = query === '' ? list : found;
  const things = useMemo<Thing[]>(
    () =>
      (query === '' ? list.data?.pages : found.data?.pages)?.flatMap((page) => page.files) ?? [],
    [query, list.data, found.data],
  );
  return { list, source, things };
}

/** Something in the storage: its folder and its name, and what its owner calls it, where that is not its address. */
export type StoredRef = readonly [folder: string, name: string, as?: string];
/** A thing that is kept of a person as its owner gets it, with what lies in the storage for it, and a file of more rows where it has many parts. */
export type ExportRecord = {
  row: object;
  media?: readonly StoredRef[];
  inner?: { file: string; rows: AsyncIterable<ExportRecord> };
};

/** Where a walk along ids begins. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const PAGE = 200;
/** Walks a keyset: `pick` answers so many rows that come after the last one. Only one page is in memory. */
export async function* everyPage<T>(
  pick: (last: T | undefined, limit: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let last: T | undefined;
  for (;;) {
    const page = await pick(last, PAGE);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1);
  }
}

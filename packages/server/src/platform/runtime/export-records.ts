/**
 * An object in the storage: its folder and name, and the name under which its owner knows it, if
 * that differs from its address.
 */
export type StoredRef = readonly [folder: string, name: string, as?: string];
/**
 * An item stored about a user, as exported to that user: its row, its files in the storage, and a
 * file of further rows if it has many parts.
 */
export type ExportRecord = {
  row: object;
  media?: readonly StoredRef[];
  inner?: { file: string; rows: AsyncIterable<ExportRecord> };
};

const PAGE = 200;
/**
 * Walks a keyset: `pick` returns up to `limit` rows that come after the last one. Only one page is
 * in memory.
 */
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

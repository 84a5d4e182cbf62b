import { LISTED_IDS, PAGE_SIZES } from '@respa/contract/limits';

export type Paging = { page?: number; limit?: number; q?: string; before?: string };
/**
 * Returns the offset and size of a page of a list that the documented API returns whole
 * (`docs/decisions.md`).
 */
export function bounds({ page, limit, before }: Paging): { limit: number; skip: number } {
  const isNamed = page !== undefined || limit !== undefined || before !== undefined;
  const size = limit ?? (isNamed ? PAGE_SIZES.named : PAGE_SIZES.wholeList);
  return { limit: size, skip: skipOf({ page, before }, size) };
}

/**
 * Returns the ids that an object shows of a long list, newest first. The caller's own id is
 * included if it belongs, however old it is (`docs/decisions.md`).
 */
export const withOwn = (newest: string[], ownId: string, belongs: boolean): string[] =>
  belongs && !newest.includes(ownId) ? [ownId, ...newest.slice(0, LISTED_IDS - 1)] : newest;

/** Ids before and after every other id: where a walk along a keyset begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One page of a list. `isLast` says that nothing follows it. */
export type Page<Row> = { rows: Row[]; isLast: boolean };
/**
 * Reads a page of at most `size` rows. `pick` is asked for one row more than the page shows: only
 * whether that row exists matters.
 */
export async function readPage<Row>(
  size: number,
  pick: (limit: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const picked = await pick(size + 1);
  return { rows: picked.slice(0, size), isLast: picked.length <= size };
}

type PageNumber = { page?: number | undefined; offset?: number | undefined; before?: unknown };
/**
 * Returns how many rows to skip before a numbered page of `size` rows; `offset` counts rows that
 * have come since the first page was read. A row to read before takes precedence.
 */
export const skipOf = ({ page = 1, offset = 0, before }: PageNumber, size: number): number =>
  before === undefined ? (Math.max(1, page) - 1) * size + offset : 0;

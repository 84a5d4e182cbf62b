import { LISTED_IDS, PAGE_SIZES } from '@respa/contract/limits';

export type Paging = { page?: number; limit?: number; q?: string; before?: string };
/**
 * Returns the offset and size of a page of a list that the documented API returns whole
 * (`docs/decisions.md`).
 */
export function bounds({ page, limit, before }: Paging): { limit: number; skip: number } {
  const isNamed = page !== undefined || limit !== undefined || before !== undefined;
  const size = limit ?? (isNamed ? PAGE_SIZES.named : PAGE_SIZES.wholeList);
  return { limit: size, skip: before === undefined ? (Math.max(1, page ?? 1) - 1) * size : 0 };
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

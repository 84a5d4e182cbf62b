import { LISTED_IDS, PAGE_SIZES } from '@respa/contract/limits';

export type Paging = { page?: number; limit?: number; q?: string; before?: string };
/** Where a list that the documents return whole begins and how long it is (decisions.md, ground rules of the API). */
export function bounds({ page, limit, before }: Paging): { limit: number; skip: number } {
  const isNamed = page !== undefined || limit !== undefined || before !== undefined;
  const size = limit ?? (isNamed ? PAGE_SIZES.named : PAGE_SIZES.wholeList);
  return { limit: size, skip: before === undefined ? (Math.max(1, page ?? 1) - 1) * size : 0 };
}

/** Ids that an object shows of a long list, newest first: the caller's own is there if it belongs, however long ago it came (decisions.md, ground rules of the API). */
export const withOwn = (newest: string[], ownId: string, belongs: boolean): string[] =>
  belongs && !newest.includes(ownId) ? [ownId, ...newest.slice(0, LISTED_IDS - 1)] : newest;

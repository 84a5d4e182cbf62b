import { PAGE_SIZES } from '@respa/contract/limits';

export type Paging = { page?: number; limit?: number; q?: string; before?: string };
/** Where a list that the documents return whole begins and how long it is (decisions.md, ground rules of the API). */
export function bounds({ page, limit, before }: Paging): { limit: number; skip: number } {
  const isNamed = page !== undefined || limit !== undefined || before !== undefined;
  const size = limit ?? (isNamed ? PAGE_SIZES.named : PAGE_SIZES.wholeList);
  return { limit: size, skip: before === undefined ? (Math.max(1, page ?? 1) - 1) * size : 0 };
}

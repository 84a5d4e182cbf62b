import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

const KEPT_MS = 30_000;
const MOST = 1_000;
export type Totals = Map<string, { count: number; ends: number }>;

/**
 * Returns how many rows a search finds, counted at most once every half a minute: a count over a
 * common substring reads half of the table. `search` identifies the list and all its parameters.
 */
export async function rememberTotal(
  context: AppContext,
  search: string,
  recount: () => Promise<number>,
): Promise<number> {
  const kept = context.totals;
  const known = kept.get(search);
  if (known !== undefined && known.ends > nowMs()) return known.count;
  const count = await recount();
  kept.delete(search);
  if (kept.size >= MOST) kept.delete(kept.keys().next().value!);
  kept.set(search, { count, ends: nowMs() + KEPT_MS });
  return count;
}

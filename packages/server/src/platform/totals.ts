import { nowMs } from './clock.ts';
import type { Ground } from './ground.ts';

const KEPT_MS = 30_000;
const MOST = 1_000;
type Totals = Map<string, { count: number; ends: number }>;
const totalsOf = new WeakMap<Ground, Totals>();

/** How many a search finds, counted at most every half a minute: a count over a common substring reads half of what there is. `search` tells the list and all that is asked of it. */
export async function rememberTotal(
  ground: Ground,
  search: string,
  countAnew: () => Promise<number>,
): Promise<number> {
  let kept = totalsOf.get(ground);
  if (kept === undefined) totalsOf.set(ground, (kept = new Map()));
  const known = kept.get(search);
  if (known !== undefined && known.ends > nowMs()) return known.count;
  const count = await countAnew();
  kept.delete(search);
  if (kept.size >= MOST) kept.delete(kept.keys().next().value!);
  kept.set(search, { count, ends: nowMs() + KEPT_MS });
  return count;
}

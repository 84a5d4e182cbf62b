import { HOUR_MS } from '@respa/contract/durations';
import { nowMs } from '#platform/runtime/clock.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { deleteGoneBefore, isGone } from './queries.ts';

/** Half a year: search engines have asked for a deleted page several times by then. */
const KEPT_MS = 180 * 24 * HOUR_MS;

/** Returns whether everyone could read a page that was deleted since. */
export const wasOpen = async (context: AppContext, id: string): Promise<boolean> =>
  isId(id) && isGone(context.db, id);
/** Forgets the pages that were deleted long ago. */
export const sweepGonePages = (context: AppContext): Promise<void> =>
  deleteGoneBefore(context.db, new Date(nowMs() - KEPT_MS));

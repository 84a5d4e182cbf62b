import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@respa/contract/durations';
import { PROMOS } from '@respa/contract/limits';
import { now, nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { assertMay, assertOwn, stateOf } from './policy.ts';
import type { ShownPromo } from './present.ts';
import * as queries from './showing-queries.ts';
import { findPromo } from './queries.ts';
import { getSeen, presentAll } from './service.ts';

/** Returns the UTC day of a moment, yyyy-mm-dd. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Returns the rotation position at which a user starts: different for each user and each hour, so
 * that all ads are seen equally often.
 */
const placeOf = (viewerId: string): number =>
  hash('sha1', `${viewerId} ${Math.floor(nowMs() / HOUR_MS)}`, 'buffer').readUInt32BE(0) / 2 ** 32;
/**
 * Returns the next ad for a member: in rotation order from their position, no ad twice a day, not
 * their own, none of a user blocked or muted on either side, and none they hid.
 */
export async function findNext(context: AppContext, viewer: Viewer): Promise<ShownPromo | null> {
  const id = await queries.pickNext(context.db, viewer.id, placeOf(viewer.id), dayOf(nowMs()));
  const row = id === undefined ? undefined : await findPromo(context.db, id, viewer.id);
  return row === undefined ? null : (await presentAll(context, viewer, [row]))[0]!;
}
/**
 * Counts that a member saw an ad or followed its link, once a day; its author is not counted.
 * Throws `not_found`.
 */
export async function countSeen(
  context: AppContext,
  viewer: Viewer,
  id: string,
  what: queries.Seen,
): Promise<void> {
  const row = await getSeen(context, viewer, id);
  if (row.owner_id === viewer.id || stateOf(row, now()) !== 'shown') return;
  await transaction(context, (tx) => queries.count(tx, what, id, viewer.id, dayOf(nowMs())));
}
/** Deletes the records of who saw which ad that are too old to be needed. */
export async function sweepSeen(context: AppContext): Promise<void> {
  while (await queries.deleteOldSeen(context.db, dayOf(nowMs() - PROMOS.seenDays * DAY_MS))) {
    /* the next ten thousand */
  }
}
/** Deletes who saw ads that no longer exist. */
export async function deleteShownOf(context: AppContext, ids: readonly string[]): Promise<void> {
  while (await queries.deleteSeenOf(context.db, ids)) {
    /* the next ten thousand */
  }
}
/** Hides an ad from a member permanently. Idempotent. Throws `not_found`. */
export async function hidePromo(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await getSeen(context, viewer, id);
  await queries.hide(context.db, id, viewer.id);
}

/** Returns every day of a period, with zeros for days without counts. */
function fill(rows: readonly queries.DayRow[], from: number, to: number): queries.DayRow[] {
  const counted = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: Math.max(0, Math.round((to - from) / DAY_MS) + 1) }, (_, index) => {
    const date = dayOf(from + index * DAY_MS);
    return counted.get(date) ?? { date, views: 0, clicks: 0 };
  });
}
const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
/**
 * Returns the daily counters of an ad from its approval to its end, at most a year back; for its
 * author and the admin. Throws `not_found`, `forbidden`.
 */
export async function listDays(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.DayRow[]> {
  const row = await getSeen(context, viewer, id);
  assertMay(viewer, row, 'count');
  if (row.approved_at === null || row.ends_at === null) return [];
  const to = startOfDay(Math.min(nowMs(), row.ends_at.getTime()));
  const from = Math.max(startOfDay(row.approved_at.getTime()), to - (PROMOS.days - 1) * DAY_MS);
  return fill(await queries.pickDays(context.db, id, dayOf(from)), from, to);
}
/** Returns the same for all ads of the caller together, for the last days. Throws `forbidden`. */
export async function listOwnDays(
  context: AppContext,
  viewer: Viewer,
  userId: string,
): Promise<queries.DayRow[]> {
  assertOwn(viewer, userId, 'read');
  const to = startOfDay(nowMs());
  const from = to - (PROMOS.statDays - 1) * DAY_MS;
  return fill(await queries.pickOwnDays(context.db, userId, dayOf(from)), from, to);
}

import { hash } from 'node:crypto';
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

const DAY_MS = 24 * 3_600_000;
/** The day of a moment, UTC, yyyy-mm-dd. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Where somebody's walk along the turn begins: members begin apart, and each elsewhere every hour, so that all that is shown is seen alike. */
const placeOf = (viewerId: string): number =>
  hash('sha1', `${viewerId} ${Math.floor(nowMs() / 3_600_000)}`, 'buffer').readUInt32BE(0) /
  2 ** 32;
/** What a member is to be shown now: in turn from their place, not twice a day, nothing of their own, of who is blocked or muted on either side, nor what they hid. */
export async function findNext(context: AppContext, viewer: Viewer): Promise<ShownPromo | null> {
  const id = await queries.pickNext(context.db, viewer.id, placeOf(viewer.id), dayOf(nowMs()));
  const row = id === undefined ? undefined : await findPromo(context.db, id, viewer.id);
  return row === undefined ? null : (await presentAll(context, viewer, [row]))[0]!;
}
/** Counts that a member was shown an ad or went where it leads, once a day; its author is not counted. Throws `not_found`. */
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
/** Forgets who was shown what so long ago that nothing asks for it any more. */
export async function sweepSeen(context: AppContext): Promise<void> {
  while (await queries.deleteOldSeen(context.db, dayOf(nowMs() - PROMOS.seenDays * DAY_MS))) {
    /* the next ten thousand */
  }
}
/** Forgets who was shown ads that are gone. */
export async function forgetShown(context: AppContext, ids: readonly string[]): Promise<void> {
  while (await queries.deleteSeenOf(context.db, ids)) {
    /* the next ten thousand */
  }
}
/** A member is not shown this one again. Idempotent. Throws `not_found`. */
export async function hidePromo(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await getSeen(context, viewer, id);
  await queries.hide(context.db, id, viewer.id);
}

/** Every day of a stretch, with nothing where nothing was counted. */
function fill(rows: readonly queries.DayRow[], from: number, to: number): queries.DayRow[] {
  const counted = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: Math.max(0, Math.round((to - from) / DAY_MS) + 1) }, (_, index) => {
    const date = dayOf(from + index * DAY_MS);
    return counted.get(date) ?? { date, views: 0, clicks: 0 };
  });
}
const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
/** What was counted of an ad, day by day from its approval to its end, at most a year back; for its author and the admin. Throws `not_found`, `forbidden`. */
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
/** The same of all ads of the caller together, for the last days. Throws `forbidden`. */
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

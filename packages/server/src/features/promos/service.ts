import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { After } from '#platform/database/transaction.ts';
import { isAdminId } from '#features/account/service.ts';
import { removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { gatherCards, presenceFor, presentCard, removedPerson } from '#features/people/service.ts';
import { maySee } from './policy.ts';
import { presentPromo, type ShownPromo } from './present.ts';
import * as queries from './queries.ts';
import { forgetSeen } from './showing-queries.ts';

export const FOLDER = 'inneradimages';

/**
 * Returns an ad that the viewer may see. Throws `not_found`, also for an ad that waits, was
 * rejected, has ended or is hidden by a block or suspension.
 */
export async function getSeen(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.SeenRow> {
  const row = isId(id) ? await queries.findPromo(context.db, id, viewer.id) : undefined;
  if (row === undefined || !maySee(viewer, row, now())) throw appError('not_found');
  return row;
}
/**
 * Returns ads with their authors, including authors who block the reader: a reader of such a list
 * has the right to see them.
 */
export async function presentAll(
  context: AppContext,
  viewer: Viewer,
  rows: readonly queries.PromoRow[],
): Promise<ShownPromo[]> {
  const cards = await gatherCards(context.db, [...new Set(rows.map((row) => row.owner_id))]);
  const presence = await presenceFor(context, viewer.id, [...cards.values()]);
  const at = now();
  return rows.map((row) =>
    presentPromo(
      row,
      presentCard(cards.get(row.owner_id) ?? removedPerson(row.owner_id), presence),
      viewer.isAdmin || row.owner_id === viewer.id,
      at,
    ),
  );
}
/** Returns an ad as its page shows it. Throws `not_found`. */
export async function getPromo(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<ShownPromo> {
  return (await presentAll(context, viewer, [await getSeen(context, viewer, id)]))[0]!;
}

/**
 * Returns whether a user may read the picture of an ad. Null is a visitor, and stands for what may
 * be sent to anyone.
 */
export async function maySeePromo(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> {
  const row = isId(id) ? await queries.findPromo(context.db, id, viewerId) : undefined;
  if (row === undefined) return false;
  if (maySee(viewerId === null ? null : { id: viewerId, isAdmin: false }, row, now())) return true;
  return viewerId !== null && isAdminId(context, viewerId);
}
/** Returns the owner of an ad, for reports; null if the viewer may not see the ad. */
export async function findPromoOwner(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<string | null> {
  const row = isId(id) ? await queries.findPromo(context.db, id, viewerId) : undefined;
  return row !== undefined && maySee({ id: viewerId, isAdmin: false }, row, now())
    ? row.owner_id
    : null;
}

async function drop(
  context: AppContext,
  tx: Tx,
  after: After,
  rows: readonly queries.PromoRow[],
): Promise<void> {
  await withdraw(context, tx, after, { objects: rows.map(({ id }) => id) });
  await queries.deletePromos(
    tx,
    rows.map(({ id }) => id),
  );
  await context.jobs.add(tx, 'promos.forget', { ids: rows.map(({ id }) => id) });
  await removeMedia(
    context,
    tx,
    after,
    FOLDER,
    rows.map(({ picture }) => picture.name),
  );
}
/**
 * Deletes an ad with its picture, its counters and its notifications, in the caller's transaction;
 * a job deletes who saw it. Returns whether the ad existed.
 */
export async function removePromo(
  context: AppContext,
  tx: Tx,
  after: After,
  id: string,
): Promise<boolean> {
  const row = isId(id) ? await queries.lockPromo(tx, id) : undefined;
  if (row !== undefined) await drop(context, tx, after, [row]);
  return row !== undefined;
}
/**
 * Deletes a user's promo data on account deletion: deletes their ads, and subtracts their views and
 * clicks from the counters as far as they are stored (`PROMOS.seenDays`).
 */
export async function deletePromoData(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  const own = await queries.lockOwn(tx, userId);
  if (own.length > 0) await drop(context, tx, after, own);
  await forgetSeen(tx, userId);
}
/** Returns how many ads wait for the admin's decision, counted up to a thousand. */
export const countWaiting = (context: AppContext): Promise<number> =>
  queries.countWaiting(context.db);

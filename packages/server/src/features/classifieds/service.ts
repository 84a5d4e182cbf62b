import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { namesOf, removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { presentCards } from '#features/people/service.ts';
import { maySee } from './policy.ts';
import { presentAd, type ShownAd } from './present.ts';
import * as looks from './look-queries.ts';
import * as queries from './queries.ts';

export { countNew } from './list-queries.ts';

const FOLDER = 'ads';
/**
 * Returns the status of an ad that the viewer may see. Throws `not_found`, also if the ad is sold
 * or expired, its owner blocks the viewer, or the seller is suspended.
 */
export async function getSeen(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<queries.AdForViewer> {
  const row = isId(id) ? await queries.findAdStatus(context.db, id, viewerId) : undefined;
  if (row === undefined || !maySee(viewerId, row)) throw appError('not_found');
  return row;
}
/** Returns an ad for its page. Throws `not_found`. */
export async function getAd(context: AppContext, viewer: Viewer, id: string): Promise<ShownAd> {
  const row = isId(id) ? await queries.findAd(context.db, id, viewer.id) : undefined;
  if (row === undefined || !maySee(viewer.id, row)) throw appError('not_found');
  const [person] = await presentCards(context, viewer.id, [row.owner_id]);
  if (person === undefined) throw appError('not_found');
  return presentAd(row, viewer.id, person);
}
/**
 * Returns the seller's number; the viewer is logged, the number is not. Throws `not_found`,
 * `no_phone`.
 */
export async function getPhone(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<{ phone: string }> {
  const { phone, owner_id: ownerId } = await getSeen(context, viewer.id, id);
  if (phone === '') throw appError('no_phone');
  if (ownerId !== viewer.id)
    context.log.info({ ad: id, viewer: viewer.id, owner: ownerId }, 'telephone number shown');
  return { phone };
}
/** Counts a view of a member who is not the owner, once a day. Throws `not_found`. */
export async function countLook(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  const row = await getSeen(context, viewer.id, id);
  if (row.owner_id !== viewer.id)
    await transaction(context, (tx) => looks.addLook(tx, id, viewer.id));
}

/**
 * Returns the owner of an ad; null if the viewer may not see it. A visitor (null) is used for what
 * may be sent to anyone.
 */
export async function findAdOwner(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<string | null> {
  const row = isId(id) ? await queries.findAdStatus(context.db, id, viewerId) : undefined;
  return row !== undefined && maySee(viewerId, row) ? row.owner_id : null;
}
/** Returns whether the viewer may see an ad; its pictures are public while it is on sale. */
export const maySeeAd = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findAdOwner(context, viewerId, id)) !== null;

async function drop(
  context: AppContext,
  tx: Tx,
  after: After,
  rows: readonly queries.LockedRow[],
): Promise<void> {
  // First: this waits for transactions that are sending notices of these ads, so that their notices
  // are visible afterwards.
  await queries.deleteAds(
    tx,
    rows.map(({ id }) => id),
  );
  await withdraw(context, tx, after, { objects: rows.map(({ id }) => id) });
  await removeMedia(
    context,
    tx,
    after,
    FOLDER,
    rows.flatMap(({ pictures }) => namesOf(pictures)),
  );
}
/**
 * Deletes an ad permanently with its pictures, marks, views and notices, in the caller's
 * transaction. Returns whether it existed.
 */
export async function removeAd(
  context: AppContext,
  tx: Tx,
  after: After,
  id: string,
): Promise<boolean> {
  const row = isId(id) ? await queries.lockAd(tx, id) : undefined;
  if (row !== undefined) await drop(context, tx, after, [row]);
  return row !== undefined;
}
/**
 * Handles an account deletion: the user's ads are deleted, and their views are removed from the
 * counts.
 */
export async function deleteClassifiedsData(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  const own = await queries.lockOwn(tx, userId);
  if (own.length > 0) await drop(context, tx, after, own);
  await looks.forgetLooks(tx, userId);
}

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
import * as queries from './queries.ts';

const FOLDER = 'ads';
/** How an advert stands that somebody finds. Throws `not_found`, also for what is sold, over or shut, or its seller's who may not come in. */
export async function getSeen(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<queries.RelationshipRow> {
  const row = isId(id) ? await queries.findRelationship(context.db, id, viewerId) : undefined;
  if (row === undefined || !maySee(viewerId, row)) throw appError('not_found');
  return row;
}
/** An advert as its page shows it. Throws `not_found`. */
export async function getAd(context: AppContext, viewer: Viewer, id: string): Promise<ShownAd> {
  const row = isId(id) ? await queries.findAd(context.db, id, viewer.id) : undefined;
  if (row === undefined || !maySee(viewer.id, row)) throw appError('not_found');
  const [person] = await presentCards(context, viewer.id, [row.owner_id]);
  if (person === undefined) throw appError('not_found');
  return presentAd(row, viewer.id, person);
}
/** The seller's number; who asked is logged, the number is not. Throws `not_found`, `no_phone`. */
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
/** Counts a look of a member who is not the owner, once a day. Throws `not_found`. */
export async function countLook(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  const row = await getSeen(context, viewer.id, id);
  if (row.owner_id !== viewer.id)
    await transaction(context, (tx) => queries.addLook(tx, id, viewer.id));
}

/** Whose an advert is; null for what the viewer does not find. A visitor (null) stands for what anybody may be sent. */
export async function findAdOwner(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<string | null> {
  const row = isId(id) ? await queries.findRelationship(context.db, id, viewerId) : undefined;
  return row !== undefined && maySee(viewerId, row) ? row.owner_id : null;
}
/** Whether somebody finds an advert; its pictures are for everybody while it is for sale. */
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
  // First: it waits for whoever is telling of them at this moment, whose notices are seen from then on.
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
/** Takes an advert off the board for good, with its pictures, marks, looks and what was told of it, in the caller's transaction. Answers whether it was there. */
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
/** Somebody goes for good: their adverts go, and what they looked at is counted without them. */
export async function deleteClassifiedsData(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  const own = await queries.lockOwn(tx, userId);
  if (own.length > 0) await drop(context, tx, after, own);
  await queries.forgetLooks(tx, userId);
}

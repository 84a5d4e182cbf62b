import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { isId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction, type After } from '#platform/transaction.ts';
import { namesOf, removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { presentCards } from '#features/people/service.ts';
import { maySee } from './policy.ts';
import { presentAd, type ShownAd } from './present.ts';
import * as queries from './queries.ts';

const FOLDER = 'ads';
/** How an advert stands that somebody finds. Throws `not_found`, also for what is sold, over or shut, or its seller's who may not come in. */
export async function getSeen(
  ground: Ground,
  viewerId: string,
  id: string,
): Promise<queries.StandingRow> {
  const row = isId(id) ? await queries.findStanding(ground.db, id, viewerId) : undefined;
  if (row === undefined || !maySee(viewerId, row)) throw fault('not_found');
  return row;
}
/** An advert as its page shows it. Throws `not_found`. */
export async function getAd(ground: Ground, viewer: Viewer, id: string): Promise<ShownAd> {
  const row = isId(id) ? await queries.findAd(ground.db, id, viewer.id) : undefined;
  if (row === undefined || !maySee(viewer.id, row)) throw fault('not_found');
  const [person] = await presentCards(ground, viewer.id, [row.owner_id]);
  if (person === undefined) throw fault('not_found');
  return presentAd(row, viewer.id, person);
}
/** The seller's number; who asked is logged, the number is not. Throws `not_found`, `no_phone`. */
export async function tellPhone(
  ground: Ground,
  viewer: Viewer,
  id: string,
): Promise<{ phone: string }> {
  const { phone, owner_id: ownerId } = await getSeen(ground, viewer.id, id);
  if (phone === '') throw fault('no_phone');
  if (ownerId !== viewer.id)
    ground.log.info({ ad: id, viewer: viewer.id, owner: ownerId }, 'telephone number shown');
  return { phone };
}
/** Counts a look of a member who is not the owner, once a day. Throws `not_found`. */
export async function countLook(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  const row = await getSeen(ground, viewer.id, id);
  if (row.owner_id !== viewer.id)
    await transaction(ground, (tx) => queries.addLook(tx, id, viewer.id));
}

/** Whose an advert is; null for what the viewer does not find. A visitor (null) stands for what anybody may be sent. */
export async function findAdOwner(
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<string | null> {
  const row = isId(id) ? await queries.findStanding(ground.db, id, viewerId) : undefined;
  return row !== undefined && maySee(viewerId, row) ? row.owner_id : null;
}
/** Whether somebody finds an advert; its pictures are for everybody while it is for sale. */
export const maySeeAd = async (
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findAdOwner(ground, viewerId, id)) !== null;

async function drop(
  ground: Ground,
  tx: Tx,
  after: After,
  rows: readonly queries.LockedRow[],
): Promise<void> {
  // First: it waits for whoever is telling of them at this moment, whose notices are seen from then on.
  await queries.deleteAds(
    tx,
    rows.map(({ id }) => id),
  );
  await withdraw(ground, tx, after, { objects: rows.map(({ id }) => id) });
  await removeMedia(
    ground,
    tx,
    after,
    FOLDER,
    rows.flatMap(({ pictures }) => namesOf(pictures)),
  );
}
/** Takes an advert off the board for good, with its pictures, marks, looks and what was told of it, in the caller's transaction. Answers whether it was there. */
export async function removeAd(ground: Ground, tx: Tx, after: After, id: string): Promise<boolean> {
  const row = isId(id) ? await queries.lockAd(tx, id) : undefined;
  if (row !== undefined) await drop(ground, tx, after, [row]);
  return row !== undefined;
}
/** Somebody goes for good: their adverts go, and what they looked at is counted without them. */
export async function leaveClassifieds(
  ground: Ground,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  const own = await queries.lockOwn(tx, userId);
  if (own.length > 0) await drop(ground, tx, after, own);
  await queries.forgetLooks(tx, userId);
}

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

/** An ad as somebody finds it. Throws `not_found`, also for what waits, was refused, is over or shut. */
export async function getSeen(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.SeenRow> {
  const row = isId(id) ? await queries.findPromo(context.db, id, viewer.id) : undefined;
  if (row === undefined || !maySee(viewer, row, now())) throw appError('not_found');
  return row;
}
/** Ads with their authors, also with those who block the reader: whoever reads a list of these has the right to it. */
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
/** An ad as its page shows it. Throws `not_found`. */
export async function getPromo(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<ShownPromo> {
  return (await presentAll(context, viewer, [await getSeen(context, viewer, id)]))[0]!;
}

/** Whether somebody may have the picture of an ad; null is a visitor, and stands for what anybody may be sent. */
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
/** Whose an ad is, for complaints; null for what the viewer does not find. */
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
/** Takes an ad away for good, with its picture, what was counted of it and what was told of it, in the caller's transaction; who was shown it is forgotten by a job. Answers whether it was there. */
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
/** Somebody goes for good: their ads go, and what they were shown is counted without them, as far as it is remembered who was shown what (`PROMOS.seenDays`). */
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
/** How much waits for the admin's word, counted to a thousand. */
export const countWaiting = (context: AppContext): Promise<number> =>
  queries.countWaiting(context.db);

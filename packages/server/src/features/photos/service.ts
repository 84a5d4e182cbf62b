import type { Static } from 'typebox';
import type { Photo } from '@respa/contract/photos';
import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { keepPrepared, preparePictures, removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import {
  addToCounter,
  gatherCards,
  getPerson,
  maySee,
  maySeeOf,
  presentHead,
  removedPerson,
} from '#features/people/service.ts';
import { deleteObjects, gatherCounts, insertObject } from '#features/reactions/service.ts';
import * as queries from './queries.ts';
import { readPage } from '#platform/database/paging.ts';

const FOLDER = 'userphotos';
type Shown = Static<typeof Photo>;

async function present(
  context: AppContext,
  viewerId: string,
  rows: queries.PhotoRow[],
): Promise<Shown[]> {
  const [cards, counts] = await Promise.all([
    gatherCards(context.db, [...new Set(rows.map((row) => row.user_id))]),
    gatherCounts(
      context.db,
      viewerId,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) => {
    const count = counts.get(row.id) ?? { likes: 0, comments: 0, liked: false, reactions: [] };
    return {
      _id: row.id,
      user: row.user_id,
      imageUrl: row.picture.name,
      picture: row.picture,
      date: row.created_at.toISOString(),
      ...count,
      head: presentHead(cards.get(row.user_id) ?? removedPerson(row.user_id)),
    };
  });
}
/**
 * Adds a photo to the caller's page. Throws `no_file`, `bad_type`, `too_large`. Not idempotent: two
 * calls add two photos.
 */
export async function createPhoto(
  context: AppContext,
  viewer: Viewer,
  files: StagedFile[],
): Promise<Shown> {
  if (files.length === 0) throw appError('no_file');
  const prepared = await preparePictures(context, files, FOLDER);
  const { name, width, height, thumbhash } = prepared[0]!;
  const id = newId();
  const row = await keepPrepared(
    context,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx) => {
      const inserted = await queries.insertPhoto(tx, {
        id,
        user_id: viewer.id,
        picture: { name, width, height, thumbhash },
      });
      await insertObject(tx, id, 'userphoto', viewer.id);
      await addToCounter(tx, viewer.id, 'photos_count', 1);
      return inserted;
    },
  );
  return (await present(context, viewer.id, [row]))[0]!;
}
/**
 * Deletes an own photo by its file name, with its likes, comments and notifications. Throws
 * `not_found` to everyone else, and on a second call.
 */
export const removePhoto = (context: AppContext, viewer: Viewer, name: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const photo = await queries.takePhoto(tx, viewer.id, name);
    if (photo === undefined) throw appError('not_found');
    await forgetPhoto(context, tx, after, photo);
  });
/** Deletes everything that belongs to a photo whose row is deleted. */
export async function forgetPhoto(
  context: AppContext,
  tx: Tx,
  after: After,
  photo: queries.PhotoRow,
): Promise<void> {
  await deleteObjects(tx, [photo.id]);
  await withdraw(context, tx, after, { objects: [photo.id] });
  await addToCounter(tx, photo.user_id, 'photos_count', -1);
  await removeMedia(context, tx, after, FOLDER, [photo.picture.name]);
}
export async function getPhoto(context: AppContext, viewer: Viewer, id: string): Promise<Shown> {
  const photo = await queries.findPhoto(context.db, id);
  if (photo === undefined || !(await maySeeOf(context, viewer.id, photo.user_id, 'wall')))
    throw appError('not_found');
  return (await present(context, viewer.id, [photo]))[0]!;
}
/**
 * Returns a page of a user's photos, newest first. `before` is the last photo that the caller has
 * seen. Throws `not_found`.
 */
export async function listPhotos(
  context: AppContext,
  viewer: Viewer,
  userId: string,
  before?: string,
) {
  const person = await getPerson(context, viewer.id, userId);
  if (!(await maySee(context, viewer.id, person, 'wall')))
    return { photos: [], count: 0, isLast: true };
  const { rows, isLast } = await readPage(PAGE_SIZES.photos, (limit) =>
    queries.pickPhotos(context.db, userId, {
      before,
      limit,
    }),
  );
  return {
    photos: await present(context, viewer.id, rows),
    count: person.photos_count,
    isLast,
  };
}
/**
 * Returns the first page of a user's photos. The caller has checked that the viewer may see them.
 */
export async function newestPhotos(context: AppContext, viewerId: string, userId: string) {
  const { rows, isLast } = await readPage(PAGE_SIZES.photos, (limit) =>
    queries.pickPhotos(context.db, userId, { limit }),
  );
  return { photos: await present(context, viewerId, rows), isLast };
}
/** Returns the owner of a photo, or null if the viewer may not see it. */
export async function findPhotoOwner(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<string | null> {
  const photo = await queries.findPhoto(context.db, id);
  return photo !== undefined && (await maySeeOf(context, viewerId, photo.user_id, 'wall'))
    ? photo.user_id
    : null;
}
/**
 * Returns whether a user may see a photo. For reactions and media, which know nothing about pages.
 */
export const maySeePhoto = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findPhotoOwner(context, viewerId, id)) !== null;

import type { BookmarkedKind } from '@respa/contract/bookmarks';
import { appError } from '@respa/contract/app-errors';
import { BOOKMARKS, PAGE_SIZES } from '@respa/contract/limits';
import { readPage } from '#platform/database/paging.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import { lockPerson } from '#features/people/service.ts';
import { gatherObjects } from '#features/sharing/service.ts';
import * as queries from './queries.ts';

type Target = { kind: BookmarkedKind; id: string };

/**
 * Returns a page of the caller's bookmarks, newest first. An object that they may not see, or that
 * is gone, has no card. Throws `not_found` for a folder that is not theirs.
 */
export async function listBookmarks(
  context: AppContext,
  viewer: Viewer,
  input: { before?: string; kind?: BookmarkedKind; folder?: string },
) {
  if (input.folder !== undefined && !(await queries.hasFolder(context.db, viewer.id, input.folder)))
    throw appError('not_found');
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    queries.pickBookmarks(context.db, viewer.id, { ...input, limit }),
  );
  const cards = await gatherObjects(
    context,
    viewer.id,
    rows.map(({ kind, object_id: id }) => ({ kind, id })),
  );
  return {
    bookmarks: rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      object: row.object_id,
      folder: row.folder_id,
      date: row.created_at.toISOString(),
      card: cards.get(`${row.kind}/${row.object_id}`) ?? null,
    })),
    isLast,
  };
}
/** Returns whether the caller has bookmarked an object, and the folder. */
export async function findBookmark({ db }: AppContext, viewer: Viewer, { kind, id }: Target) {
  const row = await queries.findBookmark(db, viewer.id, kind, id);
  return { bookmarked: row !== undefined, folder: row?.folder_id ?? null };
}

/**
 * Bookmarks an object, or moves its bookmark; `folder` null takes it out of its folder. Idempotent.
 * Throws `not_found` for an object that the caller may not see and for a folder of others,
 * `too_many_bookmarks`.
 */
export async function putBookmark(
  context: AppContext,
  viewer: Viewer,
  { kind, id }: Target,
  folder?: string | null,
): Promise<void> {
  const objectId = id.toLowerCase();
  const seen = await gatherObjects(context, viewer.id, [{ kind, id: objectId }]);
  await transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    if (
      typeof folder === 'string' &&
      !(isId(folder) && (await queries.hasFolder(tx, viewer.id, folder)))
    )
      throw appError('not_found');
    const row = await queries.findBookmark(tx, viewer.id, kind, objectId);
    if (row !== undefined) {
      if (folder !== undefined) await queries.moveBookmark(tx, row.id, folder);
      return;
    }
    if (seen.size === 0) throw appError('not_found');
    if ((await queries.countBookmarks(tx, viewer.id)) >= BOOKMARKS.each)
      throw appError('too_many_bookmarks');
    await queries.insertBookmark(tx, {
      id: newId(),
      user_id: viewer.id,
      kind,
      object_id: objectId,
      folder_id: folder ?? null,
    });
  });
}
/** Idempotent. */
export const removeBookmark = async (
  { db }: AppContext,
  viewer: Viewer,
  { kind, id }: Target,
): Promise<void> => void (await queries.deleteBookmark(db, viewer.id, kind, id));

const present = ({ id, name, count }: queries.FolderRow) => ({ _id: id, name, count });
/** Returns the caller's folders, and how many bookmarks they have in all. */
export async function listFolders({ db }: AppContext, viewer: Viewer) {
  const [rows, count] = await Promise.all([
    queries.listFolders(db, viewer.id),
    queries.countBookmarks(db, viewer.id),
  ]);
  return { folders: rows.map(present), count };
}
/** Throws `too_many_bookmark_folders`. Not idempotent: two calls create two folders. */
export async function createFolder(context: AppContext, viewer: Viewer, name: string) {
  const id = newId();
  await transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    if ((await queries.listFolders(tx, viewer.id)).length >= BOOKMARKS.folders)
      throw appError('too_many_bookmark_folders');
    await queries.insertFolder(tx, { id, user_id: viewer.id, name });
  });
  return { _id: id, name, count: 0 };
}
/** Throws `not_found`. */
export async function renameFolder(context: AppContext, viewer: Viewer, id: string, name: string) {
  if (!(await queries.renameFolder(context.db, viewer.id, id, name))) throw appError('not_found');
  const rows = await queries.listFolders(context.db, viewer.id);
  return present(rows.find((row) => row.id === id.toLowerCase()) ?? { id, name, count: 0 });
}
/** Deletes a folder; its bookmarks stay. Throws `not_found`, also on a second call. */
export async function removeFolder({ db }: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteFolder(db, viewer.id, id))) throw appError('not_found');
}

import { sql } from 'kysely';
import type { BookmarkedKind } from '@respa/contract/bookmarks';
import { LAST_ID } from '#platform/database/paging.ts';
import type { Db, Tx } from '#platform/database/db.ts';

export type BookmarkRow = {
  id: string;
  kind: BookmarkedKind;
  object_id: string;
  folder_id: string | null;
  created_at: Date;
};
export type FolderRow = { id: string; name: string; count: number };
const columns = ['id', 'kind', 'object_id', 'folder_id', 'created_at'] as const;

export const findBookmark = (
  db: Db | Tx,
  userId: string,
  kind: BookmarkedKind,
  objectId: string,
): Promise<BookmarkRow | undefined> =>
  db
    .selectFrom('bookmarks')
    .select(columns)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .executeTakeFirst() as Promise<BookmarkRow | undefined>;

export type Wanted = {
  kind?: BookmarkedKind | undefined;
  folder?: string | undefined;
  before?: string | undefined;
  limit: number;
};
/** Returns a member's bookmarks, newest first: all, of one kind, or in one folder. */
export function pickBookmarks(
  db: Db,
  userId: string,
  { kind, folder, before = LAST_ID, limit }: Wanted,
): Promise<BookmarkRow[]> {
  let query = db
    .selectFrom('bookmarks')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '<', before);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (folder !== undefined) query = query.where('folder_id', '=', folder);
  return query.orderBy('id', 'desc').limit(limit).execute() as Promise<BookmarkRow[]>;
}
export const countBookmarks = async (db: Db | Tx, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('bookmarks')
      .select(sql<number>`count(*)`.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count;
export const insertBookmark = (
  tx: Tx,
  row: {
    id: string;
    user_id: string;
    kind: BookmarkedKind;
    object_id: string;
    folder_id: string | null;
  },
) => tx.insertInto('bookmarks').values(row).execute();
export const moveBookmark = (tx: Tx, id: string, folderId: string | null) =>
  tx.updateTable('bookmarks').set({ folder_id: folderId }).where('id', '=', id).execute();
export const deleteBookmark = (db: Db, userId: string, kind: BookmarkedKind, objectId: string) =>
  db
    .deleteFrom('bookmarks')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .execute();

/**
 * Returns a member's folders in the order of their making, with the number of bookmarks in each.
 */
export const listFolders = async (db: Db | Tx, userId: string): Promise<FolderRow[]> =>
  (
    await sql<FolderRow>`
      select f.id, f.name, (select count(*) from bookmarks where folder_id = f.id) as count
      from bookmark_folders f
      where f.user_id = ${userId}
      order by f.id
    `.execute(db)
  ).rows;
export const hasFolder = async (db: Db | Tx, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('bookmark_folders')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
export const insertFolder = (tx: Tx, row: { id: string; user_id: string; name: string }) =>
  tx.insertInto('bookmark_folders').values(row).execute();
/** Returns whether the member has the folder. */
export const renameFolder = async (
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> =>
  (
    await db
      .updateTable('bookmark_folders')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;
/** Returns whether the member had the folder. */
export const deleteFolder = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('bookmark_folders')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;

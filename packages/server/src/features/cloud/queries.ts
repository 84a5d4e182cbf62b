import { sql, type RawBuilder } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { whole } from './tree-queries.ts';
import { type NodeRow, NODE_COLUMNS, COLUMNS, rowsOf } from './node-rows.ts';
/** Matches items in a user's folder that are not in the trash; null is the root. */
export const inFolder = (ownerId: string, parentId: string | null): RawBuilder<boolean> =>
  sql`place = ${parentId ?? ownerId} and owner_id = ${ownerId} and trash_id is null`;

export type NewNode = Pick<
  NodeRow,
  'id' | 'owner_id' | 'parent_id' | 'is_folder' | 'name' | 'type' | 'stored' | 'bytes'
> & { client_key?: string | null };
export const insertNode = (tx: Tx, row: NewNode): Promise<NodeRow> =>
  tx
    .insertInto('cloud_nodes')
    .values({ client_key: null, ...row, trash_id: null, trashed_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
const oneNode = statement<NodeRow, [id: string]>(`
  select ${NODE_COLUMNS}
  from cloud_nodes
  where id = $1
`);
export const findNode = async (db: Db, id: string): Promise<NodeRow | undefined> =>
  (await oneNode(db, id))[0];
/** Finds a user's files by the client keys under which they were uploaded. */
export async function findSent(
  db: Db,
  ownerId: string,
  keys: string[],
): Promise<Map<string, NodeRow>> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<NodeRow & { client_key: string }>(
    db,
    sql<NodeRow & { client_key: string }>`
      select ${COLUMNS}, client_key
      from cloud_nodes
      where owner_id = ${ownerId} and client_key = any(${keys}::uuid[])
    `,
  );
  return new Map(rows.map((row) => [row.client_key, row]));
}
/**
 * Returns the names in a folder that could collide with a new name: those with the same start, in
 * lower case.
 */
export async function pickNamesLike(
  db: Db,
  ownerId: string,
  parentId: string | null,
  beginning: string,
): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql<{ name: string }>`
      select lower(name) as name
      from cloud_nodes
      where ${inFolder(ownerId, parentId)} and starts_with(lower(name), lower(${beginning}))
    `,
  );
  return new Set(rows.map((row) => row.name));
}
/** Returns the item with a name in a folder, case-insensitively. */
export const findByName = async (
  db: Db,
  ownerId: string,
  parentId: string | null,
  name: string,
): Promise<NodeRow | undefined> =>
  (
    await rowsOf(
      db,
      sql<NodeRow>`
        select ${COLUMNS}
        from cloud_nodes
        where ${inFolder(ownerId, parentId)} and lower(name) = lower(${name})
      `,
    )
  )[0];
/** Returns the newest folder of that name anywhere in a user's cloud. */
export const findFolderByName = async (
  db: Db,
  ownerId: string,
  name: string,
): Promise<NodeRow | undefined> =>
  (
    await rowsOf(
      db,
      sql<NodeRow>`
        select ${COLUMNS}
        from cloud_nodes
        where owner_id = ${ownerId}
          and is_folder
          and lower(name) = lower(${name})
          and trash_id is null
        order by id desc
        limit 1
      `,
    )
  )[0];
export const setPlace = (tx: Tx, id: string, place: { parent_id: string | null; name: string }) =>
  tx.updateTable('cloud_nodes').set(place).where('id', '=', id).execute();
export const setPublic = (tx: Tx, id: string, isPublic: boolean) =>
  tx.updateTable('cloud_nodes').set({ is_public: isPublic }).where('id', '=', id).execute();
/** Trashes an item with everything in it and removes all sharing. Returns the files among them. */
export async function setTrashed(tx: Tx, id: string, trashId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string; is_folder: boolean }>(
    tx,
    sql<{ id: string; is_folder: boolean }>`
      ${whole(id)}
      update cloud_nodes n
      set trash_id = ${trashId}, trashed_at = case when n.id = ${id} then now() end,
        is_public = false, shared = 0
      from tree t
      where n.id = t.id
      returning n.id, n.is_folder
    `,
  );
  return rows.filter((row) => !row.is_folder).map((row) => row.id);
}
/**
 * Restores the items that were trashed together. The top item is restored first, because the names
 * of the others are only unique inside it.
 */
export async function setRestored(tx: Tx, ownerId: string, trashId: string): Promise<void> {
  await sql`
    update cloud_nodes
    set trash_id = null, trashed_at = null
    where owner_id = ${ownerId} and trash_id = ${trashId}
  `.execute(tx);
}
export type Erased = { id: string; is_folder: boolean; stored: string | null; bytes: number };
/** Deletes the items that were trashed together. */
export const deleteTrashed = (tx: Tx, ownerId: string, trashId: string): Promise<Erased[]> =>
  rowsOf(
    tx,
    sql<Erased>`
      delete from cloud_nodes
      where owner_id = ${ownerId} and trash_id = ${trashId}
      returning id, is_folder, stored, bytes
    `,
  );
/** Returns trashed items, newest first; `before` is the last one that the caller has seen. */
export const pickTrash = (
  db: Db,
  ownerId: string,
  page: { before?: string | undefined; limit: number },
): Promise<NodeRow[]> =>
  rowsOf(
    db,
    sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where owner_id = ${ownerId}
        and trash_id is not null
        and trashed_at is not null ${
          page.before === undefined
            ? sql``
            : sql`
            and trash_id < (
              select trash_id
              from cloud_nodes
              where id = ${page.before} and owner_id = ${ownerId}
            )
          `
        }
      order by trash_id desc
      limit ${page.limit}
    `,
  );
export const sumTrash = async (db: Db, ownerId: string): Promise<number> =>
  (
    await rowsOf<{ sum: number }>(
      db,
      sql<{
        sum: number;
      }>`
        select coalesce(sum(bytes), 0)::bigint as sum
        from cloud_nodes
        where owner_id = ${ownerId} and trash_id is not null
      `,
    )
  )[0]!.sum;
/** Returns items past their time in the trash. */
export const pickDying = (
  db: Db,
  before: Date,
  limit: number,
): Promise<{ owner_id: string; trash_id: string }[]> =>
  rowsOf(
    db,
    sql<{
      owner_id: string;
      trash_id: string;
    }>`
      select owner_id, trash_id
      from cloud_nodes
      where trashed_at < ${before}
      order by trashed_at
      limit ${limit}
    `,
  );
/** Returns files for the admin panel, wherever they are. */
export const pickFiles = (db: Db, ids: string[]): Promise<NodeRow[]> =>
  rowsOf(
    db,
    sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where id = any(${ids}::uuid[]) and not is_folder
    `,
  );
/** Returns all files stored under the given names, in the order in which clouds are locked. */
export const pickByStored = (db: Db, stored: string[]): Promise<NodeRow[]> =>
  rowsOf(
    db,
    sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where stored = any(${stored})
      order by owner_id, id
    `,
  );
/** Returns a user's files that others were notified of. */
export const listSharedFiles = async (db: Db, ownerId: string): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(
      db,
      sql<{
        id: string;
      }>`
        select n.id
        from cloud_nodes n
        where n.owner_id = ${ownerId}
          and exists (select from cloud_grants g where g.node_id = n.id)
      `,
    )
  ).map((row) => row.id);

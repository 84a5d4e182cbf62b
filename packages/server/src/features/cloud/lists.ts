import { sql, type RawBuilder } from 'kysely';
import type { Order, Sort } from '@respa/contract/cloud';
import { appError } from '@respa/contract/app-errors';
import type { Db } from '#platform/database/db.ts';
import { isId } from '#platform/runtime/ids.ts';
import { foldQuery } from '#features/people/service.ts';
import { COLUMNS, type NodeRow } from './node-rows.ts';
import { inFolder } from './queries.ts';

/** The end of a page: in the folders or in the files, the sort key, and the item's id. */
type Cursor = { isFolder: boolean; key: string; id: string };
export const writeCursor = (row: NodeRow, sort: Sort): string =>
  Buffer.from(
    JSON.stringify([
      row.is_folder,
      sort === 'size'
        ? String(row.bytes)
        : sort === 'type'
          ? row.type
          : sort === 'name'
            ? row.name
            : '',
      row.id,
    ]),
  ).toString('base64url');
export function readCursor(input: string): Cursor {
  try {
    const [isFolder, key, id] = JSON.parse(Buffer.from(input, 'base64url').toString()) as unknown[];
    if (
      typeof isFolder === 'boolean' &&
      typeof key === 'string' &&
      !key.includes('\0') &&
      typeof id === 'string' &&
      isId(id)
    )
      return { isFolder, key, id };
  } catch {
    // Not a valid cursor.
  }
  throw appError('bad_input');
}

const KEYS: Record<
  Exclude<Sort, 'date'>,
  { column: RawBuilder<unknown>; valueOf(key: string): RawBuilder<unknown> }
> = {
  name: { column: sql`name collate ru_natural`, valueOf: (key) => sql`${key} collate ru_natural` },
  size: {
    column: sql`bytes`,
    valueOf: (key) => sql`${/^\d{1,15}$/.test(key) ? key : '0'}::bigint`,
  },
  type: { column: sql`type`, valueOf: (key) => sql`${key}` },
};
export type ListOptions = { sort: Sort; order: Order; after?: Cursor | undefined; limit: number };
/**
 * Returns items of a folder in order: first the folders, then the files. Each half is an index
 * scan.
 */
export async function pickFolder(
  db: Db,
  ownerId: string,
  parentId: string | null,
  { sort, order, after, limit }: ListOptions,
): Promise<NodeRow[]> {
  const folders =
    after === undefined || after.isFolder
      ? await pickHalf(db, ownerId, parentId, true, { sort, order, after, limit })
      : [];
  if (folders.length >= limit) return folders;
  const cursor = after?.isFolder === false ? after : undefined;
  return [
    ...folders,
    ...(await pickHalf(db, ownerId, parentId, false, {
      sort,
      order,
      after: cursor,
      limit: limit - folders.length,
    })),
  ];
}
type HalfOptions = ListOptions & { q?: string | undefined; skip?: number };
async function pickHalf(
  db: Db,
  ownerId: string,
  parentId: string | null,
  isFolder: boolean,
  { sort, order, after, limit, q, skip = 0 }: HalfOptions,
): Promise<NodeRow[]> {
  const way = sql.raw(order === 'asc' ? 'asc' : 'desc');
  const sign = sql.raw(order === 'asc' ? '>' : '<');
  const key = sort === 'date' ? null : KEYS[sort];
  const further =
    after === undefined
      ? sql`true`
      : key === null
        ? sql`id ${sign} ${after.id}`
        : sql`(${key.column}, id) ${sign} (${key.valueOf(after.key)}, ${after.id}::uuid)`;
  const sorted = key === null ? sql`id ${way}` : sql`${key.column} ${way}, id ${way}`;
  return (
    await sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where ${inFolder(ownerId, parentId)}
        and is_folder = ${isFolder}
        and ${further}
        and ${matching(q)}
      order by ${sorted}
      offset ${skip}
      limit ${limit}
    `.execute(db)
  ).rows;
}
const matching = (q: string | undefined) =>
  q === undefined || foldQuery(q) === ''
    ? sql`true`
    : sql`strpos(fold_search(name), ${foldQuery(q)}) > 0`;
/** Returns the short documented list: folders first, by name, with numbered pages. */
export async function pickWhole(
  db: Db,
  ownerId: string,
  parentId: string | null,
  page: { q?: string | undefined; skip: number; limit: number },
): Promise<NodeRow[]> {
  const options = { sort: 'name', order: 'asc', q: page.q } as const;
  const folders = await pickHalf(db, ownerId, parentId, true, {
    ...options,
    skip: page.skip,
    limit: page.limit,
  });
  if (folders.length >= page.limit) return folders;
  const before =
    page.skip === 0 ? 0 : await countFolder(db, ownerId, parentId, { q: page.q, isFolder: true });
  return [
    ...folders,
    ...(await pickHalf(db, ownerId, parentId, false, {
      ...options,
      skip: Math.max(0, page.skip - before),
      limit: page.limit - folders.length,
    })),
  ];
}
export async function countFolder(
  db: Db,
  ownerId: string,
  parentId: string | null,
  { q, isFolder }: { q?: string | undefined; isFolder?: boolean } = {},
): Promise<number> {
  return (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from cloud_nodes
      where ${inFolder(ownerId, parentId)}
        and ${matching(q)}
        and ${isFolder === undefined ? sql`true` : sql`is_folder = ${isFolder}`}
    `.execute(db)
  ).rows[0]!.count;
}
/** Searches a user's whole cloud by part of a name, newest first. */
export async function pickFound(
  db: Db,
  ownerId: string,
  q: string,
  page: { before?: string | undefined; limit: number },
): Promise<NodeRow[]> {
  return (
    await sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where owner_id = ${ownerId}
        and trash_id is null
        and ${matching(q)} ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
      order by id desc
      limit ${page.limit}
    `.execute(db)
  ).rows;
}
/** Returns all folders of a user that are not in the trash, or those trashed together with one. */
export async function listFolders(
  db: Db,
  ownerId: string,
): Promise<{ id: string; parent_id: string | null; name: string; trash_id: string | null }[]> {
  return (
    await sql<{
      id: string;
      parent_id: string | null;
      name: string;
      trash_id: string | null;
    }>`
      select id, parent_id, name, trash_id
      from cloud_nodes
      where owner_id = ${ownerId} and is_folder
    `.execute(db)
  ).rows;
}
/** Returns all items of a user, in id order. */
export async function pickAll(
  db: Db,
  ownerId: string,
  after: string,
  limit: number,
): Promise<NodeRow[]> {
  return (
    await sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where owner_id = ${ownerId} and id > ${after}
      order by id
      limit ${limit}
    `.execute(db)
  ).rows;
}
export async function gatherFolderNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`
    select id, name
    from cloud_nodes
    where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
/** Returns the files of a folder, in id order. */
export async function pickFiles(
  db: Db,
  parentId: string,
  after: string,
  limit: number,
): Promise<NodeRow[]> {
  return (
    await sql<NodeRow>`
      select ${COLUMNS}
      from cloud_nodes
      where place = ${parentId} and trash_id is null and not is_folder and id > ${after}
      order by id
      limit ${limit}
    `.execute(db)
  ).rows;
}

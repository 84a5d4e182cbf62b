import { ORDERS, SORTS, type Order, type Sort } from '@respa/contract/cloud';
import { firstCharacters } from '@respa/contract/characters';
import { CLOUD, PAGE_SIZES } from '@respa/contract/limits';
import { AppError, appError, ERROR_CATALOGUE } from '@respa/contract/app-errors';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import * as lists from './lists.ts';
import { freeName, readName, splitName } from './names.ts';
import { getFolder, getOwn } from './policy.ts';
import type { Shown } from './present.ts';
import * as tree from './tree-queries.ts';
import * as owners from './owner-queries.ts';
import * as queries from './queries.ts';
import { readPage } from '#platform/database/paging.ts';
import { presentAll, presentOne } from './shown-nodes.ts';

/** Notifies the owner's open pages that the cloud has changed. */
export const notifyChanged = (context: AppContext, after: After, ownerId: string): void =>
  after(() => context.live.publish(`user:${ownerId}`, { data: { type: 'cloud' } }));

/**
 * Locks a user's cloud for a change. Throws `not_signed_in` if the account was deleted meanwhile.
 */
export async function holdCloud(tx: Tx, ownerId: string): Promise<owners.OwnerRow> {
  const cloud = await owners.lockCloud(tx, ownerId);
  if (cloud === undefined) throw appError('not_signed_in');
  return cloud;
}
/**
 * Returns a free name in a folder: the given one, or with a number. The caller must hold the
 * cloud's lock.
 */
export async function findFreeName(
  tx: Tx,
  ownerId: string,
  parentId: string | null,
  name: string,
): Promise<string> {
  if ((await queries.findByName(tx, ownerId, parentId, name)) === undefined) return name;
  const [stem] = splitName(name);
  // A long name is cut to make room for its number.
  return freeName(
    name,
    await queries.pickNamesLike(
      tx,
      ownerId,
      parentId,
      firstCharacters(stem.replace(/ \(\d{1,6}\)$/, ''), 90),
    ),
  );
}

type WholePage = { page?: number; limit?: number; q?: string };
/** Lists a folder in the documented format, with numbered pages. */
export async function listWhole(
  context: AppContext,
  viewer: Viewer,
  folderId: string | null,
  { page, limit, q }: WholePage,
) {
  await getFolder(context.db, viewer.id, folderId);
  const size = limit ?? (page === undefined ? PAGE_SIZES.wholeList : PAGE_SIZES.named);
  const skip = (Math.max(1, page ?? 1) - 1) * size;
  const [rows, count] = await Promise.all([
    lists.pickWhole(context.db, viewer.id, folderId, { q, skip, limit: size }),
    lists.countFolder(context.db, viewer.id, folderId, { q }),
  ]);
  return {
    files: await presentAll(context, viewer.id, rows),
    count,
    isLast: skip + rows.length >= count,
  };
}
/**
 * Returns the folder with a name, wherever it is; '' and 'root' are the root. Throws `not_found`.
 */
export async function listByName(
  context: AppContext,
  viewer: Viewer,
  name: string,
  page: WholePage,
) {
  if (name === '' || name === 'root') return listWhole(context, viewer, null, page);
  const folder = await queries.findFolderByName(context.db, viewer.id, name);
  if (folder === undefined) throw appError('not_found');
  return listWhole(context, viewer, folder.id, page);
}

type ListQuery = {
  folder: string | null;
  after?: string | undefined;
  sort?: Sort | undefined;
  order?: Order | undefined;
  limit?: number | undefined;
};
/** Lists a page of a folder in one of its orders. `after` is the `next` of the previous page. */
export async function listFolder(
  context: AppContext,
  viewer: Viewer,
  { folder, after, sort = SORTS[0], order = ORDERS[0], limit = PAGE_SIZES.cloud }: ListQuery,
) {
  await getFolder(context.db, viewer.id, folder);
  const place = after === undefined ? undefined : lists.readCursor(after);
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(limit, (most) =>
      lists.pickFolder(context.db, viewer.id, folder, { sort, order, after: place, limit: most }),
    ),
    lists.countFolder(context.db, viewer.id, folder),
  ]);
  return {
    files: await presentAll(context, viewer.id, rows),
    count,
    next: isLast ? null : lists.writeCursor(rows.at(-1)!, sort),
  };
}
export async function searchCloud(context: AppContext, viewer: Viewer, q: string, before?: string) {
  const { rows, isLast } = await readPage(PAGE_SIZES.named, (limit) =>
    lists.pickFound(context.db, viewer.id, q, {
      before,
      limit,
    }),
  );
  return {
    files: await presentAll(context, viewer.id, rows),
    isLast,
  };
}
/** Returns the names of the path to a folder, the root first. */
export async function getWay(context: AppContext, viewer: Viewer, folderId: string | null) {
  await getFolder(context.db, viewer.id, folderId);
  const folders = [
    { name: 'root', id: '' },
    ...(await tree.listWay(context.db, folderId)).map(({ id, name }) => ({ name, id })),
  ];
  return { path: folders.map(({ name }) => name), folders };
}

/**
 * Checks whether a new folder may have a name. Returns the problem instead of throwing, because it
 * is called while the user types.
 */
export async function checkFolder(
  context: AppContext,
  viewer: Viewer,
  input: string | undefined,
  folderId: string | null,
): Promise<{ valid: boolean; error: string }> {
  try {
    const name = readName(input);
    await getFolder(context.db, viewer.id, folderId);
    await assertFree(context.db, viewer.id, folderId, name);
    return { valid: true, error: '' };
  } catch (error) {
    if (error instanceof AppError) return { valid: false, error: error.message };
    throw error;
  }
}
async function assertFree(
  db: Db,
  ownerId: string,
  folderId: string | null,
  name: string,
  isFile = false,
  except?: string,
): Promise<void> {
  const taken = await queries.findByName(db, ownerId, folderId, name);
  if (taken !== undefined && taken.id !== except)
    throw appError('name_taken', {
      text: isFile ? 'Файл с таким именем уже существует' : ERROR_CATALOGUE.name_taken.text,
    });
}
/** Throws `too_deep` if `more` further folders would exceed the maximum depth below a folder. */
export async function assertDepth(db: Db, folderId: string | null, more: number): Promise<void> {
  if ((await tree.listWay(db, folderId)).length + more > CLOUD.depth) throw appError('too_deep');
}

/**
 * Creates a folder. Throws `empty_name`, `bad_name`, `name_taken`, `not_found`, `too_deep`,
 * `too_many_things`.
 */
export async function makeFolder(
  context: AppContext,
  viewer: Viewer,
  input: string | undefined,
  parentId: string | null,
): Promise<Shown> {
  const name = readName(input);
  const row = await transaction(context, async (tx, after) => {
    const cloud = await holdCloud(tx, viewer.id);
    await getFolder(tx, viewer.id, parentId);
    await assertFree(tx, viewer.id, parentId, name);
    await assertDepth(tx, parentId, 1);
    if (cloud.folders >= CLOUD.folders) throw appError('too_many_things');
    await owners.addToCloud(tx, viewer.id, { used: 0, files: 0, folders: 1 });
    notifyChanged(context, after, viewer.id);
    return queries.insertNode(tx, {
      id: newId(),
      owner_id: viewer.id,
      parent_id: parentId,
      is_folder: true,
      name,
      type: 'folder',
      stored: null,
      bytes: 0,
    });
  });
  return presentOne(context, viewer.id, row);
}

/**
 * Renames an item; its bytes and its address stay. Throws `empty_name`, `bad_name`, `name_taken`,
 * `not_found`.
 */
export async function renameThing(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: string | undefined,
): Promise<Shown> {
  const name = readName(input, 'Введите имя');
  const row = await transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const node = await getOwn(tx, viewer.id, id);
    await assertFree(tx, viewer.id, node.parent_id, name, !node.is_folder, node.id);
    await queries.setPlace(tx, node.id, { parent_id: node.parent_id, name });
    notifyChanged(context, after, viewer.id);
    return { ...node, name };
  });
  return presentOne(context, viewer.id, row);
}

/**
 * Moves an item into another folder; a name that is taken there gets a number. Throws `not_found`,
 * `into_itself`, `too_deep`.
 */
export async function moveThing(
  context: AppContext,
  viewer: Viewer,
  id: string,
  parentId: string | null,
): Promise<Shown> {
  const row = await transaction(context, async (tx, after) => {
    await holdCloud(tx, viewer.id);
    const node = await getOwn(tx, viewer.id, id);
    await getFolder(tx, viewer.id, parentId);
    if (node.parent_id === parentId) return node;
    if ((await tree.listWay(tx, parentId)).some((folder) => folder.id === node.id))
      throw appError('into_itself');
    await assertDepth(tx, parentId, node.is_folder ? await tree.findHeight(tx, node.id) : 0);
    const name = await findFreeName(tx, viewer.id, parentId, node.name);
    await queries.setPlace(tx, node.id, { parent_id: parentId, name });
    notifyChanged(context, after, viewer.id);
    return { ...node, parent_id: parentId, name };
  });
  return presentOne(context, viewer.id, row);
}
export async function countContents(context: AppContext, viewer: Viewer, id: string) {
  const node = await getOwn(context.db, viewer.id, id);
  const { files, folders, size } = await tree.sumTree(context.db, node.id);
  return { files, folders: folders - Number(node.is_folder), size };
}
/** Returns the space that a user's cloud takes, and may take. */
export async function getUsage(context: AppContext, viewer: Viewer) {
  const [{ used, files }, trash] = await Promise.all([
    owners.findCloud(context.db, viewer.id),
    queries.sumTrash(context.db, viewer.id),
  ]);
  return { used, quota: context.config.cloudQuota, files, trash };
}

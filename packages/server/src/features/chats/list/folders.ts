import type { Static } from 'typebox';
import type { Folder, FolderKind } from '@respa/contract/chat-list';
import { CHAT_LIST } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { lockPerson } from '#features/people/service.ts';
import { isMember } from '../rooms/room-queries.ts';
import * as queries from './folder-queries.ts';

type FolderInput = { name?: string; kinds?: FolderKind[]; rooms?: string[] };
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
const idsOf = (rooms: string[]) => unique(rooms.map((id) => id.toLowerCase()));

/**
 * Whether a folder holds a room: because it was chosen, or by its kind while it is not archived.
 */
const holds = ({ kinds, rooms }: queries.FolderRow, room: queries.UnreadRoom): boolean =>
  rooms.includes(room.room_id) ||
  (!room.is_archived &&
    (kinds.includes('unread') || kinds.includes(room.is_group ? 'groups' : 'private')));
const present = (
  row: queries.FolderRow,
  unread: readonly queries.UnreadRoom[],
): Static<typeof Folder> => ({
  _id: row.id,
  name: row.name,
  kinds: row.kinds,
  rooms: row.rooms,
  unread: unread.filter((room) => !room.is_muted && holds(row, room)).length,
});
async function presentOne(context: AppContext, viewer: Viewer, id: string) {
  const [row, unread] = await Promise.all([
    getFolder(context, viewer, id),
    queries.listUnreadRooms(context.db, viewer.id),
  ]);
  return present(row, unread);
}
/** Returns a folder of the caller. Throws `not_found`. */
export async function getFolder(
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<queries.FolderRow> {
  const row = await queries.findFolder(db, viewer.id, id);
  if (row === undefined) throw appError('not_found');
  return row;
}
/** Returns the caller's folders in their order, and what the archive holds. */
export async function listFolders(context: AppContext, viewer: Viewer) {
  const [rows, unread, count] = await Promise.all([
    queries.listFolders(context.db, viewer.id),
    queries.listUnreadRooms(context.db, viewer.id),
    queries.countArchived(context.db, viewer.id),
  ]);
  return {
    folders: rows.map((row) => present(row, unread)),
    archive: { count, unread: unread.filter((room) => room.is_archived).length },
  };
}

/** Runs a change of the caller's folders, one at a time, and tells their devices. */
const change = <T>(context: AppContext, viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(context, async (tx, after) => {
    await lockPerson(tx, viewer.id);
    const result = await work(tx);
    after(() => context.live.publish(`user:${viewer.id}`, { data: { type: 'chat-folders' } }));
    return result;
  });
async function assertMember(tx: Tx, viewer: Viewer, rooms: readonly string[]): Promise<void> {
  for (const id of rooms) if (!(await isMember(tx, id, viewer.id))) throw appError('not_found');
}
/**
 * Creates a folder after the caller's other ones. Throws `too_many_folders`, and `not_found` if a
 * room is not theirs.
 */
export async function createFolder(
  context: AppContext,
  viewer: Viewer,
  { name, kinds = [], rooms = [] }: FolderInput & { name: string },
) {
  const id = newId();
  await change(context, viewer, async (tx) => {
    if ((await queries.listFolders(tx, viewer.id)).length >= CHAT_LIST.folders)
      throw appError('too_many_folders');
    await queries.insertFolder(tx, { id, userId: viewer.id, name, kinds: unique(kinds) });
    await assertMember(tx, viewer, idsOf(rooms));
    await queries.insertRooms(tx, id, viewer.id, idsOf(rooms));
  });
  return presentOne(context, viewer, id);
}
/**
 * Changes the given fields of a folder and leaves the rest. A room that the caller has left
 * meanwhile is not added. Throws `not_found`.
 */
export async function editFolder(
  context: AppContext,
  viewer: Viewer,
  id: string,
  { name, kinds, rooms }: FolderInput,
) {
  await change(context, viewer, async (tx) => {
    const row = await getFolder({ db: tx }, viewer, id);
    await queries.changeFolder(tx, row.id, {
      name: name ?? row.name,
      kinds: kinds === undefined ? row.kinds : unique(kinds),
    });
    if (rooms === undefined) return;
    const wanted = idsOf(rooms);
    await queries.deleteRooms(
      tx,
      row.id,
      row.rooms.filter((roomId) => !wanted.includes(roomId)),
    );
    await queries.insertRooms(tx, row.id, viewer.id, wanted);
  });
  return presentOne(context, viewer, id);
}
/** Deletes a folder; its rooms stay. Throws `not_found`, also on a second call. */
export const removeFolder = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  change(context, viewer, async (tx) => {
    if (!(await queries.deleteFolder(tx, viewer.id, id))) throw appError('not_found');
  });
/**
 * Puts the folders into an order; those that the list does not name follow in their former order.
 * Throws `not_found` if it names none of the caller's.
 */
export const orderFolders = (context: AppContext, viewer: Viewer, ids: string[]): Promise<void> =>
  change(context, viewer, async (tx) => {
    const own = (await queries.listFolders(tx, viewer.id)).map((row) => row.id);
    const named = idsOf(ids).filter((id) => own.includes(id));
    if (named.length === 0) throw appError('not_found');
    await queries.rankFolders(tx, viewer.id, [
      ...named,
      ...own.filter((id) => !named.includes(id)),
    ]);
  });
/** Adds a room to a folder. Idempotent. Throws `not_found`, `folder_full`. */
export const addToFolder = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  roomId: string,
): Promise<void> =>
  change(context, viewer, async (tx) => {
    const row = await getFolder({ db: tx }, viewer, id);
    await assertMember(tx, viewer, [roomId]);
    if (row.rooms.length >= CHAT_LIST.folderRooms && !row.rooms.includes(roomId.toLowerCase()))
      throw appError('folder_full');
    await queries.insertRooms(tx, row.id, viewer.id, [roomId]);
  });
/** Takes a chosen room out of a folder. Idempotent. Throws `not_found`. */
export const takeFromFolder = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  roomId: string,
): Promise<void> =>
  change(context, viewer, async (tx) => {
    const row = await getFolder({ db: tx }, viewer, id);
    await assertMember(tx, viewer, [roomId]);
    await queries.deleteRooms(tx, row.id, [roomId]);
  });

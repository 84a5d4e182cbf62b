import { sql } from 'kysely';
import type { FolderKind } from '@respa/contract/chat-list';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { ARCHIVED, UNREAD } from '../rooms/room-queries.ts';

export type FolderRow = { id: string; name: string; kinds: FolderKind[]; rooms: string[] };
const folder = `
  f.id, f.name, f.kinds,
  array(
    select room_id
    from chat_folder_rooms
    where folder_id = f.id
    order by room_id
  ) as rooms
`;
const foldersOf = statement<FolderRow, [userId: string]>(`
  select ${folder}
  from chat_folders f
  where f.user_id = $1
  order by f.rank, f.id
`);
const oneFolder = statement<FolderRow, [userId: string, id: string]>(`
  select ${folder}
  from chat_folders f
  where f.user_id = $1 and f.id = $2
`);
/** Returns the user's folders in their order. */
export const listFolders = (db: Db, userId: string): Promise<FolderRow[]> => foldersOf(db, userId);
/** Returns a folder to its owner. */
export const findFolder = async (
  db: Db,
  userId: string,
  id: string,
): Promise<FolderRow | undefined> => (await oneFolder(db, userId, id))[0];

/** A room with unread messages. */
export type UnreadRoom = {
  room_id: string;
  is_group: boolean;
  is_muted: boolean;
  is_archived: boolean;
};
const unreadRooms = statement<UnreadRoom, [userId: string]>(`
  select m.room_id, false as is_group, m.is_muted, m.archived_position is not null as is_archived
  from room_members m
  where m.user_id = $1 and m.unread > 0
  union all
  select m.room_id, true, m.is_muted, ${ARCHIVED}
  from room_members m
  join rooms r on r.id = m.room_id and r.position > m.read_position
  where m.user_id = $1 and m.is_group and ${UNREAD} > 0
`);
export const listUnreadRooms = (db: Db, userId: string): Promise<UnreadRoom[]> =>
  unreadRooms(db, userId);
const archived = statement<{ count: number }, [userId: string]>(`
  select count(*)::int as count
  from room_members m
  join rooms r on r.id = m.room_id
  where m.user_id = $1
    and m.archived_position is not null
    and (m.is_group or r.position > 0)
    and ${ARCHIVED}
`);
export const countArchived = async (db: Db, userId: string): Promise<number> =>
  (await archived(db, userId))[0]!.count;

export const insertFolder = (
  tx: Tx,
  { id, userId, name, kinds }: { id: string; userId: string; name: string; kinds: FolderKind[] },
) =>
  sql`
    insert into chat_folders (id, user_id, name, kinds, rank)
    select ${id}, ${userId}, ${name}, ${kinds}::text[], coalesce(max(rank), 0) + 1
    from chat_folders
    where user_id = ${userId}
  `.execute(tx);
export const changeFolder = (tx: Tx, id: string, change: { name: string; kinds: FolderKind[] }) =>
  tx.updateTable('chat_folders').set(change).where('id', '=', id).execute();
/** Returns whether the user had the folder. */
export const deleteFolder = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('chat_folders')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;
/** Numbers the user's folders in the order of the list. */
export const rankFolders = (tx: Tx, userId: string, ids: string[]) =>
  sql`
    update chat_folders f
    set rank = given.place
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)
    where f.id = given.id and f.user_id = ${userId}
  `.execute(tx);
/** Adds rooms of the user to a folder. Those that are not theirs are left out. */
export const insertRooms = (tx: Tx, folderId: string, userId: string, rooms: string[]) =>
  sql`
    insert into chat_folder_rooms (folder_id, room_id, user_id)
    select ${folderId}, room_id, user_id
    from room_members
    where user_id = ${userId} and room_id = any(${rooms}::uuid[])
    on conflict do nothing
  `.execute(tx);
export const deleteRooms = (tx: Tx, folderId: string, rooms: string[]) =>
  sql`
    delete from chat_folder_rooms
    where folder_id = ${folderId} and room_id = any(${rooms}::uuid[])
  `.execute(tx);

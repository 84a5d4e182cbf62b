import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type RoomRow = {
  id: string;
  is_group: boolean;
  low_id: string | null;
  high_id: string | null;
  bg: string;
  seq: number;
  position: number;
};
/** A room as its member sees it: `cleared_position` is the last message that they no longer see. */
export type MemberRoom = RoomRow & { cleared_position: number };
const columns = ['id', 'is_group', 'low_id', 'high_id', 'bg', 'seq', 'position'] as const;
const inOrder = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a]);
export const findPrivateRoom = (db: Db, a: string, b: string): Promise<RoomRow | undefined> => {
  const [low, high] = inOrder(a, b);
  return db
    .selectFrom('rooms')
    .select(columns)
    .where('is_group', '=', sql<boolean>`false`)
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .executeTakeFirst();
};
/** Creates the private room of two people. Returns false if it already exists. */
export async function insertPrivateRoom(
  tx: Tx,
  id: string,
  a: string,
  b: string,
): Promise<boolean> {
  const [low, high] = inOrder(a, b);
  const { rows } = await sql`
    insert into rooms (id, low_id, high_id)
    values (${id}, ${low}, ${high})
    on conflict (low_id, high_id) where not is_group do nothing
    returning id
  `.execute(tx);
  return rows.length === 1;
}
export const insertMember = (
  tx: Tx,
  roomId: string,
  userId: string,
  touched: string,
  isGroup = false,
) =>
  tx
    .insertInto('room_members')
    .values({ room_id: roomId, user_id: userId, touched, is_group: isGroup })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
const roomOfMember = statement<MemberRoom, [roomId: string, userId: string]>(
  `
    select ${columns.map((name) => `r.${name}`).join(', ')}, m.cleared_position
    from rooms r
    join room_members m on m.room_id = r.id
    where r.id = $1 and m.user_id = $2
  `,
);
/** Returns a room, to its members only. */
export const findRoomOf = async (
  db: Db,
  roomId: string,
  userId: string,
): Promise<MemberRoom | undefined> => (await roomOfMember(db, roomId, userId))[0];
export const isMember = async (db: Db, roomId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
export const lockRoom = (tx: Tx, roomId: string): Promise<RoomRow | undefined> =>
  tx
    .selectFrom('rooms')
    .select(columns)
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
/** Returns the next seq of a change. Needs the room's lock. */
export const nextSeq = async (tx: Tx, roomId: string): Promise<number> =>
  (
    await tx
      .updateTable('rooms')
      .set({ seq: sql`seq + 1` })
      .where('id', '=', roomId)
      .returning('seq')
      .executeTakeFirstOrThrow()
  ).seq;

/** Messages. The unread count of a group is shown up to this number. */
const MANY_UNREAD = 1_000;
/**
 * SQL: the unread count of a member `m`. Stored for private rooms; counted for groups, from the
 * member's read position on.
 */
export const UNREAD = `case when m.is_group then (select count(*)::int from (
    select from messages where room_id = m.room_id and position > greatest(m.read_position, m.joined_position) and user_id <> m.user_id and deleted_at is null and system is null limit ${MANY_UNREAD}
  ) as news) else m.unread end`;
const unreadOf = sql.raw<number>(UNREAD);
/**
 * SQL: whether a room is in the archive of its member `m`. A group chat is there while it is muted
 * or no other member has written since.
 */
export const ARCHIVED = `(m.archived_position is not null and (not m.is_group or m.is_muted or not exists (
    select from messages where room_id = m.room_id and position > m.archived_position and user_id <> m.user_id and deleted_at is null and system is null
  )))`;
/** Returns the unread count of all rooms that are neither muted nor in the archive. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select (
      select coalesce(sum(unread), 0)
      from room_members
      where user_id = ${userId} and unread > 0 and not is_muted and archived_position is null
    )::int + (
      select coalesce(sum(${unreadOf}), 0)
      from room_members m
      join rooms r on r.id = m.room_id and r.position > m.read_position
      where m.user_id = ${userId} and m.is_group and not m.is_muted and not ${sql.raw(ARCHIVED)}
    )::int as count
  `.execute(db);
  return rows[0]!.count;
}
/**
 * Returns the partners of the user's private rooms, without those whom they block. They receive the
 * user's presence.
 */
export async function listPartners(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    select case when r.low_id = ${userId} then r.high_id else r.low_id end as id
    from room_members m
    join rooms r on r.id = m.room_id and not r.is_group
    where m.user_id = ${userId}
      and r.position > 0
      and not exists (
        select
        from blocks
        where blocker_id = ${userId}
          and blocked_id = case when r.low_id = ${userId} then r.high_id else r.low_id end
      )
    order by m.touched desc
    limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
/** Returns the two members of a private room; an empty list for a group. */
export const listPrivateMembers = async (db: Db, roomId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('room_members')
      .select('user_id')
      .where('room_id', '=', roomId)
      .where('is_group', '=', false)
      .execute()
  ).map((row) => row.user_id);

import { sql } from 'kysely';
import { statement, type Db } from '#platform/database/db.ts';
import { UNREAD } from './room-queries.ts';

export type MovedReading = { position: number; wasMentioned: boolean };
/**
 * Marks the messages up to a position as read. Returns the new read position if it moved, and
 * whether the last unread mention was read. Only the messages between the two positions are
 * counted.
 */
export async function markReadUpTo(
  db: Db,
  roomId: string,
  userId: string,
  position: number,
): Promise<MovedReading | undefined> {
  const { rows } = await sql<MovedReading>`
    with room as (
      select id
      from rooms
      where id = ${roomId}
      for no key update
    ),
    before as (
      select m.room_id, m.user_id, m.mentioned, greatest(m.read_position, m.joined_position) as seen
      from room_members m
      join room on room.id = m.room_id
      where m.user_id = ${userId} and m.read_position < ${position}
    ),
    passed as (
      select count(*)::int as count
      from before
      join messages on messages.room_id = before.room_id
        and messages.position > before.seen
        and messages.position <= ${position}
        and messages.user_id <> before.user_id
        and messages.deleted_at is null
    )
    update room_members m
    set read_position = ${position},
      unread = case when m.is_group then 0 else greatest(0, m.unread - passed.count) end,
      mentioned = m.mentioned
        and exists (
          select
          from messages later
          where later.room_id = m.room_id
            and later.position > ${position}
            and later.deleted_at is null
            and later.mentions @> jsonb_build_array(jsonb_build_object('user', m.user_id))
        )
    from before, passed
    where m.room_id = before.room_id and m.user_id = before.user_id
    returning m.read_position as position,
      before.mentioned and not m.mentioned as "wasMentioned"
  `.execute(db);
  return rows[0];
}
export type UnreadPart = { first: number | null; seen: number; unread: number };
const unreadPart = statement<UnreadPart, [roomId: string, userId: string]>(`
  select greatest(m.read_position, m.joined_position) as seen,
    ${UNREAD} as unread,
    (
      select position
      from messages
      where room_id = m.room_id
        and position > greatest(m.read_position, m.joined_position)
        and user_id <> m.user_id
        and deleted_at is null
        and system is null
      order by position
      limit 1
    ) as first
  from room_members m
  where m.room_id = $1 and m.user_id = $2
`);
/**
 * Returns what a member has not read: the position of the first unread message (null for none), the
 * position up to which they have read, and the number of unread messages (at most `MANY_UNREAD` in
 * a group).
 */
export const findUnreadPart = async (db: Db, roomId: string, userId: string): Promise<UnreadPart> =>
  (await unreadPart(db, roomId, userId))[0] ?? { first: null, seen: 0, unread: 0 };
/**
 * Marks everything in the room as read. Returns the new read position if it moved, and whether the
 * reader had an unread mention.
 */
export async function markRead(
  db: Db,
  roomId: string,
  userId: string,
  isGroup = false,
): Promise<MovedReading | undefined> {
  const { rows } = await sql<MovedReading>`
    with room as (
      select id, position
      from rooms
      where id = ${roomId} and is_group = ${isGroup}
      for no key update
    )
    update room_members m
    set unread = 0, mentioned = false, read_position = room.position
    from room, room_members before
    where m.room_id = room.id
      and m.user_id = ${userId}
      and (m.unread > 0 or m.mentioned or m.read_position < room.position)
      and before.room_id = m.room_id
      and before.user_id = m.user_id
    returning m.read_position as position, before.mentioned as "wasMentioned"
  `.execute(db);
  return rows[0];
}
export const readMarks = (db: Db, roomId: string) =>
  db
    .selectFrom('room_members')
    .select(['user_id', 'read_position'])
    .where('room_id', '=', roomId)
    .orderBy('read_position', 'desc')
    .limit(200)
    .execute();

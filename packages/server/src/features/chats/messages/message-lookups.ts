import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import { findRoomOf } from '../rooms/room-queries.ts';
import { type MediaItem, type MentionItem, type MessageRow, columns } from './message-rows.ts';
import { findPosition } from './message-queries.ts';

/** Returns a user's message (no system message), to members of its room who have not cleared it. */
export async function findReadable(
  db: Db | Tx,
  id: string,
  userId: string,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where id = ${id}
        and deleted_at is null
        and system is null
        and exists (
          select 1
          from room_members
          where room_members.room_id = messages.room_id
            and room_members.user_id = ${userId}
            and room_members.cleared_position < messages.position
        )
    `.execute(db);
  return rows[0];
}
/** Returns those of the messages that are in the user's rooms, in no order. */
export async function pickReadable(db: Db, ids: string[], userId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where id = any(${ids}::uuid[])
        and deleted_at is null
        and system is null
        and exists (
          select 1
          from room_members
          where room_members.room_id = messages.room_id
            and room_members.user_id = ${userId}
            and room_members.cleared_position < messages.position
        )
    `.execute(db);
  return rows;
}
/**
 * Clears the mentioned flag of users whom a message no longer mentions, unless another unread
 * message mentions them.
 */
export async function unmention(tx: Tx, roomId: string, named: MentionItem[]): Promise<void> {
  if (named.length === 0) return;
  await sql`
    update room_members m
    set mentioned = false
    where room_id = ${roomId}
      and user_id = any(${named.map(({ user }) => user)}::uuid[])
      and mentioned
      and not exists (
        select 1
        from messages
        where room_id = m.room_id
          and position > m.read_position
          and deleted_at is null
          and mentions @> jsonb_build_array(jsonb_build_object('user', m.user_id))
      )
  `.execute(tx);
}
/**
 * Returns the position of a message that the user may reply to, i.e. one that they see in a room
 * they are a member of.
 */
export async function findPositionOf(
  db: Db,
  roomId: string,
  id: string,
  userId: string,
): Promise<number | undefined> {
  const room = await findRoomOf(db, roomId, userId);
  const position = room && (await findPosition(db, roomId, id));
  return position === undefined || position <= room!.cleared_position ? undefined : position;
}
export const dropPin = (tx: Tx, roomId: string, id: string) =>
  tx
    .updateTable('rooms')
    .set({ pinned_id: null })
    .where('id', '=', roomId)
    .where('pinned_id', '=', id)
    .execute();

/** Returns a message that was not deleted. */
export async function findMessage(
  db: Db | Tx,
  roomId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where room_id = ${roomId} and id = ${id} and deleted_at is null
    `.execute(db);
  return rows[0];
}
/** Replaces the media of a message without marking it as edited. */
export async function replaceMedia(
  tx: Tx,
  row: { roomId: string; id: string; seq: number; media: MediaItem[] },
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      update messages
      set media = ${JSON.stringify(row.media)}::jsonb, seq = ${row.seq}
      where room_id = ${row.roomId} and id = ${row.id} and deleted_at is null
      returning ${columns}
    `.execute(tx);
  return rows[0];
}

import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/db.ts';
import { mayWriteIn } from './room-queries.ts';

export type MediaItem = {
  kind: 'image' | 'video' | 'audio'; name: string; width: number; height: number; thumbhash: string; duration: number; bytes?: number;
  /** A video's frame, a picture of message-images. */
  poster?: string;
  peaks?: number[];
};
export type MessageRow = {
  room_id: string; id: string; user_id: string; position: number; born: number; seq: number; text: string; media: MediaItem[]; client_id: string | null;
  created_at: Date; edited_at: Date | null; deleted_at: Date | null;
};
const names = 'room_id, id, user_id, position, born, seq, text, media, client_id, created_at, edited_at, deleted_at';
const columns = sql.raw(names);

export type NewMessage = { roomId: string; id: string; userId: string; text: string; media: MediaItem[]; clientId: string | null };
export type Sent = MessageRow & { members: { user_id: string; unread: number }[] };
/**
 * One statement, so one round trip and atomic without more: the clientId is claimed, the room takes its next numbers under its row's lock,
 * the message is written, and every member's counter moves.
 */
const writeMessage = statement<Sent, [roomId: string, id: string, userId: string, text: string, media: string, clientId: string | null]>(`
  with allowed as (
    select r.id from rooms r join room_members m on m.room_id = r.id and m.user_id = $3::uuid where r.id = $1::uuid and ${mayWriteIn('r', '$3::uuid')}
  ), claimed as (
    insert into message_clients (room_id, user_id, client_id, message_id)
    select $1::uuid, $3::uuid, $6::text, $2::uuid
    where $6::text is not null and exists (select 1 from allowed)
    on conflict do nothing returning 1
  ), room as (
    update rooms r set seq = r.seq + 1, position = r.position + 1
    from allowed
    where r.id = allowed.id and ($6::text is null or exists (select 1 from claimed))
    returning r.seq, r.position
  ), message as (
    insert into messages (room_id, id, user_id, position, born, seq, text, media, client_id)
    select $1::uuid, $2::uuid, $3::uuid, position, seq, seq, $4::text, $5::jsonb, $6::text from room
    returning ${names}
  ), told as (
    update room_members m set touched = $2::uuid, unread = m.unread + (m.user_id <> $3::uuid)::int,
      read_position = case when m.user_id = $3::uuid and m.unread = 0 then room.position else m.read_position end
    from room where m.room_id = $1::uuid
    returning m.user_id, m.unread
  )
  select message.*, (select json_agg(told) from told) as members from message`);
/** Answers nothing when the sender is no member or may not write there now, or the clientId was used. */
export const insertMessage = async (db: Db | Tx, { roomId, id, userId, text, media, clientId }: NewMessage): Promise<Sent | undefined> =>
  (await writeMessage(db, roomId, id, userId, text, JSON.stringify(media), clientId))[0];
export async function findByClient(db: Db | Tx, roomId: string, userId: string, clientId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${columns} from messages where room_id = ${roomId} and id =
    (select message_id from message_clients where room_id = ${roomId} and user_id = ${userId} and client_id = ${clientId})`.execute(db);
  return rows[0];
}
/** A message, to members of its room. */
export async function findReadable(db: Db | Tx, id: string, userId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${columns} from messages where id = ${id} and deleted_at is null
    and exists (select 1 from room_members where room_members.room_id = messages.room_id and room_members.user_id = ${userId})`.execute(db);
  return rows[0];
}
/** The message of its author, while the author is a member of its room. */
export async function findOwnMessage(db: Db | Tx, id: string, userId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${columns} from messages where id = ${id} and user_id = ${userId} and deleted_at is null
    and exists (select 1 from room_members where room_members.room_id = messages.room_id and room_members.user_id = ${userId})`.execute(db);
  return rows[0];
}
export async function changeMessage(tx: Tx, row: { roomId: string; id: string; seq: number; text: string; media: MediaItem[] }): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`update messages set text = ${row.text}, media = ${JSON.stringify(row.media)}::jsonb, seq = ${row.seq}, edited_at = now()
    where room_id = ${row.roomId} and id = ${row.id} and deleted_at is null returning ${columns}`.execute(tx);
  return rows[0];
}
/** Leaves a tombstone without text or media; who had not read the message has one less to read. */
export async function buryMessage(tx: Tx, roomId: string, id: string, seq: number): Promise<void> {
  const { rows } = await sql<{ position: number; user_id: string }>`update messages set text = '', media = '[]', seq = ${seq}, deleted_at = now()
    where room_id = ${roomId} and id = ${id} and deleted_at is null returning position, user_id`.execute(tx);
  if (rows[0] === undefined) return;
  await sql`update room_members set unread = unread - 1 where room_id = ${roomId} and user_id <> ${rows[0].user_id} and read_position < ${rows[0].position} and unread > 0`.execute(tx);
}
const newestMessages = statement<MessageRow, [roomId: string, skip: number, limit: number]>(
  `select ${names} from messages where room_id = $1 and deleted_at is null order by position desc offset $2 limit $3`,
);
const messagesBefore = statement<MessageRow, [roomId: string, before: number, skip: number, limit: number]>(
  `select ${names} from messages where room_id = $1 and deleted_at is null and position < $2 order by position desc offset $3 limit $4`,
);
/** A page from the newest, or from before a place; newest first. */
export const pickMessages = (db: Db, roomId: string, { before, skip, limit }: { before?: number | undefined; skip: number; limit: number }): Promise<MessageRow[]> =>
  before === undefined ? newestMessages(db, roomId, skip, limit) : messagesBefore(db, roomId, before, skip, limit);
const messagesAfter = statement<MessageRow, [roomId: string, after: number, limit: number]>(
  `select ${names} from messages where room_id = $1 and deleted_at is null and position > $2 order by position limit $3`,
);
/** What comes after a place, oldest first. */
export const pickMessagesAfter = (db: Db, roomId: string, after: number, limit: number): Promise<MessageRow[]> => messagesAfter(db, roomId, after, limit);
/** What changed after a number, oldest change first, tombstones included. */
export async function pickChanges(db: Db, roomId: string, after: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${columns} from messages where room_id = ${roomId} and seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
}
export async function findPosition(db: Db, roomId: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`select position from messages where room_id = ${roomId} and id = ${id}`.execute(db);
  return rows[0]?.position;
}

import { sql } from 'kysely';
import type { StyledPart } from '@respa/contract/formatting';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { cardAs } from '#features/people/service.ts';
import type { QuotedRow } from './present.ts';
import { mayWriteIn } from '../rooms/room-rights.ts';
import {
  type MediaItem,
  type MentionItem,
  type MessageRow,
  names,
  columns,
} from './message-rows.ts';
import {
  BLOCK,
  newestMessages,
  messagesFarUp,
  messagesBefore,
  messagesAfter,
} from './message-page-statements.ts';

export type NewMessage = {
  roomId: string;
  id: string;
  userId: string;
  text: string;
  media: MediaItem[];
  clientId: string | null;
  /** Null: a room of either kind. */
  isGroup: boolean | null;
  replyTo?: string | null;
  mentions?: MentionItem[];
  formatting?: StyledPart[];
  forwardedFrom?: string | null;
  isSilent?: boolean;
  /** The writer's draft of a new message stays. */
  keepsDraft?: boolean;
  hasPoll?: boolean;
};
/** The two members of a private room. A group's members follow the group's channel instead. */
export type NotifiedMember = { user_id: string; unread: number; is_muted: boolean };
export type Sent = MessageRow & { is_group: boolean; members: NotifiedMember[] | null };
/** The end of a statement that writes messages: selects what every reader sees of them. */
export const SELECT_SENT = `
  select message.*, room.is_group, (select json_agg(told) from told) as members,
    ${cardAs('author')} as author
  from room
  cross join message
  left join people author on author.id = message.user_id
`;
/**
 * One statement, therefore one round trip, and atomic without a transaction: it locks the room,
 * claims the clientId, takes the room's next numbers, writes the message and updates the counters
 * of the two members of a private room. In a group it touches only the mentioned members and the
 * writer's draft. The writer's own row is locked after the room's row: a user excluded while the
 * statement waited for the room is no member then, whatever snapshot the statement started with.
 */
const writeMessage = statement<
  Sent,
  [
    roomId: string,
    id: string,
    userId: string,
    text: string,
    media: string,
    clientId: string | null,
    replyTo: string | null,
    mentions: string,
    forwardedFrom: string | null,
    mentioned: string[],
    isGroup: boolean | null,
    isSilent: boolean,
    keepsDraft: boolean,
    formatting: string,
    hasPoll: boolean,
  ]
>(`
  with held as (
    select id, is_group, low_id, high_id
    from rooms
    where id = $1::uuid and is_group = coalesce($11::boolean, is_group)
    for no key update
  ),
  allowed as (
    select r.id
    from held r
    join room_members m on m.room_id = r.id and m.user_id = $3::uuid
    where ${mayWriteIn('r', '$3::uuid')}
    for key share of m
  ),
  claimed as (
    insert into message_clients (room_id, user_id, client_id, message_id)
    select $1::uuid, $3::uuid, $6::text, $2::uuid
    where $6::text is not null and exists (select 1 from allowed)
    on conflict do nothing
    returning 1
  ),
  room as (
    update rooms r
    set seq = r.seq + 1, position = r.position + 1, touched = case when r.is_group then $2::uuid end
    from allowed
    where r.id = allowed.id and ($6::text is null or exists (select 1 from claimed))
    returning r.seq, r.position, r.is_group
  ),
  message as (
    insert into messages (
      room_id, id, user_id, position, born, seq, text, media, client_id, reply_to, mentions,
      forwarded_from, is_silent, formatting, has_poll
    )
    select $1::uuid, $2::uuid, $3::uuid, position, seq, seq, $4::text, $5::jsonb, $6::text,
      $7::uuid, $8::jsonb, $9::uuid, $12::boolean, $14::jsonb, $15::boolean
    from room
    returning ${names}
  ),
  told as (
    update room_members m
    set touched = case when m.is_group then m.touched else $2::uuid end,
      unread = m.unread + (m.user_id <> $3::uuid and not m.is_group)::int,
      read_position = case when m.user_id = $3::uuid and m.unread = 0 and not m.is_group
        then room.position else m.read_position end,
      mentioned = m.mentioned or m.user_id = any($10::uuid[]),
      archived_position = case when m.user_id = $3::uuid or m.is_muted or m.is_group
        then m.archived_position end,
      draft = case when m.user_id = $3::uuid and $9::uuid is null and not $13::boolean then null else m.draft end
    from room
    where m.room_id = $1::uuid
      and (
        not m.is_group
        or m.user_id = any($10::uuid[])
        or (m.user_id = $3::uuid and m.draft is not null)
      )
    returning m.user_id, m.unread, m.is_muted
  )
  ${SELECT_SENT}
`);
/**
 * Returns undefined if the sender is no member or may not write there now, the room is of the other
 * kind, or the clientId was used.
 */
export const insertMessage = async (
  db: Db | Tx,
  {
    roomId,
    id,
    userId,
    text,
    media,
    clientId,
    isGroup,
    replyTo = null,
    mentions = [],
    formatting = [],
    forwardedFrom = null,
    isSilent = false,
    keepsDraft = false,
    hasPoll = false,
  }: NewMessage,
): Promise<Sent | undefined> =>
  (
    await writeMessage(
      db,
      roomId,
      id,
      userId,
      text,
      JSON.stringify(media),
      clientId,
      replyTo,
      JSON.stringify(mentions),
      forwardedFrom,
      mentions.map(({ user }) => user),
      isGroup,
      isSilent,
      keepsDraft,
      JSON.stringify(formatting),
      hasPoll,
    )
  )[0];
export async function findByClient(
  db: Db | Tx,
  roomId: string,
  userId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where room_id = ${roomId}
        and id = (
          select message_id
          from message_clients
          where room_id = ${roomId} and user_id = ${userId} and client_id = ${clientId}
        )
    `.execute(db);
  return rows[0];
}
/**
 * Returns a page from the newest message or from before a position; newest first. Messages up to
 * `cleared` are left out.
 */
export const pickMessages = (
  db: Db,
  roomId: string,
  {
    before,
    skip,
    limit,
    cleared = 0,
  }: { before?: number | undefined; skip: number; limit: number; cleared?: number },
): Promise<MessageRow[]> =>
  before !== undefined
    ? messagesBefore(db, roomId, before, skip, limit, cleared)
    : skip > BLOCK
      ? messagesFarUp(db, roomId, skip, limit, cleared)
      : newestMessages(db, roomId, skip, limit, cleared);
/** Returns the messages after a position, oldest first. */
export const pickMessagesAfter = (
  db: Db,
  roomId: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> => messagesAfter(db, roomId, after, limit);
/**
 * Returns the changes after a seq of messages after a position, oldest change first, tombstones
 * included.
 */
export async function pickChanges(
  db: Db,
  roomId: string,
  after: number,
  limit: number,
  cleared = 0,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where room_id = ${roomId} and seq > ${after} and position > ${cleared}
      order by seq
      limit ${limit}
    `.execute(db);
  return rows;
}
export async function findPosition(
  db: Db,
  roomId: string,
  id: string,
): Promise<number | undefined> {
  const { rows } = await sql<{
    position: number;
  }>`
    select position
    from messages
    where room_id = ${roomId} and id = ${id}
  `.execute(db);
  return rows[0]?.position;
}
/**
 * Returns the first message since a moment. Ids begin with their time, so the primary key serves as
 * the index.
 */
export async function findSince(
  db: Db,
  roomId: string,
  moment: Date,
): Promise<{ id: string; position: number } | undefined> {
  const first = `${Math.max(0, moment.getTime())
    .toString(16)
    .padStart(12, '0')
    .slice(-12)
    .replace(/^(.{8})(.{4})$/, '$1-$2')}-0000-0000-000000000000`;
  const { rows } = await sql<{
    id: string;
    position: number;
  }>`
    select id, position
    from messages
    where room_id = ${roomId} and id >= ${first} and deleted_at is null
    order by id
    limit 1
  `.execute(db);
  return rows[0];
}
/** Returns the messages that the given ones reply to, deleted ones too. */
export async function gatherQuoted(
  db: Db | Tx,
  rows: readonly Pick<MessageRow, 'reply_to'>[],
): Promise<Map<string, QuotedRow>> {
  const ids = [...new Set(rows.flatMap((row) => row.reply_to ?? []))];
  if (ids.length === 0) return new Map();
  const found = await sql<QuotedRow>`
      select id, user_id, position, text, formatting, media, deleted_at, system
      from messages
      where id = any(${ids}::uuid[])
    `.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}

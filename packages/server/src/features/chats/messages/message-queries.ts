import { sql } from 'kysely';
import type { SystemKind } from '@respa/contract/chats';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { cardAs, type CardRow } from '#features/people/service.ts';
import type { QuotedRow } from './present.ts';
import { isMember, mayWriteIn } from '../rooms/room-queries.ts';

export type MediaItem = {
  kind: 'image' | 'video' | 'audio';
  name: string;
  width: number;
  height: number;
  thumbhash: string;
  duration: number;
  bytes?: number;
  /** A video's poster frame, a picture in message-images. */
  poster?: string;
  peaks?: number[];
};
/** A system message about a group event; `userId` is the user it is about. */
export type SystemMessage = { kind: SystemKind; userId?: string; title?: string };
export type MentionItem = { user: string; offset: number; length: number };
/** In the order in which they were added. */
export type ReactionItem = { user: string; emoji: string };
export type MessageRow = {
  room_id: string;
  id: string;
  user_id: string;
  position: number;
  born: number;
  seq: number;
  text: string;
  media: MediaItem[];
  client_id: string | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  system: SystemMessage | null;
  reply_to: string | null;
  reactions: ReactionItem[];
  mentions: MentionItem[];
  forwarded_from: string | null;
  /** Set when the row was just written; saves a query for the author's card. */
  author?: CardRow | null;
};
export const names =
  'system, reply_to, reactions, mentions, forwarded_from, room_id, id, user_id, position, born, seq, text, media, client_id, created_at, edited_at, deleted_at';
export const columns = sql.raw(names);
/** Positions per block in which deleted messages are counted together (migration 0042). */
const BLOCK = 1_000;

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
  forwardedFrom?: string | null;
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
      forwarded_from
    )
    select $1::uuid, $2::uuid, $3::uuid, position, seq, seq, $4::text, $5::jsonb, $6::text,
      $7::uuid, $8::jsonb, $9::uuid
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
      draft = case when m.user_id = $3::uuid and $9::uuid is null then null else m.draft end
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
    forwardedFrom = null,
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
/** Returns a user's message (no system message), to members of its room only. */
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
          where room_members.room_id = messages.room_id and room_members.user_id = ${userId}
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
          where room_members.room_id = messages.room_id and room_members.user_id = ${userId}
        )
    `.execute(db);
  return rows;
}
/**
 * Returns the message to its author, while the author is a member of its room and the room's kind
 * matches `isGroup`.
 */
export async function findOwnMessage(
  db: Db | Tx,
  id: string,
  userId: string,
  isGroup = false,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where id = ${id}
        and user_id = ${userId}
        and deleted_at is null
        and system is null
        and exists (
          select 1
          from room_members m
          join rooms r on r.id = m.room_id
          where m.room_id = messages.room_id and m.user_id = ${userId} and r.is_group = ${isGroup}
        )
    `.execute(db);
  return rows[0];
}
export async function changeMessage(
  tx: Tx,
  row: {
    roomId: string;
    id: string;
    seq: number;
    text: string;
    media: MediaItem[];
    mentions: MentionItem[];
  },
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      update messages
      set text = ${row.text}, media = ${JSON.stringify(row.media)}::jsonb,
        mentions = ${JSON.stringify(row.mentions)}::jsonb, seq = ${row.seq}, edited_at = now()
      where room_id = ${row.roomId} and id = ${row.id} and deleted_at is null
      returning ${columns}
    `.execute(tx);
  return rows[0];
}
/**
 * Leaves a tombstone without text or media, and decrements the unread count of members who had not
 * read the message.
 */
export async function tombstoneMessage(
  tx: Tx,
  roomId: string,
  id: string,
  seq: number,
): Promise<void> {
  const { rows } = await sql<{ position: number; user_id: string }>`
    with buried as (
      update messages
      set text = '', media = '[]', reactions = '[]', mentions = '[]', reply_to = null,
        forwarded_from = null, seq = ${seq}, deleted_at = now()
      where room_id = ${roomId} and id = ${id} and deleted_at is null
      returning position, user_id
    ),
    counted as (
      insert into room_gaps (room_id, block, gone)
      select ${roomId}::uuid, position / ${sql.lit(BLOCK)}, 1
      from buried
      on conflict (room_id, block) do update set gone = room_gaps.gone + 1
    )
    select position, user_id
    from buried
  `.execute(tx);
  if (rows[0] === undefined) return;
  await sql`
    update room_members
    set unread = unread - 1
    where room_id = ${roomId}
      and user_id <> ${rows[0].user_id}
      and not is_group
      and read_position < ${rows[0].position}
      and unread > 0
  `.execute(tx);
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
const newestMessages = statement<MessageRow, [roomId: string, skip: number, limit: number]>(
  `
    select ${names}
    from messages
    where room_id = $1 and deleted_at is null
    order by position desc
    offset $2
    limit $3
  `,
);
/**
 * Returns a page at a given distance from the end without scanning all messages before it.
 * Positions have no gaps, so the number of messages above a block follows from the room's last
 * position and the deleted counts of the blocks with gaps. `passed` is the lowest of these blocks
 * that the page is below, or the end of the room. From there down to the next such block every
 * position has its message; the remaining distance lies in that next block and is scanned.
 */
const messagesFarUp = statement<MessageRow, [roomId: string, skip: number, limit: number]>(`
  with gaps as materialized (
    select block::bigint * ${BLOCK} as edge, sum(gone) over (order by block desc)::bigint as gone
    from room_gaps
    where room_id = $1
  ),
  marks as (
    select edge, r.position + 1 - edge - gone as above
    from gaps, rooms r
    where r.id = $1
    union all
    select position + 1, 0
    from rooms
    where id = $1
  ),
  passed as (
    select edge, $2::bigint - above as rest
    from marks
    where above <= $2::bigint
    order by edge
    limit 1
  ),
  start as (
    select edge,
      rest,
      greatest(
        edge - rest,
        coalesce((select max(gaps.edge) + ${BLOCK} from gaps where gaps.edge < passed.edge), 1)
      ) as place
    from passed
  ),
  reach as (
    select least(place, edge) as place, rest - (edge - least(place, edge)) as walk
    from start
  )
  select ${names}
  from messages
  where room_id = $1 and deleted_at is null and position < (select place from reach)
  order by position desc
  offset (select walk from reach)
  limit $3
`);
const messagesBefore = statement<
  MessageRow,
  [roomId: string, before: number, skip: number, limit: number]
>(
  `
    select ${names}
    from messages
    where room_id = $1 and deleted_at is null and position < $2
    order by position desc
    offset $3
    limit $4
  `,
);
/** Returns a page from the newest message or from before a position; newest first. */
export const pickMessages = (
  db: Db,
  roomId: string,
  { before, skip, limit }: { before?: number | undefined; skip: number; limit: number },
): Promise<MessageRow[]> =>
  before !== undefined
    ? messagesBefore(db, roomId, before, skip, limit)
    : skip > BLOCK
      ? messagesFarUp(db, roomId, skip, limit)
      : newestMessages(db, roomId, skip, limit);
const messagesAfter = statement<MessageRow, [roomId: string, after: number, limit: number]>(
  `
    select ${names}
    from messages
    where room_id = $1 and deleted_at is null and position > $2
    order by position
    limit $3
  `,
);
/** Returns the messages after a position, oldest first. */
export const pickMessagesAfter = (
  db: Db,
  roomId: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> => messagesAfter(db, roomId, after, limit);
/** Returns the changes after a seq, oldest change first, tombstones included. */
export async function pickChanges(
  db: Db,
  roomId: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
      select ${columns}
      from messages
      where room_id = ${roomId} and seq > ${after}
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
/**
 * Returns the position of a message that the user may reply to, i.e. one in a room they are a
 * member of.
 */
export async function findPositionOf(
  db: Db,
  roomId: string,
  id: string,
  userId: string,
): Promise<number | undefined> {
  return (await isMember(db, roomId, userId)) ? findPosition(db, roomId, id) : undefined;
}
/** Returns the messages that the given ones reply to, deleted ones too. */
export async function gatherQuoted(
  db: Db | Tx,
  rows: readonly Pick<MessageRow, 'reply_to'>[],
): Promise<Map<string, QuotedRow>> {
  const ids = [...new Set(rows.flatMap((row) => row.reply_to ?? []))];
  if (ids.length === 0) return new Map();
  const found = await sql<QuotedRow>`
      select id, user_id, text, media, deleted_at
      from messages
      where id = any(${ids}::uuid[])
    `.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}
export const dropPin = (tx: Tx, roomId: string, id: string) =>
  tx
    .updateTable('rooms')
    .set({ pinned_id: null })
    .where('id', '=', roomId)
    .where('pinned_id', '=', id)
    .execute();

import { sql } from 'kysely';
import type { StyledPart } from '@respa/contract/formatting';
import { type Db, type Tx } from '#platform/database/db.ts';
import {
  type MediaItem,
  type MentionItem,
  type MessageRow,
  type SystemMessage,
  columns,
} from './message-rows.ts';
import { BLOCK } from './message-page-statements.ts';

/**
 * Returns the message to its author, while the author is a member of its room and sees it, and the
 * room's kind matches `isGroup`.
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
          where m.room_id = messages.room_id
            and m.user_id = ${userId}
            and m.cleared_position < messages.position
            and r.is_group = ${isGroup}
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
    formatting: StyledPart[];
  },
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
      update messages
      set text = ${row.text}, media = ${JSON.stringify(row.media)}::jsonb,
        mentions = ${JSON.stringify(row.mentions)}::jsonb,
        formatting = ${JSON.stringify(row.formatting)}::jsonb, seq = ${row.seq}, edited_at = now()
      where room_id = ${row.roomId} and id = ${row.id} and deleted_at is null
      returning ${columns}
    `.execute(tx);
  return rows[0];
}
/**
 * Turns a message of a group chat into a line without anything that it held. The line keeps the
 * place and the author, counts as unread for nobody and leaves no gap.
 */
export async function replaceByLine(
  tx: Tx,
  { room_id: roomId, id }: Pick<MessageRow, 'room_id' | 'id'>,
  seq: number,
  line: SystemMessage,
): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    update messages
    set system = ${JSON.stringify(line)}::jsonb, seq = ${seq}, edited_at = null,
      is_silent = false, ${NOTHING}
    where room_id = ${roomId} and id = ${id}
    returning ${columns}
  `.execute(tx);
  return rows[0]!;
}
/** SQL: assignments that take all content off a message. */
const NOTHING = sql`
  text = '', media = '[]', reactions = '[]', mentions = '[]', formatting = '[]',
  reply_to = null, forwarded_from = null, has_poll = false
`;
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
      set seq = ${seq}, deleted_at = now(), ${NOTHING}
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

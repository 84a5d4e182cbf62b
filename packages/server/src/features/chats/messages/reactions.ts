import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Reaction } from '@respa/contract/chat-messages';
import { appError } from '@respa/contract/app-errors';
import { REACTIONS } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { columns, type MessageRow } from './message-rows.ts';
import { findReadable } from './message-lookups.ts';
import { presentOne } from './message-views.ts';
import { presentReactions } from './present.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import { lockRoom, nextSeq } from '../rooms/room-queries.ts';

type Shown = Static<typeof Reaction>[];
const EMOJI = /^\p{RGI_Emoji}$/v;

/**
 * Adds a reaction. The same reaction twice counts once; a reaction over the member's limit replaces
 * their oldest one. Throws `bad_emoji`, `not_found`, `messages_closed`, and `too_many_reactions`
 * over the limit of a message.
 */
export function addReaction(
  context: AppContext,
  viewer: Viewer,
  messageId: string,
  emoji: string,
): Promise<Shown> {
  if (!EMOJI.test(emoji)) throw appError('bad_emoji');
  return change(context, viewer, messageId, (reactions) => {
    const own = reactions.filter(({ user }) => user === viewer.id);
    if (own.some((one) => one.emoji === emoji)) return null;
    const left =
      own.length < REACTIONS.each ? reactions : reactions.filter((one) => one !== own[0]);
    const kinds = new Set(left.map((one) => one.emoji));
    if (!kinds.has(emoji) && kinds.size >= REACTIONS.kinds)
      throw appError('too_many_reactions', {
        text: 'На этом сообщении уже 20 разных реакций. Выберите одну из них.',
      });
    return [...left, { user: viewer.id, emoji }];
  });
}
/** Removes a reaction. Idempotent. Throws `not_found`, `messages_closed`. */
export const takeReaction = (
  context: AppContext,
  viewer: Viewer,
  messageId: string,
  emoji: string,
): Promise<Shown> =>
  change(context, viewer, messageId, (reactions) => {
    const left = reactions.filter((one) => one.user !== viewer.id || one.emoji !== emoji);
    return left.length === reactions.length ? null : left;
  });

/**
 * Changes the reactions under the room's lock and with its next seq, as an edit, so that a resuming
 * reader gets it too. `decide` returns null if nothing changes.
 */
async function change(
  context: AppContext,
  viewer: Viewer,
  id: string,
  decide: (reactions: MessageRow['reactions']) => MessageRow['reactions'] | null,
): Promise<Shown> {
  const seen = await findReadable(context.db, id, viewer.id);
  if (seen === undefined) throw appError('not_found');
  if ((await findMayWrite(context.db, seen.room_id, viewer.id)) !== true)
    throw appError('messages_closed');
  return transaction(context, async (tx, after) => {
    await lockRoom(tx, seen.room_id);
    const current = await findReadable(tx, id, viewer.id);
    if (current === undefined) throw appError('not_found');
    const reactions = decide(current.reactions);
    if (reactions === null) return presentReactions(current.reactions);
    const changed = await write(tx, current, reactions);
    after(async () => {
      const message = await presentOne(context, changed);
      context.live.publish(`room:${changed.room_id}`, {
        id: String(changed.seq),
        data: { type: 'edit', message },
      });
    });
    return presentReactions(changed.reactions);
  });
}
async function write(
  tx: Tx,
  { room_id: roomId, id }: MessageRow,
  reactions: MessageRow['reactions'],
): Promise<MessageRow> {
  const seq = await nextSeq(tx, roomId);
  const { rows } = await sql<MessageRow>`
      update messages
      set reactions = ${JSON.stringify(reactions)}::jsonb, seq = ${seq}
      where room_id = ${roomId} and id = ${id}
      returning ${columns}
    `.execute(tx);
  return rows[0]!;
}

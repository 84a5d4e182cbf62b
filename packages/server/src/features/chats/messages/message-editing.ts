import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { withdraw } from '#features/notifications/service.ts';
import { forgetUses, noteUses } from '#features/stickers/service.ts';
import { planLink, reattachLink } from '#features/links/service.ts';
import {
  arrangeMedia,
  joinMedia,
  keepAll,
  prepareMedia,
  removeStored,
} from './media/attachments.ts';
import { addClipJobs } from './media/clip-jobs.ts';
import { readFormatting } from './text/formatting.ts';
import { readMentions } from './text/mentions.ts';
import { findEmoji, stickerIdsOf } from './media/message-stickers.ts';
import * as lookups from './message-lookups.ts';
import { notifyRoomChanged } from './message-removal.ts';
import { presentOne } from './message-views.ts';
import * as changes from './message-change-queries.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import { lockRoom, nextSeq } from '../rooms/room-queries.ts';
import { insertVersion } from './version-queries.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { type Draft, linkedTo } from './messages.ts';
import type { MessageRow } from './message-rows.ts';

/**
 * Edits an own message. New media of a kind replace that kind, unless `keep` names what stays.
 * Throws `not_found`, `not_own_words` for a forwarded message, `poll_fixed`, `bad_input` for a
 * sticker, `messages_closed`, `empty_message`, `pack_not_added` and the errors of `prepareMedia`
 * and `arrangeMedia`.
 */
export async function editMessage(
  context: AppContext,
  viewer: Viewer,
  id: string,
  draft: Draft,
  kind: ConversationKind,
) {
  const own = await findEditable(context, viewer, id, kind);
  const { formatting, mentions } = await readChangedParts(context, viewer, own, draft);
  const prepared = await prepareMedia(context, draft.files, draft.peaks);
  const link = await planLink(context, viewer.id, {
    text: draft.message ?? own.text,
    mentions: mentions ?? own.mentions,
    formatting: formatting ?? own.formatting,
  });
  const change = async (tx: Tx) => {
    await lockRoom(tx, own.room_id);
    const current = await changes.findOwnMessage(tx, id, viewer.id, kind.isGroup);
    if (current === undefined) return undefined;
    const { media: joined, dropped } = joinMedia(current.media, prepared, draft.keep);
    const media = arrangeMedia(joined, prepared, draft.pictures);
    const text = draft.message ?? current.text;
    if (text === '' && media.length === 0) throw appError('empty_message');
    if (text !== current.text) await insertVersion(tx, current);
    const seq = await nextSeq(tx, current.room_id);
    const changed = await changes.changeMessage(tx, {
      roomId: current.room_id,
      id,
      seq,
      text,
      media,
      mentions: mentions ?? current.mentions,
      formatting: formatting ?? current.formatting,
    });
    if (mentions !== undefined) await lookups.unmention(tx, current.room_id, current.mentions);
    if (changed === undefined) return undefined;
    if (formatting !== undefined) await noteNewUses(tx, changed);
    await reattachLink(context, tx, linkedTo(changed), link);
    return { changed, dropped };
  };
  const done = await keepAll(
    context,
    prepared,
    async (tx, after) => {
      const result = await change(tx);
      if (result === undefined) return undefined;
      await removeStored(context, tx, after, result.dropped);
      await addClipJobs(context, tx, result.changed);
      if (mentions !== undefined)
        await withdraw(context, tx, after, { part: id, stillTo: mentions.map(({ user }) => user) });
      return result;
    },
    { ownerId: viewer.id, scopeId: own.room_id },
  );
  if (done === undefined) throw appError('not_found');
  const message = await presentOne(context, done.changed);
  context.live.publish(`room:${own.room_id}`, {
    id: String(done.changed.seq),
    data: { type: 'edit', message },
  });
  await notifyRoomChanged(context, own.room_id);
  return message;
}

/**
 * Returns a message that its author may edit. Throws `not_found`, `not_own_words`, `poll_fixed`,
 * `bad_input` and `messages_closed`.
 */
async function findEditable(
  context: AppContext,
  viewer: Viewer,
  id: string,
  kind: ConversationKind,
) {
  const own = await changes.findOwnMessage(context.db, id, viewer.id, kind.isGroup);
  if (own === undefined) throw appError('not_found');
  if (own.forwarded_from !== null) throw appError('not_own_words');
  if (own.has_poll) throw appError('poll_fixed');
  if (own.media[0]?.kind === 'sticker')
    throw appError('bad_input', { text: 'Стикер нельзя изменить.' });
  if ((await findMayWrite(context.db, own.room_id, viewer.id, kind.isGroup)) !== true)
    throw appError('messages_closed');
  return own;
}

/** Reads the formatting and the mentions that an edit gives; undefined is what stays as it is. */
async function readChangedParts(
  context: AppContext,
  viewer: Viewer,
  own: Awaited<ReturnType<typeof findEditable>>,
  draft: Draft,
) {
  const words = draft.message ?? own.text;
  const formatting =
    draft.message === undefined && draft.formatting === undefined
      ? undefined
      : await findEmoji(
          context,
          viewer,
          words,
          readFormatting(words, draft.formatting),
          stickerIdsOf(own),
        );
  const mentions =
    draft.message === undefined && draft.mentions === undefined
      ? undefined
      : await readMentions(context.db, own.room_id, words, draft.mentions);
  return { formatting, mentions };
}

/** Notes which pictures a message uses now, in place of those that it used. */
async function noteNewUses(tx: Tx, changed: MessageRow): Promise<void> {
  await forgetUses(tx, changed.room_id, changed.id);
  await noteUses(tx, {
    roomId: changed.room_id,
    messageId: changed.id,
    ids: stickerIdsOf(changed),
  });
}

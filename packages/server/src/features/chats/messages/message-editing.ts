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
import * as x from './message-change-queries.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import { lockRoom, nextSeq } from '../rooms/room-queries.ts';
import { insertVersion } from './version-queries.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { type Draft, linkedTo } from './messages.ts';

/**
 * Edits an own message. New media of a kind replace that kind, unless `keep` names what stays.
 * Throws `not_found`, `not_own_words` for a forwarded message, `poll_fixed`, `bad_input` for a sticker,
 * `messages_closed`, `empty_message`, `pack_not_added` and the errors of `prepareMedia` and
 * `arrangeMedia`.
 */
export async function editMessage(
  context: AppContext,
  viewer: Viewer,
  id: string,
  draft: Draft,
  kind: ConversationKind,
) {
  const own = await x.findOwnMessage(context.db, id, viewer.id, kind.isGroup);
  if (own === undefined) throw appError('not_found');
  if (own.forwarded_from !== null) throw appError('not_own_words');
  if (own.has_poll) throw appError('poll_fixed');
  if (own.media[0]?.kind === 'sticker')
    throw appError('bad_input', { text: 'Стикер нельзя изменить.' });
  if ((await findMayWrite(context.db, own.room_id, viewer.id, kind.isGroup)) !== true)
    throw appError('messages_closed');
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
  const prepared = await prepareMedia(context, draft.files, draft.peaks);
  const mentions =
    draft.message === undefined && draft.mentions === undefined
      ? undefined
      : await readMentions(context.db, own.room_id, words, draft.mentions);
  const link = await planLink(context, viewer.id, {
    text: words,
    mentions: mentions ?? own.mentions,
    formatting: formatting ?? own.formatting,
  });
  const change = async (tx: Tx) => {
    await lockRoom(tx, own.room_id);
    const current = await x.findOwnMessage(tx, id, viewer.id, kind.isGroup);
    if (current === undefined) return undefined;
    const { media: joined, dropped } = joinMedia(current.media, prepared, draft.keep);
    const media = arrangeMedia(joined, prepared, draft.pictures);
    const text = draft.message ?? current.text;
    if (text === '' && media.length === 0) throw appError('empty_message');
    if (text !== current.text) await insertVersion(tx, current);
    const seq = await nextSeq(tx, current.room_id);
    const changed = await x.changeMessage(tx, {
      roomId: current.room_id,
      id,
      seq,
      text,
      media,
      mentions: mentions ?? current.mentions,
      formatting: formatting ?? current.formatting,
    });
    if (mentions !== undefined) await lookups.unmention(tx, current.room_id, current.mentions);
    if (changed !== undefined && formatting !== undefined) {
      await forgetUses(tx, current.room_id, id);
      await noteUses(tx, {
        roomId: current.room_id,
        messageId: id,
        ids: stickerIdsOf(changed),
      });
    }
    if (changed === undefined) return undefined;
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

import { moveParts } from '@respa/contract/formatting';
import { pollText } from '@respa/contract/poll-text';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { useUpload } from '#features/media/service.ts';
import { noteUses } from '#features/stickers/service.ts';
import { attachLink, planLink, type PlannedLink } from '#features/links/service.ts';
import { addPoll, readPoll, type PollInput } from '#features/polls/service.ts';
import {
  arrangeMedia,
  discardMedia,
  keepAll,
  prepareMedia,
  type MessageFiles,
  type PreparedMedia,
} from './media/attachments.ts';
import { addClipJobs } from './media/clip-jobs.ts';
import { readFormatting } from './text/formatting.ts';
import {
  makeCopies,
  planCloudCopies,
  prepareUploads,
  readAttached,
  type FileCopy,
} from './media/message-files.ts';
import { readMentions } from './text/mentions.ts';
import { findEmoji, planSticker, prepareSavedGif, stickerIdsOf } from './media/message-stickers.ts';
import * as lookups from './message-lookups.ts';
import { isRemovalLine } from './text/system-messages.ts';
import { presentAll, presentOne } from './message-views.ts';
import * as queries from './message-queries.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import { writeInTurn, type Written } from './write-queue.ts';
import type { MessageRow } from './message-rows.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { notifySent, notifyMentioned } from './message-notices.ts';

export type Draft = {
  message?: string;
  clientId?: string;
  replyTo?: string;
  mentions?: string;
  formatting?: string;
  peaks?: string;
  keep?: string;
  pictures?: string;
  uploads?: string;
  cloudFiles?: string;
  silent?: 'true';
  poll?: string;
  sticker?: string;
  gif?: string;
  files: MessageFiles;
};

/**
 * Sends a message. The same clientId twice is one message, and both callers get it. Throws
 * `not_found` to a non-member, `messages_closed` if the other person does not accept messages,
 * `message_deleted`, `empty_message`, and the errors of `readPoll`, `prepareMedia` and
 * `arrangeMedia`. A poll is a message of its own, whose text is the question. The room receives it
 * after the commit.
 */
export async function sendMessage(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  draft: Draft,
  kind: ConversationKind,
) {
  const read = readDraft(draft);
  const { poll, text, attached, hasFiles } = read;
  if (hasFiles && (await findMayWrite(context.db, roomId, viewer.id, kind.isGroup)) === undefined)
    throw appError('not_found');
  const clientId = draft.clientId ?? null;
  const findSent = () => findAlreadySent(context, viewer, roomId, clientId);
  if (hasFiles) {
    const sent = await findSent();
    if (sent !== undefined) return sent;
  }
  if (!(await mayReplyTo(context, viewer, roomId, draft.replyTo))) {
    // The message may have been sent before the other one disappeared.
    const sent = await findSent();
    if (sent !== undefined) return sent;
    throw appError('not_found');
  }
  const { formatting, mentions, sticker } = await readParts(context, viewer, roomId, draft, read);
  const link = await planLink(context, viewer.id, { text, mentions, formatting });
  const copies = await planCloudCopies(context, viewer.id, attached.cloudFiles);
  const prepared = await prepareAll(context, viewer, draft, attached.uploads);
  const input = {
    roomId,
    id: newId(),
    userId: viewer.id,
    text,
    media: [...sticker, ...[...prepared, ...copies].map(({ item }) => item)],
    clientId,
    isGroup: kind.isGroup,
    replyTo: draft.replyTo ?? null,
    mentions,
    formatting,
    isSilent: draft.silent === 'true',
    hasPoll: poll !== null,
  };
  const written =
    poll === null && !hasFiles && mentions.length === 0 && formatting.length === 0 && link === null
      ? await writeInTurn(context, input, presentAll)
      : await writeWhole(context, viewer, input, {
          prepared,
          copies,
          uploads: attached.uploads,
          poll,
          link,
          pictures: draft.pictures,
        });
  if (written === undefined) {
    if ((await findMayWrite(context.db, roomId, viewer.id, kind.isGroup)) === undefined)
      throw appError('not_found');
    const sent = await findSent();
    if (sent === undefined) throw appError('messages_closed');
    return sent;
  }
  notifySent(context, written.sent, written.message);
  return written.message;
}
type ReadDraft = {
  poll: PollInput | null;
  /** The text as it was typed; positions of parts are counted in it. */
  typed: string;
  /** The text as it is sent. */
  text: string;
  attached: ReturnType<typeof readAttached>;
  hasFiles: boolean;
  /** Whether the message is one sticker and nothing else. */
  isAlone: boolean;
};
/**
 * Reads what a message consists of. Throws `empty_message`, `bad_input` and the errors of
 * `readPoll`.
 */
function readDraft(draft: Draft): ReadDraft {
  const poll = readPoll(draft.poll);
  const typed = poll === null ? (draft.message ?? '') : pollText(poll.question);
  const text = typed.trim();
  const attached = readAttached(draft);
  const { image, video, audio } = draft.files;
  const count =
    [image, video, audio, attached.uploads, attached.cloudFiles].flat().length +
    [draft.gif, draft.sticker].filter((one) => one !== undefined).length;
  if (text === '' && count === 0) throw appError('empty_message');
  if (poll !== null && (count > 0 || (draft.message ?? '') !== ''))
    throw appError('bad_input', { text: 'Опрос отправляется отдельным сообщением.' });
  return { poll, typed, text, attached, hasFiles: count > 0, isAlone: text === '' && count === 1 };
}
/**
 * Reads the formatting and the mentions of a text, at their places in what is sent, and the
 * sticker.
 */
async function readParts(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  draft: Draft,
  { typed, text, isAlone }: ReadDraft,
) {
  const shown = <T extends { offset: number; length: number }>(parts: T[]) =>
    moveParts(parts, typed.indexOf(text), text.length);
  return {
    formatting: shown(
      await findEmoji(context, viewer, typed, readFormatting(typed, draft.formatting)),
    ),
    mentions: shown(await readMentions(context.db, roomId, typed, draft.mentions)),
    sticker: await planSticker(context, viewer, draft.sticker, isAlone),
  };
}
/** Returns whether there is the message that is replied to, or none is. */
const mayReplyTo = async (
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  replyTo: string | undefined,
): Promise<boolean> =>
  replyTo === undefined ||
  (await lookups.findPositionOf(context.db, roomId, replyTo, viewer.id)) !== undefined;
/**
 * Returns the message that was sent with a clientId; undefined if there is none. Throws
 * `message_deleted` if it was deleted meanwhile: it is not sent again.
 */
async function findAlreadySent(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  clientId: string | null,
) {
  if (clientId === null) return undefined;
  const sent = await queries.findByClient(context.db, roomId, viewer.id, clientId);
  if (sent != null && (sent.deleted_at !== null || isRemovalLine(sent.system)))
    throw appError('message_deleted');
  return sent && presentOne(context, sent);
}
type Attached = {
  prepared: PreparedMedia[];
  copies: FileCopy[];
  uploads: string[];
  poll: PollInput | null;
  link: PlannedLink | null;
  /** The order and the descriptions of the pictures. */
  pictures: string | undefined;
};
/** Prepares the files of a form and finished uploads, all of them or none. */
async function prepareAll(
  context: AppContext,
  viewer: Viewer,
  { files, peaks, gif }: Draft,
  uploads: string[],
): Promise<PreparedMedia[]> {
  const media = await prepareMedia(context, files, peaks);
  try {
    media.push(...(await prepareSavedGif(context, viewer, gif)));
    return [...media, ...(await prepareUploads(context, viewer, uploads))];
  } catch (error) {
    await discardMedia(context, media);
    throw error;
  }
}
/**
 * Writes a message with files, a poll, mentions, formatting or a card in a transaction of its own.
 */
async function writeWhole(
  context: AppContext,
  viewer: Viewer,
  input: queries.NewMessage,
  { prepared, copies, uploads, poll, link, pictures }: Attached,
): Promise<Written | undefined> {
  const belonging = { ownerId: viewer.id, scopeId: input.roomId };
  const sent = await keepAll(
    context,
    prepared,
    async (tx, after) => {
      const media = arrangeMedia(input.media, prepared, pictures);
      const row = await queries.insertMessage(tx, { ...input, media });
      if (row === undefined) return undefined;
      for (const id of uploads) await useUpload(context, tx, id);
      await makeCopies(context, tx, copies, belonging);
      await addPoll(tx, { kind: 'message', id: row.id, roomId: row.room_id }, poll);
      await noteUses(tx, {
        roomId: row.room_id,
        messageId: row.id,
        ids: stickerIdsOf(row),
      });
      await attachLink(context, tx, linkedTo(row), link);
      await notifyMentioned(context, tx, after, row);
      await addClipJobs(context, tx, row);
      return row;
    },
    belonging,
  );
  return sent && { sent, message: await presentOne(context, sent) };
}

export const linkedTo = ({ id, room_id: roomId, user_id: authorId }: MessageRow) => ({
  container: { kind: 'message', id, roomId } as const,
  authorId,
});

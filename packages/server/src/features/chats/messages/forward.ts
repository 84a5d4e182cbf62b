import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import {
  copyPrepared,
  discardPrepared,
  keepPrepared,
  type Prepared,
} from '#features/media/service.ts';
import { stickerIdsOf } from './media/message-stickers.ts';
import { makeCopies, planForwarding, type FileCopy } from './media/message-files.ts';
import { FOLDERS } from './media/attachments.ts';
import { addClipJobs } from './media/clip-jobs.ts';
import { insertMessage, type Sent } from './message-queries.ts';
import { pickReadable } from './message-lookups.ts';
import type { MediaItem, MessageRow } from './message-rows.ts';
import { presentAll } from './message-views.ts';
import { notifySent } from './message-notices.ts';
import { copyLink } from '#features/links/service.ts';
import { noteUses } from '#features/stickers/service.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import { lockRoom } from '../rooms/room-queries.ts';

type Copied = {
  roomId: string;
  row: MessageRow;
  clientId: string;
  media: MediaItem[];
  prepared: Prepared[];
  files: FileCopy[];
};

/**
 * Forwards messages to rooms in the given order: to all of them or to none. A repeated clientId
 * sends nothing a second time. Media are copied, so that members of the target rooms can read them
 * and they outlive the originals. Throws `not_found`, `messages_closed`, `too_often`, `no_space`.
 */
export async function forwardMessages(
  context: AppContext,
  viewer: Viewer,
  input: { messages: string[]; rooms: string[]; clientId: string },
): Promise<void> {
  const [ids, rooms] = [input.messages, input.rooms].map((list) => [
    ...new Set(list.map((id) => id.toLowerCase())),
  ]) as [string[], string[]];
  const may = await Promise.all(rooms.map((roomId) => findMayWrite(context.db, roomId, viewer.id)));
  if (may.includes(undefined)) throw appError('not_found');
  if (may.includes(false)) throw appError('messages_closed');
  const left = await whereItIsNew(context, viewer, rooms, input.clientId);
  // Before the messages: they may have been deleted since this call was first made.
  if (left.length === 0) return;
  const found = new Map(
    (await pickReadable(context.db, ids, viewer.id)).map((row) => [row.id, row]),
  );
  const rows = ids.map((id) => found.get(id));
  if (!rows.every((row) => row !== undefined)) throw appError('not_found');
  await context.limits.spend('forwards', viewer.id, rows.length * left.length);
  const copies = await copyAll(context, left, rows, input.clientId);
  const places = new Map(
    copies.flatMap(({ roomId, prepared }) => prepared.map((one) => [one, roomId] as const)),
  );
  const sent = await keepPrepared(
    context,
    [...places.keys()],
    (one) => ({ ownerId: viewer.id, scopeId: places.get(one)! }),
    async (tx) => {
      // Lock the rooms in one order for every caller, so that two concurrent forwards to the same
      // rooms do not deadlock.
      for (const roomId of [...left].sort()) await lockRoom(tx, roomId);
      const done: Sent[] = [];
      for (const { roomId, row, clientId, media, files } of copies) {
        const one = await insertMessage(tx, {
          roomId,
          id: newId(),
          userId: viewer.id,
          text: row.text,
          formatting: row.formatting,
          media,
          clientId,
          isGroup: null,
          forwardedFrom: row.forwarded_from ?? row.user_id,
        });
        // A concurrent duplicate of this call has sent it, or the room was closed meanwhile.
        if (one === undefined) return undefined;
        await makeCopies(context, tx, files, { ownerId: viewer.id, scopeId: roomId });
        await noteUses(tx, { roomId, messageId: one.id, ids: stickerIdsOf(one) });
        await copyLink(tx, row.id, { id: one.id, roomId, authorId: viewer.id });
        await addClipJobs(context, tx, one);
        done.push(one);
      }
      return done;
    },
  );
  if (sent === undefined) {
    if ((await whereItIsNew(context, viewer, left, input.clientId)).length === 0) return;
    throw appError('messages_closed');
  }
  const shown = await presentAll(context, sent);
  sent.forEach((one, index) => notifySent(context, one, shown[index]!));
}

const clientIdOf = (clientId: string, index: number) => `${clientId}:${index}`;
/**
 * Returns the rooms that this call has not reached yet. In a room it has reached, the clientId of
 * the first message is known.
 */
async function whereItIsNew(
  context: AppContext,
  viewer: Viewer,
  rooms: string[],
  clientId: string,
): Promise<string[]> {
  const known = await context.db
    .selectFrom('message_clients')
    .select('room_id')
    .where('room_id', 'in', rooms)
    .where('user_id', '=', viewer.id)
    .where('client_id', '=', clientIdOf(clientId, 0))
    .execute();
  return rooms.filter((roomId) => !known.some((row) => row.room_id === roomId));
}
async function copyAll(
  context: AppContext,
  rooms: string[],
  rows: MessageRow[],
  clientId: string,
): Promise<Copied[]> {
  const made: Prepared[] = [];
  try {
    const copies: Copied[] = [];
    for (const roomId of rooms) {
      for (const [index, row] of rows.entries()) {
        const copy: Copied = {
          roomId,
          row,
          clientId: clientIdOf(clientId, index),
          media: [],
          prepared: [],
          files: [],
        };
        const copyPoster = async (name: string): Promise<string> => {
          const poster = await copyPrepared(context, FOLDERS.image, name);
          made.push(poster);
          copy.prepared.push(poster);
          return poster.name;
        };
        for (const item of row.media) {
          if (item.kind === 'sticker') {
            copy.media.push(item);
            continue;
          }
          // Its bytes are shared: the transaction copies it.
          if (item.kind === 'file') {
            const planned = planForwarding(item);
            copy.files.push(planned);
            copy.media.push(planned.item);
            continue;
          }
          const prepared = await copyPrepared(context, FOLDERS[item.kind], item.name);
          made.push(prepared);
          copy.prepared.push(prepared);
          copy.media.push({
            ...item,
            name: prepared.name,
            ...(item.poster === undefined ? {} : { poster: await copyPoster(item.poster) }),
          });
        }
        copies.push(copy);
      }
    }
    return copies;
  } catch (error) {
    await discardPrepared(context, made);
    throw error;
  }
}

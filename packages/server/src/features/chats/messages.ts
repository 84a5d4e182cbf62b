import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { gatherCards } from '#features/people/service.ts';
import { joinMedia, keepAll, prepareMedia, removeStored, type MessageFiles } from './attachments.ts';
import * as queries from './message-queries.ts';
import { presentMessage, previewOf } from './present.ts';
import { findMayWrite, isMember, listMemberIds, lockRoom, nextSeq } from './room-queries.ts';

export type Draft = { message?: string; clientId?: string; peaks?: string; keep?: string; files: MessageFiles };

export async function presentAll(ground: Ground, rows: queries.MessageRow[]) {
  const cards = await gatherCards(ground.db, [...new Set(rows.map((row) => row.user_id))]);
  return rows.map((row) => presentMessage(row, cards.get(row.user_id)));
}
async function presentOne(ground: Ground, row: queries.MessageRow) {
  return (await presentAll(ground, [row]))[0]!;
}

/**
 * Sends a message; the same clientId twice is one message, and both callers get it. Throws `not_found` to who is no member,
 * `messages_closed` where the other does not take messages, `empty_message`, and what the files deserve. The room hears it after the commit.
 */
export async function sendMessage(ground: Ground, viewer: Viewer, roomId: string, draft: Draft) {
  const text = draft.message ?? '';
  const files = [...draft.files.image, ...draft.files.video, ...draft.files.audio];
  if (text === '' && files.length === 0) throw fault('empty_message');
  if (files.length > 0 && !(await isMember(ground.db, roomId, viewer.id))) throw fault('not_found');
  const clientId = draft.clientId ?? null;
  if (clientId !== null && files.length > 0) {
    const sent = await queries.findByClient(ground.db, roomId, viewer.id, clientId);
    if (sent !== undefined) return presentOne(ground, sent);
  }
  const prepared = await prepareMedia(ground, draft.files, draft.peaks);
  const given = { roomId, id: newId(), userId: viewer.id, text, media: prepared.map((item) => item.item), clientId };
  const sent = prepared.length === 0
    ? await queries.insertMessage(ground.db, given)
    : await keepAll(ground, prepared, (tx) => queries.insertMessage(tx, given), { ownerId: viewer.id, scopeId: roomId });
  if (sent === undefined) {
    const known = clientId === null ? undefined : await queries.findByClient(ground.db, roomId, viewer.id, clientId);
    if (known === undefined) throw fault((await isMember(ground.db, roomId, viewer.id)) ? 'messages_closed' : 'not_found');
    return presentOne(ground, known);
  }
  const message = await presentOne(ground, sent);
  ground.live.publish(`room:${roomId}`, { id: String(sent.seq), data: { type: 'create', message } });
  for (const member of sent.members) {
    ground.live.publish(`user:${member.user_id}`, {
      data: { type: 'room', roomId, unread: member.unread, lastMessage: previewOf(sent.text, sent.media), lastDate: message.date, sender: viewer.id, name: message.name, surname: message.surname },
    });
  }
  return message;
}

/** Changes an own message; media of a kind that is sent replaces that kind, unless `keep` names what stays. Throws `not_found`, `messages_closed`, `empty_message`, and what the files deserve. */
export async function editMessage(ground: Ground, viewer: Viewer, id: string, draft: Draft) {
  const own = await queries.findOwnMessage(ground.db, id, viewer.id);
  if (own === undefined) throw fault('not_found');
  if ((await findMayWrite(ground.db, own.room_id, viewer.id)) !== true) throw fault('messages_closed');
  const prepared = await prepareMedia(ground, draft.files, draft.peaks);
  const change = async (tx: Parameters<Parameters<typeof transaction>[1]>[0]) => {
    await lockRoom(tx, own.room_id);
    const current = await queries.findOwnMessage(tx, id, viewer.id);
    if (current === undefined) return undefined;
    const { media, dropped } = joinMedia(current.media, prepared, draft.keep);
    const text = draft.message ?? current.text;
    if (text === '' && media.length === 0) throw fault('empty_message');
    const changed = await queries.changeMessage(tx, { roomId: current.room_id, id, seq: await nextSeq(tx, current.room_id), text, media });
    return changed === undefined ? undefined : { changed, dropped };
  };
  const done = await keepAll(ground, prepared, async (tx, after) => {
    const result = await change(tx);
    if (result !== undefined) await removeStored(ground, tx, after, result.dropped);
    return result;
  }, { ownerId: viewer.id, scopeId: own.room_id });
  if (done === undefined) throw fault('not_found');
  const message = await presentOne(ground, done.changed);
  ground.live.publish(`room:${own.room_id}`, { id: String(done.changed.seq), data: { type: 'edit', message } });
  await tellRoomChanged(ground, own.room_id);
  return message;
}

/** Deletes an own message and its media. Throws `not_found` also the second time. */
export async function deleteMessage(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  const own = await queries.findOwnMessage(ground.db, id, viewer.id);
  if (own === undefined) throw fault('not_found');
  await transaction(ground, async (tx, after) => {
    await lockRoom(tx, own.room_id);
    // Read again under the lock: an edit may have replaced the media meanwhile.
    const current = await queries.findOwnMessage(tx, id, viewer.id);
    if (current === undefined) throw fault('not_found');
    const seq = await nextSeq(tx, own.room_id);
    await queries.buryMessage(tx, own.room_id, id, seq);
    await removeStored(ground, tx, after, current.media);
    after(() => {
      ground.live.publish(`room:${own.room_id}`, { id: String(seq), data: { type: 'delete', id } });
      return tellRoomChanged(ground, own.room_id);
    });
  });
}
/** Lists of rooms show the last message: every member's own stream says to ask anew. */
async function tellRoomChanged(ground: Ground, roomId: string): Promise<void> {
  for (const userId of await listMemberIds(ground.db, roomId)) ground.live.publish(`user:${userId}`, { data: { type: 'rooms-changed', roomId } });
}

/** Who wrote a message, or null where the viewer is not in its room. */
export const findMessageAuthor = async (ground: Ground, viewerId: string, id: string): Promise<string | null> => (await queries.findReadable(ground.db, id, viewerId))?.user_id ?? null;

/** A page of a room, oldest first. `before` is the id of the oldest message that the caller has seen and wins over the page's number. */
export async function listMessages(ground: Ground, roomId: string, given: { page: number; offset: number; before?: string | undefined }) {
  const before = given.before === undefined ? undefined : await queries.findPosition(ground.db, roomId, given.before);
  if (given.before !== undefined && before === undefined) throw fault('not_found');
  const skip = before === undefined ? (Math.max(1, given.page) - 1) * PAGE_SIZES.messages + given.offset : 0;
  const picked = await queries.pickMessages(ground.db, roomId, { before, skip, limit: PAGE_SIZES.messages + 1 });
  const messages = (await presentAll(ground, picked.slice(0, PAGE_SIZES.messages))).reverse();
  return { messages, isLast: picked.length <= PAGE_SIZES.messages };
}
/** What changed in a room after a number: messages made or edited, and ids of deleted ones. `isLast` is false where there is more. */
export async function listChanges(ground: Ground, roomId: string, after: number) {
  const rows = await queries.pickChanges(ground.db, roomId, after, 101);
  const shown = rows.slice(0, 100);
  return {
    messages: await presentAll(ground, shown.filter((row) => row.deleted_at === null)), isLast: rows.length <= 100,
    deleted: shown.filter((row) => row.deleted_at !== null).map((row) => row.id), seq: shown.at(-1)?.seq ?? after,
  };
}

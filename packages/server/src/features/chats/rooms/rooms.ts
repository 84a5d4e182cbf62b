import { CHAT_LIST, PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { assertNotSuspended, findSuspension } from '#features/account/service.ts';
import { readOf } from '#features/notifications/service.ts';
import * as people from '#features/people/service.ts';
import { findOwnState } from './member-state.ts';
import { lastNamed, partnerOf, presentEntry, presentRoom } from '../messages/present.ts';
import { findPosition } from '../messages/message-queries.ts';
import * as rights from './room-rights.ts';
import { getFolder } from '../list/folders.ts';
import * as list from './room-list-queries.ts';
import type { ListPlace } from './room-list-queries.ts';
import * as queries from './room-queries.ts';
import * as reading from './reading-queries.ts';
import { PRIVATE, type ConversationKind } from './conversation-kind.ts';
import { readPage } from '#platform/database/paging.ts';

const MAX_PARTNERS = 300;

async function present(context: AppContext, viewer: Viewer, room: queries.RoomRow) {
  const partner = await people.findPerson(context.db, partnerOf(room, viewer.id));
  const [presence, relation, blocks, mayWrite] = await Promise.all([
    people.presenceFor(context, viewer.id, partner === undefined ? [] : [partner]),
    people.findRelation(context.db, viewer.id, partnerOf(room, viewer.id)),
    people.findBlockState(context.db, viewer.id, partnerOf(room, viewer.id)),
    rights.findMayWrite(context.db, room.id, viewer.id, false),
  ]);
  const showsDate =
    partner !== undefined &&
    !blocks.byThem &&
    people.showsPresence(partner, viewer.id, relation === 'friends');
  const closed =
    mayWrite === true
      ? null
      : partner === undefined
        ? 'gone'
        : blocks.byMe
          ? 'blocked'
          : (await findSuspension(context.db, partner.id)) === undefined
            ? 'limited'
            : 'suspended';
  return presentRoom(
    room,
    viewer.id,
    partner,
    { isOnline: partner !== undefined && presence(partner.id), showsDate, closed },
    await findOwnState(context, room.id, viewer.id),
  );
}
/**
 * Returns a room of the given kind, to its members. Throws `not_found` to everyone else, and for a
 * room of the other kind.
 */
export async function getRoomRow(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  kind: ConversationKind,
): Promise<queries.MemberRoom> {
  const room = await queries.findRoomOf(context.db, roomId, viewer.id);
  if (room?.is_group !== kind.isGroup) throw appError('not_found');
  return room;
}
/**
 * Returns a private room as its screen shows it. Throws `not_found` for a group, to a non-member
 * and for an unknown id alike.
 */
export async function getRoom(context: AppContext, viewer: Viewer, roomId: string) {
  return present(context, viewer, await getRoomRow(context, viewer, roomId, PRIVATE));
}
export async function findRoomWith(context: AppContext, viewer: Viewer, otherId: string) {
  const room = await queries.findPrivateRoom(context.db, viewer.id, otherId);
  return room === undefined ? null : present(context, viewer, room);
}
export async function getRoomWith(context: AppContext, viewer: Viewer, otherId: string) {
  const room = await findRoomWith(context, viewer, otherId);
  if (room === null) throw appError('not_found');
  return room;
}
/**
 * Returns the private room of two people and creates it if there is none. Idempotent. Throws
 * `self`, `not_found`, `messages_closed`, `person_suspended`, `too_often` (new rooms with
 * non-friends are limited).
 */
export async function openRoomWith(context: AppContext, viewer: Viewer, otherId: string) {
  if (otherId === viewer.id) throw appError('self');
  const known = await findRoomWith(context, viewer, otherId);
  if (known !== null) return known;
  const other = await people.getPerson(context, viewer.id, otherId);
  await assertNotSuspended(context.db, otherId);
  const isFriend = (await people.findRelation(context.db, viewer.id, otherId)) === 'friends';
  if (
    !people.admits(other.messages_for, isFriend) ||
    (await people.findBlockState(context.db, viewer.id, otherId)).byMe
  )
    throw appError('messages_closed');
  if (!isFriend) await context.limits.spend('strangers', viewer.id);
  await transaction(context, async (tx) => {
    const id = newId();
    if (!(await queries.insertPrivateRoom(tx, id, viewer.id, otherId))) return;
    await queries.insertMember(tx, id, viewer.id, newId());
    await queries.insertMember(tx, id, otherId, newId());
  });
  return getRoomWith(context, viewer, otherId);
}

type ListInput = { before?: string; q?: string; folder?: string; archive?: 'true' };
/**
 * Returns the part of the list that the caller asks for. Throws `not_found` for an unknown folder.
 */
async function placeOf(context: AppContext, viewer: Viewer, input: ListInput): Promise<ListPlace> {
  if (input.q !== undefined)
    return {
      kind: 'all',
      partners: await people.pickMatching(
        context.db,
        await queries.listPartners(context.db, viewer.id, PAGE_SIZES.wholeList),
        input.q,
      ),
      title: people.foldQuery(input.q),
    };
  if (input.archive !== undefined) return { kind: 'archive' };
  if (input.folder === undefined) return { kind: 'main' };
  return { kind: 'folder', ...(await getFolder(context, viewer, input.folder)) };
}
/**
 * Lists the rooms that have messages, the most recent first. The list without the archive begins
 * with the pinned rooms. `before` is the last room that the caller has seen; `q` is searched in
 * partners' names and group titles, the archive included. Throws `not_found` for an unknown folder.
 */
export async function listRooms(context: AppContext, viewer: Viewer, input: ListInput) {
  const place = await placeOf(context, viewer, input);
  const before =
    input.before === undefined
      ? undefined
      : await list.findTouched(context.db, input.before, viewer.id);
  const [pinned, { rows: others, isLast }] = await Promise.all([
    place.kind === 'main' && input.before === undefined
      ? list.pickRooms(context.db, viewer.id, {
          limit: CHAT_LIST.pinned,
          place: { kind: 'pinned' },
        })
      : [],
    readPage(PAGE_SIZES.rooms, (limit) =>
      list.pickRooms(context.db, viewer.id, { before, limit, place }),
    ),
  ]);
  const rows = [...pinned, ...others];
  const cards = await people.gatherCards(context.db, [
    ...new Set(
      rows.flatMap((row) => (row.is_group ? lastNamed(row) : [partnerOf(row, viewer.id)])),
    ),
  ]);
  const presence = await people.presenceFor(context, viewer.id, [...cards.values()]);
  return {
    rooms: rows.map((row) => presentEntry(row, viewer.id, cards, presence)),
    isLast,
  };
}
export const countUnread = (context: AppContext, viewer: Viewer): Promise<number> =>
  queries.countUnread(context.db, viewer.id);

/**
 * Marks a room as read, everything or up to a message. The other members see it, and so do the
 * reader's other tabs. The read position never moves back. Idempotent. Throws `not_found`, also for
 * a message that is not in the room.
 */
export async function readRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  kind: ConversationKind,
  upTo?: string,
): Promise<void> {
  const read = await (upTo === undefined
    ? reading.markRead(context.db, roomId, viewer.id, kind.isGroup)
    : readUpTo(context, viewer, roomId, kind, upTo));
  if (read === undefined) {
    await getRoomRow(context, viewer, roomId, kind);
    return;
  }
  context.live.publish(`room:${roomId}`, {
    data: { type: 'read', userId: viewer.id, position: read.position },
  });
  if (read.wasMentioned) await readOf(context, viewer.id, 'mention', roomId);
  context.live.publish(`user:${viewer.id}`, { data: { type: 'room-read', roomId } });
}
async function readUpTo(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  kind: ConversationKind,
  messageId: string,
): Promise<reading.MovedReading | undefined> {
  await getRoomRow(context, viewer, roomId, kind);
  const position = await findPosition(context.db, roomId, messageId);
  if (position === undefined) throw appError('not_found');
  return reading.markReadUpTo(context.db, roomId, viewer.id, position);
}
/** Notifies a room's open streams that the caller is typing. */
export async function notifyTyping(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  kind: ConversationKind,
): Promise<void> {
  const may = await rights.findMayWrite(context.db, roomId, viewer.id, kind.isGroup);
  if (may === undefined) throw appError('not_found');
  if (!may) throw appError('messages_closed');
  context.live.publish(`room:${roomId}`, { data: { type: 'typing', userId: viewer.id } });
}
/** Publishes a user's presence to the room lists of those partners who may see it. */
export async function notifyPartners(
  context: AppContext,
  {
    userId,
    isOnline,
    audience,
  }: { userId: string; isOnline: boolean; audience: 'all' | 'friends' },
): Promise<void> {
  const there = (await queries.listPartners(context.db, userId, MAX_PARTNERS)).filter((id) =>
    people.isOnline(context, id),
  );
  const relations =
    audience === 'friends' ? await people.findRelations(context.db, userId, there) : null;
  for (const id of there) {
    if (relations === null || relations.get(id) === 'friends')
      context.live.publish(`user:${id}`, { data: { type: 'presence', userId, isOnline } });
  }
}
/**
 * Separates two people: ends the open streams of their private room, so that what they may see is
 * decided again when they reconnect.
 */
export async function partStreams(context: AppContext, a: string, b: string): Promise<void> {
  const room = await queries.findPrivateRoom(context.db, a, b);
  if (room !== undefined)
    for (const userId of [a, b]) context.live.endTagged(`member:${room.id}:${userId}`);
}

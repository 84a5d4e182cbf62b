import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { assertNotSuspended, findSuspension } from '#features/account/service.ts';
import { readOf } from '#features/notifications/service.ts';
import * as people from '#features/people/service.ts';
import { findOwnState } from './own-state.ts';
import { lastNamed, partnerOf, presentEntry, presentRoom } from './present.ts';
import * as queries from './room-queries.ts';

const MAX_PARTNERS = 300;

async function present(ground: Ground, viewer: Viewer, room: queries.RoomRow) {
  const partner = await people.findPerson(ground.db, partnerOf(room, viewer.id));
  const [presence, relation, blocks, mayWrite] = await Promise.all([
    people.presenceFor(ground, viewer.id, partner === undefined ? [] : [partner]),
    people.findRelation(ground.db, viewer.id, partnerOf(room, viewer.id)),
    people.findBlockState(ground.db, viewer.id, partnerOf(room, viewer.id)),
    queries.findMayWrite(ground.db, room.id, viewer.id, false),
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
          : (await findSuspension(ground.db, partner.id)) === undefined
            ? 'limited'
            : 'suspended';
  return presentRoom(
    room,
    viewer.id,
    partner,
    { isOnline: partner !== undefined && presence(partner.id), showsDate, closed },
    await findOwnState(ground, room.id, viewer.id),
  );
}
/** The room of one of the two kinds, to its members; throws `not_found` to everybody else, and where it is of the other kind. */
export async function getRoomRow(
  ground: Ground,
  viewer: Viewer,
  roomId: string,
  isGroup: boolean,
): Promise<queries.RoomRow> {
  const room = await queries.findRoomOf(ground.db, roomId, viewer.id);
  if (room?.is_group !== isGroup) throw fault('not_found');
  return room;
}
/** A private room as its screen shows it. Throws `not_found` for groups, strangers and unknown ids alike. */
export async function getRoom(ground: Ground, viewer: Viewer, roomId: string) {
  return present(ground, viewer, await getRoomRow(ground, viewer, roomId, false));
}
export async function findRoomWith(ground: Ground, viewer: Viewer, otherId: string) {
  const room = await queries.findPrivateRoom(ground.db, viewer.id, otherId);
  return room === undefined ? null : present(ground, viewer, room);
}
export async function getRoomWith(ground: Ground, viewer: Viewer, otherId: string) {
  const room = await findRoomWith(ground, viewer, otherId);
  if (room === null) throw fault('not_found');
  return room;
}
/** The one room of two people, made if there is none. Idempotent. Throws `self`, `not_found`, `messages_closed`, `person_suspended`, `too_often` (rooms with strangers are limited). */
export async function openRoomWith(ground: Ground, viewer: Viewer, otherId: string) {
  if (otherId === viewer.id) throw fault('self');
  const known = await findRoomWith(ground, viewer, otherId);
  if (known !== null) return known;
  const other = await people.getPerson(ground, viewer.id, otherId);
  await assertNotSuspended(ground.db, otherId);
  const isFriend = (await people.findRelation(ground.db, viewer.id, otherId)) === 'friends';
  if (
    !people.admits(other.messages_for, isFriend) ||
    (await people.findBlockState(ground.db, viewer.id, otherId)).byMe
  )
    throw fault('messages_closed');
  if (!isFriend) await ground.limits.spend('strangers', viewer.id);
  await transaction(ground, async (tx) => {
    const id = newId();
    if (!(await queries.insertPrivateRoom(tx, id, viewer.id, otherId))) return;
    await queries.insertMember(tx, id, viewer.id, newId());
    await queries.insertMember(tx, id, otherId, newId());
  });
  return getRoomWith(ground, viewer, otherId);
}

/** Rooms with something in them, the liveliest first. `before` is the last room that the caller has seen, `q` is searched in the others' names and in titles. */
export async function listRooms(
  ground: Ground,
  viewer: Viewer,
  given: { before?: string; q?: string },
) {
  const sought =
    given.q === undefined
      ? undefined
      : {
          partners: await people.pickMatching(
            ground.db,
            await queries.listPartners(ground.db, viewer.id, PAGE_SIZES.wholeList),
            given.q,
          ),
          title: people.foldQuery(given.q),
        };
  const before =
    given.before === undefined
      ? undefined
      : await queries.findTouched(ground.db, given.before, viewer.id);
  const picked = await queries.pickRooms(ground.db, viewer.id, {
    before,
    limit: PAGE_SIZES.rooms + 1,
    sought,
  });
  const rows = picked.slice(0, PAGE_SIZES.rooms);
  const cards = await people.gatherCards(ground.db, [
    ...new Set(
      rows.flatMap((row) => (row.is_group ? lastNamed(row) : [partnerOf(row, viewer.id)])),
    ),
  ]);
  const presence = await people.presenceFor(ground, viewer.id, [...cards.values()]);
  return {
    rooms: rows.map((row) => presentEntry(row, viewer.id, cards, presence)),
    isLast: picked.length <= PAGE_SIZES.rooms,
  };
}
export const countUnread = (ground: Ground, viewer: Viewer): Promise<number> =>
  queries.countUnread(ground.db, viewer.id);

/** Reads all that is in a room now; the others see it, and so do the reader's other tabs. Idempotent. Throws `not_found`. */
export async function readRoom(
  ground: Ground,
  viewer: Viewer,
  roomId: string,
  isGroup = false,
): Promise<void> {
  const read = await queries.markRead(ground.db, roomId, viewer.id, isGroup);
  if (read === undefined) {
    await getRoomRow(ground, viewer, roomId, isGroup);
    return;
  }
  ground.live.publish(`room:${roomId}`, {
    data: { type: 'read', userId: viewer.id, position: read.position },
  });
  if (read.wasMentioned) await readOf(ground, viewer.id, 'mention', roomId);
  ground.live.publish(`user:${viewer.id}`, { data: { type: 'room-read', roomId } });
}
/** Tells who is in the room that the caller is typing. */
export async function tellTyping(
  ground: Ground,
  viewer: Viewer,
  roomId: string,
  isGroup = false,
): Promise<void> {
  const may = await queries.findMayWrite(ground.db, roomId, viewer.id, isGroup);
  if (may === undefined) throw fault('not_found');
  if (!may) throw fault('messages_closed');
  ground.live.publish(`room:${roomId}`, { data: { type: 'typing', userId: viewer.id } });
}
/** Those who talk with somebody, and may know it, see in their lists whether they are there. */
export async function tellPartners(
  ground: Ground,
  {
    userId,
    isOnline,
    audience,
  }: { userId: string; isOnline: boolean; audience: 'all' | 'friends' },
): Promise<void> {
  const there = (await queries.listPartners(ground.db, userId, MAX_PARTNERS)).filter((id) =>
    people.isOnline(ground, id),
  );
  const relations =
    audience === 'friends' ? await people.findRelations(ground.db, userId, there) : null;
  for (const id of there) {
    if (relations === null || relations.get(id) === 'friends')
      ground.live.publish(`user:${id}`, { data: { type: 'presence', userId, isOnline } });
  }
}
/** Two people are apart: open streams of their room are closed, and what they show when they open again is decided anew. */
export async function partStreams(ground: Ground, a: string, b: string): Promise<void> {
  const room = await queries.findPrivateRoom(ground.db, a, b);
  if (room !== undefined)
    for (const userId of [a, b]) ground.live.endTagged(`member:${room.id}:${userId}`);
}

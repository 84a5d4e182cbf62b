import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { MemberRoom } from '../rooms/room-queries.ts';
import type { MessageRow } from './message-rows.ts';
import * as queries from './message-queries.ts';
import { presentAll } from './message-views.ts';
import { readPage, skipOf } from '#platform/database/paging.ts';

const SIZE = PAGE_SIZES.messages;
export type PageInput = {
  page: number;
  offset: number;
  before?: string;
  newerThan?: string;
  around?: string;
  date?: string;
};

/** A room, and the last message that its reader no longer sees. */
export type ReadRoom = Pick<MemberRoom, 'id' | 'cleared_position'>;
/** Returns what `presentAll` leaves out of the messages of a room. */
export const clearedIn = ({ id, cleared_position: cleared }: ReadRoom): Map<string, number> =>
  new Map([[id, cleared]]);
/**
 * Returns a page of a room, oldest first: by number from the end, next to a message, or around a
 * message or a day. Throws `not_found` for a message that is not in the room.
 */
export function listMessages(context: AppContext, room: ReadRoom, input: PageInput) {
  if (input.around !== undefined) return listAround(context, room, input.around);
  if (input.date !== undefined) return listFrom(context, room, input.date);
  if (input.newerThan !== undefined) return listNewer(context, room, input.newerThan);
  return listOlder(context, room, input);
}
async function positionOf(context: AppContext, room: ReadRoom, id: string): Promise<number> {
  const position = await queries.findPosition(context.db, room.id, id);
  if (position === undefined || position <= room.cleared_position) throw appError('not_found');
  return position;
}
/**
 * `before` is the id of the oldest message that the caller has seen; it takes precedence over the
 * page number.
 */
async function listOlder(context: AppContext, room: ReadRoom, input: PageInput) {
  const before =
    input.before === undefined ? undefined : await positionOf(context, room, input.before);
  const skip = skipOf({ ...input, before }, SIZE);
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    queries.pickMessages(context.db, room.id, {
      before,
      skip,
      limit,
      cleared: room.cleared_position,
    }),
  );
  return {
    messages: (await presentAll(context, rows, clearedIn(room))).reverse(),
    isLast,
  };
}
async function listNewer(context: AppContext, room: ReadRoom, id: string) {
  const position = await positionOf(context, room, id);
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    queries.pickMessagesAfter(context.db, room.id, position, limit),
  );
  return {
    messages: await presentAll(context, rows, clearedIn(room)),
    isLast: false,
    isNewest: isLast,
  };
}
/** Part of a room, oldest first; the flags tell whether it holds the oldest and the newest one. */
export type RoomPart = { rows: MessageRow[]; isLast: boolean; isNewest: boolean };
/** Returns the page before a position and the page from that position on. */
export async function pickBeside(db: Db, room: ReadRoom, position: number): Promise<RoomPart> {
  const [older, newer] = await Promise.all([
    readPage(SIZE, (limit) =>
      queries.pickMessages(db, room.id, {
        before: position,
        skip: 0,
        limit,
        cleared: room.cleared_position,
      }),
    ),
    readPage(SIZE, (limit) =>
      queries.pickMessagesAfter(db, room.id, Math.max(room.cleared_position, position - 1), limit),
    ),
  ]);
  return {
    rows: [...older.rows.reverse(), ...newer.rows],
    isLast: older.isLast,
    isNewest: newer.isLast,
  };
}
export async function pickNewest(db: Db, room: ReadRoom): Promise<RoomPart> {
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    queries.pickMessages(db, room.id, { skip: 0, limit, cleared: room.cleared_position }),
  );
  return { rows: rows.reverse(), isLast, isNewest: true };
}
async function listBeside(context: AppContext, room: ReadRoom, position: number) {
  const { rows, ...ends } = await pickBeside(context.db, room, position);
  return { messages: await presentAll(context, rows, clearedIn(room)), ...ends };
}
async function listAround(context: AppContext, room: ReadRoom, id: string) {
  return {
    ...(await listBeside(context, room, await positionOf(context, room, id))),
    target: id,
  };
}
/**
 * Returns the messages around the first one since a moment, or around the newest one if there is
 * none since.
 */
async function listFrom(context: AppContext, room: ReadRoom, date: string) {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime()))
    throw appError('bad_input', { fields: { date: 'Такого дня нет.' }, text: 'Такого дня нет.' });
  const found = await queries.findSince(context.db, room.id, moment);
  const target =
    found === undefined || found.position > room.cleared_position
      ? found
      : (await queries.pickMessagesAfter(context.db, room.id, room.cleared_position, 1))[0];
  if (target === undefined)
    return { ...(await listOlder(context, room, { page: 1, offset: 0 })), isNewest: true };
  return { ...(await listBeside(context, room, target.position)), target: target.id };
}
/**
 * Returns what changed in a room after a seq: created or edited messages, and ids of deleted ones.
 * `isLast` is false if there is more.
 */
export async function listChanges(context: AppContext, room: ReadRoom, after: number) {
  const rows = await queries.pickChanges(context.db, room.id, after, 101, room.cleared_position);
  const shown = rows.slice(0, 100);
  return {
    messages: await presentAll(
      context,
      shown.filter((row) => row.deleted_at === null),
      clearedIn(room),
    ),
    isLast: rows.length <= 100,
    deleted: shown.filter((row) => row.deleted_at !== null).map((row) => row.id),
    seq: shown.at(-1)?.seq ?? after,
  };
}

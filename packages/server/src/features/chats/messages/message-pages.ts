import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { MessageRow } from './message-rows.ts';
import * as queries from './message-queries.ts';
import { presentAll } from './messages.ts';
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

/**
 * Returns a page of a room, oldest first: by number from the end, next to a message, or around a
 * message or a day. Throws `not_found` for a message that is not in the room.
 */
export function listMessages(context: AppContext, roomId: string, input: PageInput) {
  if (input.around !== undefined) return listAround(context, roomId, input.around);
  if (input.date !== undefined) return listFrom(context, roomId, input.date);
  if (input.newerThan !== undefined) return listNewer(context, roomId, input.newerThan);
  return listOlder(context, roomId, input);
}
async function positionOf(context: AppContext, roomId: string, id: string): Promise<number> {
  const position = await queries.findPosition(context.db, roomId, id);
  if (position === undefined) throw appError('not_found');
  return position;
}
/**
 * `before` is the id of the oldest message that the caller has seen; it takes precedence over the
 * page number.
 */
async function listOlder(context: AppContext, roomId: string, input: PageInput) {
  const before =
    input.before === undefined ? undefined : await positionOf(context, roomId, input.before);
  const skip = skipOf({ ...input, before }, SIZE);
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    queries.pickMessages(context.db, roomId, { before, skip, limit }),
  );
  return {
    messages: (await presentAll(context, rows)).reverse(),
    isLast,
  };
}
async function listNewer(context: AppContext, roomId: string, id: string) {
  const position = await positionOf(context, roomId, id);
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    queries.pickMessagesAfter(context.db, roomId, position, limit),
  );
  return {
    messages: await presentAll(context, rows),
    isLast: false,
    isNewest: isLast,
  };
}
/** Part of a room, oldest first; the flags tell whether it holds the oldest and the newest one. */
export type RoomPart = { rows: MessageRow[]; isLast: boolean; isNewest: boolean };
/** Returns the page before a position and the page from that position on. */
export async function pickBeside(db: Db, roomId: string, position: number): Promise<RoomPart> {
  const [older, newer] = await Promise.all([
    readPage(SIZE, (limit) =>
      queries.pickMessages(db, roomId, { before: position, skip: 0, limit }),
    ),
    readPage(SIZE, (limit) => queries.pickMessagesAfter(db, roomId, position - 1, limit)),
  ]);
  return {
    rows: [...older.rows.reverse(), ...newer.rows],
    isLast: older.isLast,
    isNewest: newer.isLast,
  };
}
export async function pickNewest(db: Db, roomId: string): Promise<RoomPart> {
  const { rows, isLast } = await readPage(SIZE, (limit) =>
    queries.pickMessages(db, roomId, { skip: 0, limit }),
  );
  return { rows: rows.reverse(), isLast, isNewest: true };
}
async function listBeside(context: AppContext, roomId: string, position: number) {
  const { rows, ...ends } = await pickBeside(context.db, roomId, position);
  return { messages: await presentAll(context, rows), ...ends };
}
async function listAround(context: AppContext, roomId: string, id: string) {
  return {
    ...(await listBeside(context, roomId, await positionOf(context, roomId, id))),
    target: id,
  };
}
/**
 * Returns the messages around the first one since a moment, or around the newest one if there is
 * none since.
 */
async function listFrom(context: AppContext, roomId: string, date: string) {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime()))
    throw appError('bad_input', { fields: { date: 'Такого дня нет.' }, text: 'Такого дня нет.' });
  const target = await queries.findSince(context.db, roomId, moment);
  if (target === undefined)
    return { ...(await listOlder(context, roomId, { page: 1, offset: 0 })), isNewest: true };
  return { ...(await listBeside(context, roomId, target.position)), target: target.id };
}

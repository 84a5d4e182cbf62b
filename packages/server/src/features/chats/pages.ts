import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import * as queries from './message-queries.ts';
import { presentAll } from './messages.ts';

const SIZE = PAGE_SIZES.messages;
export type PageGiven = {
  page: number;
  offset: number;
  before?: string;
  newerThan?: string;
  around?: string;
  date?: string;
};

/** A page of a room, oldest first: from the end by number, or beside a message, or around a message or a day. Throws `not_found` for a message that is not in the room. */
export function listMessages(ground: Ground, roomId: string, given: PageGiven) {
  if (given.around !== undefined) return listAround(ground, roomId, given.around);
  if (given.date !== undefined) return listFrom(ground, roomId, given.date);
  if (given.newerThan !== undefined) return listNewer(ground, roomId, given.newerThan);
  return listOlder(ground, roomId, given);
}
async function positionOf(ground: Ground, roomId: string, id: string): Promise<number> {
  const position = await queries.findPosition(ground.db, roomId, id);
  if (position === undefined) throw fault('not_found');
  return position;
}
/** `before` is the id of the oldest message that the caller has seen and wins over the page's number. */
async function listOlder(ground: Ground, roomId: string, given: PageGiven) {
  const before =
    given.before === undefined ? undefined : await positionOf(ground, roomId, given.before);
  const skip = before === undefined ? (Math.max(1, given.page) - 1) * SIZE + given.offset : 0;
  const picked = await queries.pickMessages(ground.db, roomId, { before, skip, limit: SIZE + 1 });
  return {
    messages: (await presentAll(ground, picked.slice(0, SIZE))).reverse(),
    isLast: picked.length <= SIZE,
  };
}
async function listNewer(ground: Ground, roomId: string, id: string) {
  const picked = await queries.pickMessagesAfter(
    ground.db,
    roomId,
    await positionOf(ground, roomId, id),
    SIZE + 1,
  );
  return {
    messages: await presentAll(ground, picked.slice(0, SIZE)),
    isLast: false,
    isNewest: picked.length <= SIZE,
  };
}
/** A page before a place and a page from it on. */
async function listBeside(ground: Ground, roomId: string, position: number) {
  const [older, newer] = await Promise.all([
    queries.pickMessages(ground.db, roomId, { before: position, skip: 0, limit: SIZE + 1 }),
    queries.pickMessagesAfter(ground.db, roomId, position - 1, SIZE + 1),
  ]);
  const rows = [...older.slice(0, SIZE).reverse(), ...newer.slice(0, SIZE)];
  return {
    messages: await presentAll(ground, rows),
    isLast: older.length <= SIZE,
    isNewest: newer.length <= SIZE,
  };
}
async function listAround(ground: Ground, roomId: string, id: string) {
  return {
    ...(await listBeside(ground, roomId, await positionOf(ground, roomId, id))),
    target: id,
  };
}
/** Around the first message since a moment, or the newest one where nobody has written since. */
async function listFrom(ground: Ground, roomId: string, date: string) {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime()))
    throw fault('bad_input', { fields: { date: 'Такого дня нет.' }, text: 'Такого дня нет.' });
  const target = await queries.findSince(ground.db, roomId, moment);
  if (target === undefined)
    return { ...(await listOlder(ground, roomId, { page: 1, offset: 0 })), isNewest: true };
  return { ...(await listBeside(ground, roomId, target.position)), target: target.id };
}

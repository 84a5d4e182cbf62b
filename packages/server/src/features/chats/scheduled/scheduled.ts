import type { Static } from 'typebox';
import type { Scheduled } from '@respa/contract/scheduled';
import { DAY_MS } from '@respa/contract/durations';
import { SCHEDULED } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { findSuspension } from '#features/account/service.ts';
import { lockPerson } from '#features/people/service.ts';
import { insertMessage } from '../messages/message-queries.ts';
import { notifySent } from '../messages/message-notices.ts';
import { presentOne } from '../messages/message-views.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import * as queries from './scheduled-queries.ts';
import type { Problem, ScheduledRow } from './scheduled-queries.ts';

const present = (row: ScheduledRow): Static<typeof Scheduled> => ({
  _id: row.id,
  roomId: row.room_id,
  isChat: row.is_group,
  message: row.text,
  date: row.due_at.toISOString(),
  isSilent: row.is_silent,
  problem: row.problem,
});
/** Parses the time of sending. Throws `bad_date` unless it is within the next year. */
function parseDue(input: string): Date {
  const at = new Date(input);
  const wait = at.getTime() - nowMs();
  if (!(wait > 0 && wait <= SCHEDULED.daysAhead * DAY_MS))
    throw appError('bad_date', { fields: { date: 'Выберите время в будущем, не дальше года.' } });
  return at;
}
const sentText = (typed: string): string => {
  const text = typed.trim();
  if (text === '') throw appError('empty_message');
  return text;
};
const wakeAt = (context: AppContext, tx: Tx, id: string, at: Date) =>
  context.jobs.add(tx, 'messages.scheduled', { id }, { key: `messages.scheduled:${id}`, at });
/** Tells the author's devices that the scheduled messages of a room changed. */
const notifyChanged = (context: AppContext, after: After, userId: string, roomId: string) =>
  after(() => context.live.publish(`user:${userId}`, { data: { type: 'scheduled', roomId } }));

/** Returns the caller's scheduled messages of a room, or the next ones of all rooms. */
export const listScheduled = async (context: AppContext, viewer: Viewer, roomId?: string) => ({
  messages: (await queries.listScheduled(context.db, viewer.id, roomId, SCHEDULED.messages)).map(
    present,
  ),
});
/**
 * Schedules a message of text. Throws `not_found` to a non-member, `messages_closed`,
 * `empty_message`, `bad_date`, `too_many_scheduled`.
 */
export async function scheduleMessage(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  input: { message: string; date: string; isSilent?: boolean },
) {
  const [text, due, id] = [sentText(input.message), parseDue(input.date), newId()];
  const may = await findMayWrite(context.db, roomId, viewer.id);
  if (may === undefined) throw appError('not_found');
  if (!may) throw appError('messages_closed');
  const row = await transaction(context, async (tx, after) => {
    await lockPerson(tx, viewer.id);
    if ((await queries.countScheduled(tx, viewer.id, roomId)) >= SCHEDULED.messages)
      throw appError('too_many_scheduled');
    await queries.insertScheduled(tx, {
      id,
      room_id: roomId,
      user_id: viewer.id,
      text,
      is_silent: input.isSilent === true,
      due_at: due,
    });
    await wakeAt(context, tx, id, due);
    notifyChanged(context, after, viewer.id, roomId);
    return queries.lockScheduled(tx, id);
  });
  return present(row!);
}
/** Locks a message of the caller. Throws `not_found`, also when it was sent meanwhile. */
async function lockOwn(tx: Tx, viewer: Viewer, id: string): Promise<ScheduledRow> {
  const row = await queries.lockScheduled(tx, id);
  if (row?.user_id !== viewer.id) throw appError('not_found');
  return row;
}
/**
 * Changes a scheduled message; with a new time it is tried again then. Throws `not_found`,
 * `empty_message`, `bad_date`.
 */
export const changeScheduled = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: { message?: string; date?: string; isSilent?: boolean },
) =>
  transaction(context, async (tx, after) => {
    const row = await lockOwn(tx, viewer, id);
    const due = input.date === undefined ? undefined : parseDue(input.date);
    const changed = {
      text: input.message === undefined ? row.text : sentText(input.message),
      is_silent: input.isSilent ?? row.is_silent,
      due_at: due ?? row.due_at,
      problem: due === undefined ? row.problem : null,
    };
    await queries.changeScheduled(tx, id, changed);
    if (due !== undefined) await wakeAt(context, tx, id, due);
    notifyChanged(context, after, viewer.id, row.room_id);
    return present({ ...row, ...changed });
  });
/** Deletes a scheduled message. Throws `not_found`, also on a second call. */
export const removeScheduled = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const row = await lockOwn(tx, viewer, id);
    await queries.deleteScheduled(tx, id);
    notifyChanged(context, after, viewer.id, row.room_id);
  });

/**
 * Writes the message into the room and deletes the scheduled one in the same transaction, so that
 * it is sent once. Returns why it may not be sent; undefined if it was sent.
 */
async function release(
  context: AppContext,
  tx: Tx,
  after: After,
  row: ScheduledRow,
): Promise<Problem | undefined> {
  if ((await findSuspension(tx, row.user_id)) !== undefined) return 'suspended';
  const sent = await insertMessage(tx, {
    roomId: row.room_id,
    id: newId(),
    userId: row.user_id,
    text: row.text,
    media: [],
    clientId: null,
    isGroup: null,
    isSilent: row.is_silent,
    keepsDraft: true,
  });
  if (sent === undefined)
    return (await findMayWrite(tx, row.room_id, row.user_id)) === undefined ? 'removed' : 'closed';
  await queries.deleteScheduled(tx, row.id);
  after(async () => notifySent(context, sent, await presentOne(context, sent)));
  notifyChanged(context, after, row.user_id, row.room_id);
  return undefined;
}
/** Sends a scheduled message now. Throws `not_found`, `messages_closed`. */
export const sendNow = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const problem = await release(context, tx, after, await lockOwn(tx, viewer, id));
    if (problem === 'removed') throw appError('not_found');
    if (problem !== undefined) throw appError('messages_closed');
  });
/**
 * Sends a message whose time has come. Its author's rights are checked now: what may not be sent
 * stays with the reason. Idempotent: a message that was sent, deleted or moved is left alone.
 */
export const sendDue = (context: AppContext, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const row = await queries.lockScheduled(tx, id);
    if (row === undefined || row.due_at.getTime() > nowMs()) return;
    const problem = await release(context, tx, after, row);
    if (problem === undefined) return;
    await queries.changeScheduled(tx, id, { problem });
    notifyChanged(context, after, row.user_id, row.room_id);
  });

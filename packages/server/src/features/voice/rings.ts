// A private call rings at the other person until they answer, decline, or do not.
import { VOICE } from '@respa/contract/limits';
import type { Ring } from '@respa/contract/voice';
import { addCallLine } from '#features/chats/service.ts';
import { gatherCards } from '#features/people/service.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import * as queries from './ring-queries.ts';

export type RingEnd = 'answered' | 'declined' | 'missed' | 'cancelled' | 'busy';
type Call = { roomId: string; callerId: string; calleeId: string };

async function present(db: Db, rows: queries.RingRow[]): Promise<Ring[]> {
  const cards = await gatherCards(
    db,
    rows.map((row) => row.caller_id),
  );
  return rows.flatMap((row) => {
    const caller = cards.get(row.caller_id);
    if (caller === undefined) return [];
    const { id: _id, name, surname, avatar_url: avatarUrl } = caller;
    return [
      {
        roomId: row.room_id,
        user: { _id, name, surname, avatarUrl },
        ends: row.ends_at.toISOString(),
      },
    ];
  });
}
/** Returns the calls that ring at the user now. */
export const readRings = async (db: Db, userId: string): Promise<Ring[]> =>
  present(db, await queries.listRings(db, userId));
/** Returns whom a private conversation calls now. */
export const findCalled = async (db: Db, roomId: string): Promise<string | null> =>
  (await queries.findRing(db, roomId))?.callee_id ?? null;

/**
 * Lets the call of the first person in a private room ring at the other. At someone who speaks
 * elsewhere it does not, and the caller learns it. A stranger's call rings at nobody: they are seen
 * in the room.
 */
export async function startRing(context: AppContext, call: Call): Promise<void> {
  await transaction(context, async (tx, after) => {
    if (!(await queries.mayRing(tx, call))) return;
    const { roomId, callerId, calleeId } = call;
    if (await queries.isInAnyRoom(tx, calleeId)) return leaveLine(context, tx, after, call, 'busy');
    const row = {
      id: newId(),
      room_id: roomId,
      caller_id: callerId,
      callee_id: calleeId,
      ends_at: new Date(nowMs() + VOICE.ringSeconds * 1_000),
    };
    if (!(await queries.insertRing(tx, row))) return;
    await context.jobs.add(
      tx,
      'voice.ring-ends',
      { roomId, id: row.id },
      { key: `voice.ring-ends:${row.id}`, at: row.ends_at },
    );
    await context.signals.emit('callBegan', { tx, id: row.id, roomId, callerId, calleeId });
    after(async () => {
      for (const ring of await present(context.db, [row]))
        context.live.publish(`user:${calleeId}`, { data: { type: 'voice-ring', ring } });
    });
  });
}
/**
 * Ends the ringing of a room, if it rings and the given facts are true. Idempotent. Returns whether it
 * rang.
 */
export async function endRing(
  context: AppContext,
  only: { roomId: string; id?: string; callerId?: string; calleeId?: string },
  reason: RingEnd,
): Promise<boolean> {
  return transaction(context, async (tx, after) => {
    const row = await queries.takeRing(tx, only);
    if (row === undefined) return false;
    const { room_id: roomId, caller_id: callerId, callee_id: calleeId } = row;
    await leaveLine(context, tx, after, { roomId, callerId, calleeId }, reason);
    return true;
  });
}
async function leaveLine(
  context: AppContext,
  tx: Tx,
  after: After,
  { roomId, callerId, calleeId }: Call,
  reason: RingEnd,
): Promise<void> {
  if (reason === 'declined')
    await addCallLine(context, tx, after, { roomId, by: calleeId, kind: 'declined_call' });
  else if (reason !== 'answered')
    await addCallLine(context, tx, after, { roomId, by: callerId, kind: 'missed_call' });
  after(() => {
    const told = reason === 'busy' ? [callerId] : [callerId, calleeId];
    for (const userId of told)
      context.live.publish(`user:${userId}`, {
        data: { type: 'voice-ring-ended', roomId, reason },
      });
  });
}

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
  const [cards, muted] = await Promise.all([
    gatherCards(
      db,
      rows.map((row) => row.caller_id),
    ),
    queries.findMuted(db, rows),
  ]);
  return rows.flatMap((row) => {
    const caller = cards.get(row.caller_id);
    if (caller === undefined) return [];
    const { id: _id, name, surname, avatar_url: avatarUrl } = caller;
    return [
      {
        roomId: row.room_id,
        user: { _id, name, surname, avatarUrl },
        ends: row.ends_at.toISOString(),
        isMuted: muted.has(row.room_id),
      },
    ];
  });
}
/** Returns the calls that ring at the user now. */
export const readRings = async (db: Db, userId: string): Promise<Ring[]> =>
  present(db, await queries.listRings(db, userId));

/**
 * Lets the call of the first person in a private room ring at the other, unless one of them has left or
 * the other has come in meanwhile: two who call each other at once meet. At someone who speaks elsewhere
 * it does not ring, and the caller learns it. A stranger's call rings at nobody: they are seen in the
 * room. `clientId` names the caller's connection.
 */
export async function startRing(
  context: AppContext,
  { clientId, ...call }: Call & { clientId: string },
): Promise<void> {
  await transaction(context, async (tx, after) => {
    const { roomId, callerId, calleeId } = call;
    const inside = await queries.lockInside(tx, roomId);
    const isCallerHere = inside.some(
      (one) => one.user_id === callerId && one.client_id === clientId,
    );
    if (!isCallerHere || inside.some((one) => one.user_id === calleeId)) return;
    if (!(await queries.mayRing(tx, call))) return;
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
/** Lets a call ring for some seconds after its caller was lost: their page may only load again. */
export async function keepRinging(
  context: AppContext,
  { roomId, callerId }: { roomId: string; callerId: string },
): Promise<void> {
  await transaction(context, async (tx) => {
    const ring = await queries.findRingOf(tx, roomId, callerId);
    if (ring === undefined) return;
    const at = new Date(nowMs() + VOICE.returnSeconds * 1_000);
    const key = `voice.caller-lost:${ring.id}:${at.getTime()}`;
    await context.jobs.add(tx, 'voice.caller-lost', { roomId, id: ring.id }, { key, at });
  });
}
/** Ends a call whose caller has not come back. Returns whether it rang. */
export const endForgotten = (
  context: AppContext,
  { roomId, id }: { roomId: string; id: string },
): Promise<boolean> =>
  transaction(context, async (tx, after) => {
    const inside = await queries.lockInside(tx, roomId);
    const ring = await queries.findRing(tx, id);
    if (ring === undefined || inside.some((one) => one.user_id === ring.caller_id)) return false;
    if ((await queries.takeRing(tx, { roomId, id })) === undefined) return false;
    const call = { roomId, callerId: ring.caller_id, calleeId: ring.callee_id };
    await leaveLine(context, tx, after, call, 'cancelled');
    return true;
  });
/** Ends the calls that ring at a person who is signed in nowhere any more. */
export async function endRingsAt(context: AppContext, calleeId: string): Promise<void> {
  for (const { room_id: roomId } of await queries.listRings(context.db, calleeId))
    await endRing(context, { roomId, calleeId }, 'missed');
}
/** Ends the calls from and to a person whose account is being deleted. Returns their rooms. */
export async function eraseRings(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<string[]> {
  const rows = await queries.takeRingsOf(tx, userId);
  for (const { room_id: roomId, caller_id: callerId, callee_id: calleeId } of rows)
    after(() => tellEnd(context, { roomId, callerId, calleeId }, 'missed'));
  return rows.map((row) => row.room_id);
}
function tellEnd(
  { live }: AppContext,
  { roomId, callerId, calleeId }: Call,
  reason: RingEnd,
): void {
  for (const userId of reason === 'busy' ? [callerId] : [callerId, calleeId])
    live.publish(`user:${userId}`, { data: { type: 'voice-ring-ended', roomId, reason } });
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
  after(() => tellEnd(context, { roomId, callerId, calleeId }, reason));
}

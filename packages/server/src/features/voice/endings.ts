import * as queries from './queries.ts';
import type { Tx } from '#platform/database/db.ts';
import { type After, transaction } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { endConnections, noteGone, noteLost } from './host.ts';
import { disconnect, dropEmpty } from './joining.ts';
import { endForgotten, endRing, endRingsAt, eraseRings, keepRinging } from './rings.ts';
import { announce } from './room-state.ts';

/** Ends what belonged to streams that were ended: of a session, a person, or a person in a room. */
export async function endTagged(context: AppContext, tag: string): Promise<void> {
  endConnections(context, tag);
  const [kind, id = '', userId = ''] = tag.split(':');
  const members =
    kind === 'session'
      ? await queries.takeBySession(context.db, id)
      : kind === 'user'
        ? [await transaction(context, (tx) => queries.takeMember(tx, id))]
        : kind === 'member'
          ? [await transaction(context, (tx) => queries.takeMember(tx, userId, { roomId: id }))]
          : [];
  for (const member of members) if (member !== undefined) await disconnect(context, member);
  if (kind === 'user') await endRingsAt(context, id);
}
/** Takes a person out of voice whose account is being deleted in this transaction. */
export async function eraseVoice(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  const member = await queries.takeMember(tx, userId);
  const rung = await eraseRings(context, tx, after, userId);
  after(async () => {
    if (member !== undefined) await disconnect(context, member);
    for (const roomId of rung) await announce(context, roomId);
  });
}
/** A connection at this server has ended by itself. */
export async function dropMember(
  context: AppContext,
  roomId: string,
  number: number,
): Promise<void> {
  const gone = noteGone(context, roomId, number);
  if (gone === undefined) return;
  const { userId, clientId } = gone;
  const member = await transaction(context, (tx) =>
    queries.takeMember(tx, userId, { roomId, clientId }),
  );
  if (member === undefined) return;
  await dropEmpty(context, roomId);
  await keepRinging(context, { roomId, callerId: member.user_id });
  await announce(context, roomId);
}
/** All connections of a server are lost: its rooms get a new epoch, and pages connect again. */
export async function emptyHost(context: AppContext, instance: string): Promise<void> {
  if (instance === context.bus.id) noteLost(context);
  const rooms = await transaction(context, (tx) => queries.emptyHosted(tx, instance));
  for (const { room_id: id } of rooms) {
    await announce(context, id);
    await dropEmpty(context, id);
  }
}
/** The time is up: nobody has answered. */
export async function missRing(
  context: AppContext,
  { roomId, id }: { roomId: string; id: string },
): Promise<void> {
  if (await endRing(context, { roomId, id }, 'missed')) await announce(context, roomId);
}
/** The time is up in which the caller's page could come back. */
export async function forgetRing(
  context: AppContext,
  ring: { roomId: string; id: string },
): Promise<void> {
  if (await endForgotten(context, ring)) await announce(context, ring.roomId);
}
/** Ends all connections of this server, whose members move to another one. */
export async function stopVoice(context: AppContext): Promise<void> {
  await context.voice.engine?.stop();
  await emptyHost(context, context.bus.id).catch(() => {});
}

import * as queries from './queries.ts';
import { type MemberRoom, findMayWrite, findRoomOf } from '#features/chats/service.ts';
import { hasSession } from '#features/account/service.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { BadOffer, readOffer } from '#platform/voice/sdp.ts';
import { appError } from '@respa/contract/app-errors';
import { VOICE } from '@respa/contract/limits';
import type { BodyOf } from '@respa/contract/route';
import type { join, leave } from '@respa/contract/voice';
import { connect, tellHost } from './host.ts';
import { endRing, keepRinging, startRing } from './rings.ts';
import { announce } from './room-state.ts';

/** Returns a conversation of the viewer. Throws `not_found` to a non-member. */
export async function getRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
): Promise<MemberRoom> {
  const room = await findRoomOf(context.db, roomId, viewer.id);
  if (room === undefined) throw appError('not_found');
  return room;
}

/** Does the same for a conversation in which the viewer may write. Throws `messages_closed` too. */
async function getEnterable(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
): Promise<MemberRoom> {
  const room = await getRoom(context, viewer, roomId);
  if ((await findMayWrite(context.db, roomId, viewer.id)) !== true)
    throw appError('messages_closed');
  return room;
}

/** Returns whether a page only listens. Throws `bad_input`, so that a broken offer changes nothing. */
function readListening(
  { config }: AppContext,
  { sdp, isListening = false }: Pick<BodyOf<typeof join>, 'sdp' | 'isListening'>,
): boolean {
  if (config.liveKit !== undefined) return isListening;
  try {
    return !readOffer(sdp).isTalking;
  } catch (error) {
    throw error instanceof BadOffer ? appError('bad_input') : error;
  }
}

/**
 * Connects the viewer to the voice room of a conversation; a connection elsewhere ends. Throws
 * `not_found` to a non-member, `bad_input` for an offer that is not one, `messages_closed` where the
 * viewer may not write either, `not_signed_in` if the session has ended meanwhile, `voice_full`,
 * `voice_busy`, `voice_down`.
 */
export async function joinRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  entering: BodyOf<typeof join>,
) {
  const { sdp, clientId, isCalling = false, isMuted = false, isDeaf = false } = entering;
  const conversation = await getEnterable(context, viewer, roomId);
  const isListener = readListening(context, entering);
  const alive = new Set([context.bus.id, ...context.bus.others()]);
  const { host, member, former } = await transaction(context, async (tx) => {
    const room = await queries.lockRoom(tx, roomId, context.bus.id);
    const moved = !alive.has(room.instance_id);
    if (moved) await queries.moveRoom(tx, roomId, context.bus.id);
    const before = await queries.takeMember(tx, viewer.id);
    const members = await queries.listMembers(tx, roomId);
    const alike = members.filter((one) => one.is_listener === isListener).length;
    if (alike >= (isListener ? VOICE.listeners : VOICE.members)) throw appError('voice_full');
    const taken = new Set(members.map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number += 1;
    return {
      host: moved ? context.bus.id : room.instance_id,
      former: before,
      member: await queries.insertMember(tx, {
        user_id: viewer.id,
        room_id: roomId,
        session_id: viewer.sessionId,
        client_id: clientId,
        number,
        is_muted: isMuted,
        is_deaf: isDeaf,
        is_server_muted: await queries.isMutedForAll(tx, roomId, viewer.id),
        is_listener: isListener,
      }),
    };
  });
  if (former !== undefined) {
    if (former.client_id !== clientId) tellEnded(context, former, 'taken');
    await disconnect(context, former, { isReplaced: former.room_id === roomId });
  }
  try {
    // What ended before the row was written did not find it; what ends from now on does.
    await getEnterable(context, viewer, roomId);
    if (!(await hasSession(context.db, viewer.sessionId))) throw appError('not_signed_in');
    const entry = await connect(context, host, {
      room: roomId,
      member: member.number,
      clientId,
      sdp,
      isListening: isListener,
      isMutedForAll: member.is_server_muted,
      userId: viewer.id,
      sessionId: viewer.sessionId,
    });
    await settle(context, host, member);
    await ring(context, viewer, conversation, isCalling ? clientId : null);
    // What arrives first at the others is the new epoch, so that they connect again.
    const state = await announce(context, roomId);
    return {
      sdp: 'sdp' in entry ? entry.sdp : '',
      liveKit: 'url' in entry ? entry : null,
      number: member.number,
      room: state,
    };
  } catch (error) {
    const lost = await transaction(context, (tx) =>
      queries.takeMember(tx, viewer.id, { roomId, clientId }),
    );
    await dropEmpty(context, roomId);
    if (lost !== undefined) await endRing(context, { roomId, callerId: viewer.id }, 'cancelled');
    // The others were told of the former connection only.
    if (former?.room_id === roomId) await announce(context, roomId);
    throw error;
  }
}

export const dropEmpty = (context: AppContext, roomId: string): Promise<void> =>
  transaction(context, (tx) => queries.dropEmpty(tx, roomId));
/** Ends the ringing at who comes into a private conversation, or begins it from the given connection. */
async function ring(
  context: AppContext,
  { id: callerId }: Viewer,
  { id: roomId, is_group: isGroup, low_id: low, high_id: high }: MemberRoom,
  calling: string | null,
): Promise<void> {
  const calleeId = low === callerId ? high : low;
  if (isGroup || calleeId === null) return;
  await endRing(context, { roomId, calleeId: callerId }, 'answered');
  if (calling !== null) await startRing(context, { roomId, callerId, calleeId, clientId: calling });
}

/** Tells the page of a connection why it ends, so that it does not connect again. */
export const tellEnded = (
  { live }: AppContext,
  { user_id: userId, client_id: clientId }: Pick<queries.MemberRow, 'user_id' | 'client_id'>,
  reason: 'taken' | 'removed',
): void => live.publish(`user:${userId}`, { data: { type: 'voice-ended', clientId, reason } });
/**
 * Applies to a new connection what happened while it was made. Throws `not_found` if the member was
 * removed meanwhile, so that nobody is heard who is not in the room.
 */
async function settle(context: AppContext, host: string, made: queries.MemberRow): Promise<void> {
  const { room_id: roomId, user_id: userId, client_id: clientId, number } = made;
  const member = await queries.findMember(context.db, roomId, userId, clientId);
  if (member?.number !== number) {
    // A newer connection with this number has already replaced the one that was made.
    const others = await queries.listMembers(context.db, roomId);
    if (!others.some((one) => one.number === number))
      tellHost(context, host, roomId, number, { kind: 'leave' });
    throw appError('not_found');
  }
  if (member.is_muted || member.is_server_muted)
    tellHost(context, host, roomId, number, {
      kind: 'mute',
      isMuted: member.is_muted,
      isMutedForAll: member.is_server_muted,
    });
  if (member.is_deaf) tellHost(context, host, roomId, number, { kind: 'deafen', isDeaf: true });
}

/**
 * Ends a connection whose row is gone. The conversation is told, and a call of the member is over.
 * `isReplaced`: another connection of theirs to the room is being made. `mayReturn`: their call goes
 * on ringing for some seconds.
 */
export async function disconnect(
  context: AppContext,
  member: queries.MemberRow,
  { isReplaced = false, mayReturn = false } = {},
): Promise<void> {
  const room = await queries.findRoom(context.db, member.room_id);
  if (room !== undefined)
    tellHost(context, room.instance_id, member.room_id, member.number, { kind: 'leave' });
  if (isReplaced) return;
  await dropEmpty(context, member.room_id);
  const calls = { roomId: member.room_id, callerId: member.user_id };
  await (mayReturn ? keepRinging(context, calls) : endRing(context, calls, 'cancelled'));
  await announce(context, member.room_id);
}

/**
 * Leaves the voice room, unless another tab has taken over meanwhile. A call of who `mayReturn` goes
 * on ringing for some seconds. Idempotent. Throws `not_found` to a non-member.
 */
export async function leaveRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  { clientId, mayReturn = false }: BodyOf<typeof leave>,
): Promise<void> {
  await getRoom(context, viewer, roomId);
  const isViewer = ({ user_id: id }: queries.MemberRow) => id === viewer.id;
  const member = await transaction(context, (tx) =>
    queries.takeMember(tx, viewer.id, { roomId, clientId }),
  );
  if (member !== undefined) return disconnect(context, member, { mayReturn });
  // The connection was missed before its page could say that it had left on purpose.
  if (mayReturn || (await queries.listMembers(context.db, roomId)).some(isViewer)) return;
  if (await endRing(context, { roomId, callerId: viewer.id }, 'cancelled'))
    await announce(context, roomId);
}

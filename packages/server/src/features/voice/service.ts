import { appError } from '@respa/contract/app-errors';
import { VOICE } from '@respa/contract/limits';
import type { BodyOf } from '@respa/contract/route';
import type { join } from '@respa/contract/voice';
import { nowMs } from '#platform/runtime/clock.ts';
import { BadOffer, readOffer } from '#platform/voice/sdp.ts';
import { makeTurnCredentials } from '#platform/voice/turn.ts';
import { findLeading, findMayWrite, findRoomOf, type MemberRoom } from '#features/chats/service.ts';
import type { Tx } from '#platform/database/db.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { connect, endConnections, noteGone, noteLost, tellHost } from './host.ts';
import * as queries from './queries.ts';
import { endRing, endRingsAt, eraseRings, readRings, startRing } from './rings.ts';
import { announce, channelsOf, readStates } from './room-state.ts';
import { takeScreen } from './screen-queries.ts';

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

/** Returns whether an offer only listens. Throws `bad_input`, so that a broken one changes nothing. */
function isListening(sdp: string): boolean {
  try {
    return !readOffer(sdp).isTalking;
  } catch (error) {
    throw error instanceof BadOffer ? appError('bad_input') : error;
  }
}

/** Returns the voice rooms of the viewer's conversations in which people are. */
export async function listRooms(context: AppContext, viewer: Viewer) {
  return {
    rooms: await readStates(context.db, await queries.listMine(context.db, viewer.id)),
    rings: await readRings(context.db, viewer.id),
    iceServers: listRelays(context),
  };
}

/**
 * Connects the viewer to the voice room of a conversation; a connection elsewhere ends. Throws
 * `not_found` to a non-member, `bad_input` for an offer that is not one, `messages_closed` where the
 * viewer may not write either, `voice_full`, `voice_busy`, `voice_down`.
 */
export async function joinRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  { sdp, clientId, isCalling = false, isMuted = false, isDeaf = false }: BodyOf<typeof join>,
) {
  const conversation = await getRoom(context, viewer, roomId);
  if ((await findMayWrite(context.db, roomId, viewer.id)) !== true)
    throw appError('messages_closed');
  const isListener = isListening(sdp);
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
    await disconnect(context, former, former.room_id === roomId);
  }
  try {
    const answer = await connect(context, host, {
      room: roomId,
      member: member.number,
      clientId,
      sdp,
      userId: viewer.id,
      sessionId: viewer.sessionId,
    });
    await settle(context, host, member);
    await ring(context, viewer, conversation, isCalling ? clientId : null);
    // What arrives first at the others is the new epoch, so that they connect again.
    const state = await announce(context, roomId);
    return { sdp: answer, number: member.number, room: state };
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

const dropEmpty = (context: AppContext, roomId: string): Promise<void> =>
  transaction(context, (tx) => queries.dropEmpty(tx, roomId));
/** Answers the call of a private conversation by coming in, or begins one from the given connection. */
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
/** Declines the call that rings in a private conversation. Throws `not_found` to a non-member. */
export async function declineRing(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
): Promise<void> {
  await getRoom(context, viewer, roomId);
  if (await endRing(context, { roomId, calleeId: viewer.id }, 'declined'))
    await announce(context, roomId);
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
    tellHost(context, host, roomId, number, { kind: 'mute', isMuted: true });
  if (member.is_deaf) tellHost(context, host, roomId, number, { kind: 'deafen', isDeaf: true });
}

/** Returns the relays that a browser may use, with credentials for an hour. */
const listRelays = ({ config: { voiceTurn } }: AppContext) =>
  voiceTurn === undefined ? [] : [makeTurnCredentials(voiceTurn, nowMs())];

/**
 * Ends a connection whose row is gone. The conversation is told, and a call of the member is over,
 * unless another connection of theirs to the room is being made.
 */
async function disconnect(
  context: AppContext,
  member: queries.MemberRow,
  isReplaced = false,
): Promise<void> {
  const room = await queries.findRoom(context.db, member.room_id);
  if (room !== undefined)
    tellHost(context, room.instance_id, member.room_id, member.number, { kind: 'leave' });
  if (isReplaced) return;
  await dropEmpty(context, member.room_id);
  await endRing(context, { roomId: member.room_id, callerId: member.user_id }, 'cancelled');
  await announce(context, member.room_id);
}

/**
 * Leaves the voice room, unless another tab has taken over meanwhile. Idempotent. Throws `not_found`
 * to a non-member.
 */
export async function leaveRoom(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  clientId: string,
): Promise<void> {
  await getRoom(context, viewer, roomId);
  const member = await transaction(context, (tx) =>
    queries.takeMember(tx, viewer.id, { roomId, clientId }),
  );
  if (member !== undefined) await disconnect(context, member);
}

/** Turns the own microphone or sound off or on. Throws `not_found` to who is not in the room. */
export async function setOwn(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  { isMuted, isDeaf }: { isMuted: boolean; isDeaf: boolean },
): Promise<void> {
  const member = await queries.setMember(context.db, roomId, viewer.id, {
    is_muted: isMuted,
    is_deaf: isDeaf,
  });
  if (member === undefined) throw appError('not_found');
  await applyMember(context, member);
}
/** `endedScreen` is the client whose screen ends. */
async function applyMember(
  context: AppContext,
  member: queries.MemberRow,
  endedScreen?: string,
): Promise<void> {
  const room = await queries.findRoom(context.db, member.room_id);
  if (room === undefined) return;
  const { room_id: id, number } = member;
  const isMuted = member.is_muted || member.is_server_muted;
  tellHost(context, room.instance_id, id, number, { kind: 'mute', isMuted });
  tellHost(context, room.instance_id, id, number, { kind: 'deafen', isDeaf: member.is_deaf });
  if (endedScreen !== undefined)
    tellHost(context, room.instance_id, id, number, { kind: 'screen', clientId: endedScreen });
  await announce(context, id);
}

/**
 * Throws `not_found` to a non-member, `forbidden` to everyone but the creator of the group chat and
 * its moderators, who lead neither the creator nor each other.
 */
export async function checkLeads(
  context: AppContext,
  viewer: Viewer,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<void> {
  await getRoom(context, viewer, roomId);
  const { mayLead } = await findLeading(context.db, roomId, viewer.id, userId);
  if (!mayLead) throw appError('forbidden');
}
/** Turns a member's microphone off for all. Throws what `checkLeads` throws, and `not_found`. */
export async function setMember(
  context: AppContext,
  viewer: Viewer,
  { roomId, userId }: { roomId: string; userId: string },
  isServerMuted: boolean,
): Promise<void> {
  await checkLeads(context, viewer, { roomId, userId });
  const member = await transaction(context, async (tx) => {
    const change = { is_server_muted: isServerMuted };
    const changed = await queries.setMember(tx, roomId, userId, change);
    if (changed === undefined) throw appError('not_found');
    await queries.setMute(tx, roomId, userId, isServerMuted);
    return changed;
  });
  // A screen has sound too.
  const screen = isServerMuted ? await takeScreen(context.db, roomId, { userId }) : undefined;
  if (screen !== undefined) tellEnded(context, screen, 'removed');
  await applyMember(context, member, screen?.client_id);
}
/** Removes a member from the voice room. Throws what `checkLeads` throws, and `not_found`. */
export async function removeMember(
  context: AppContext,
  viewer: Viewer,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<void> {
  await checkLeads(context, viewer, { roomId, userId });
  const member = await transaction(context, (tx) => queries.takeMember(tx, userId, { roomId }));
  if (member === undefined) throw appError('not_found');
  tellEnded(context, member, 'removed');
  await disconnect(context, member);
}

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
  await endRing(context, { roomId, callerId: member.user_id }, 'cancelled');
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
/** Tells a conversation who speaks in its room, which this server hosts. */
export async function tellSpeaking(
  context: AppContext,
  roomId: string,
  numbers: number[],
): Promise<void> {
  const { connected, channels } = context.voice;
  const people = connected.get(roomId);
  if (people === undefined) return;
  const users = numbers.flatMap((number) => people.get(number)?.userId ?? []);
  const found =
    channels.get(roomId) ??
    queries
      .findConversation(context.db, roomId)
      .then((room) => (room === undefined ? [] : channelsOf(room)));
  channels.set(roomId, found);
  // A failure is forgotten, so that the next word asks again.
  found.catch(() => channels.delete(roomId));
  for (const channel of await found)
    context.live.publish(channel, { data: { type: 'voice-speaking', roomId, users } });
}
/** The time is up: nobody has answered. */
export async function missRing(
  context: AppContext,
  { roomId, id }: { roomId: string; id: string },
): Promise<void> {
  if (await endRing(context, { roomId, id }, 'missed')) await announce(context, roomId);
}
/** Returns for the admin how much voice is used, and how busy this server's process is. */
export async function readOverview({ db, voice }: AppContext) {
  const measures = voice.engine?.lastMeasures() ?? null;
  return {
    ...(await queries.countAll(db)),
    process:
      measures === null
        ? null
        : {
            load: measures.load,
            memoryBytes: measures.memoryBytes,
            packets: measures.packetsOut,
            lost: measures.lost,
          },
  };
}
/** Ends all connections of this server, whose members move to another one. */
export async function stopVoice(context: AppContext): Promise<void> {
  await context.voice.engine?.stop();
  await emptyHost(context, context.bus.id).catch(() => {});
}

// Shared screens of voice rooms: at most one a room, shown and seen by members who are inside.
import { appError } from '@respa/contract/app-errors';
import type { BodyOf } from '@respa/contract/route';
import type { share } from '@respa/contract/voice-screen';
import type { Entry } from '#platform/voice/engine.ts';
import { BadOffer } from '#platform/voice/sdp.ts';
import { readScreenOffer, type ReadScreenOffer } from '#platform/voice/screens/screen-sdp.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { connect, tellHost } from './host.ts';
import { findRoom } from './queries.ts';
import { announce } from './room-state.ts';
import * as queries from './screen-queries.ts';
import { checkLeads, getRoom, tellEnded } from './service.ts';

/**
 * Returns what an offer carries; null if the engine reads none. Throws `bad_input`, so that a broken one
 * changes nothing.
 */
function readOffer(
  { config }: AppContext,
  sdp: string,
  direction: 'sendonly' | 'recvonly',
): ReadScreenOffer | null {
  if (config.liveKit !== undefined) return null;
  try {
    return readScreenOffer(sdp, direction);
  } catch (error) {
    throw error instanceof BadOffer ? appError('bad_input') : error;
  }
}

const answerOf = (entry: Entry) => ({ sdp: 'sdp' in entry ? entry.sdp : '' });

/**
 * Shows the viewer's screen to the members of the voice room; a former screen of the viewer ends.
 * Returns the answer to the browser's offer. Throws `not_found` to a non-member, `bad_input`,
 * `screen_outside` to who is not in the voice room, `screen_muted`, `screen_taken`, `screen_over` if it
 * was ended at once, `voice_busy`, `voice_down`.
 */
export async function shareScreen(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  { sdp, clientId, height, hasSound = false }: BodyOf<typeof share>,
): Promise<{ sdp: string }> {
  await getRoom(context, viewer, roomId);
  const offer = readOffer(context, sdp, 'sendonly');
  const mine = { roomId, userId: viewer.id, sessionId: viewer.sessionId };
  const { host, number } = await transaction(context, async (tx) => {
    const room = await queries.lockHost(tx, roomId);
    const member = await queries.lockMember(tx, mine);
    if (room === undefined || member === undefined) throw appError('screen_outside');
    if (member.is_server_muted) throw appError('screen_muted');
    const shown = await queries.findScreen(tx, roomId);
    if (shown !== undefined && shown.user_id !== viewer.id) throw appError('screen_taken');
    await queries.putScreen(tx, {
      room_id: roomId,
      user_id: viewer.id,
      client_id: clientId,
      height,
      has_sound: offer === null ? hasSound : offer.audioType !== null,
    });
    return { host: room.instance_id, number: member.number };
  });
  try {
    const entry = await connect(context, host, {
      ...mine,
      room: roomId,
      member: number,
      clientId,
      sdp,
      screen: 'share',
    });
    // It may have ended while it was connected.
    const shown = await queries.findScreen(context.db, roomId);
    if (shown?.client_id !== clientId) throw appError('screen_over');
    return answerOf(entry);
  } catch (error) {
    await queries.takeScreen(context.db, roomId, { userId: viewer.id, clientId });
    tellHost(context, host, roomId, number, { kind: 'screen', clientId });
    throw error;
  } finally {
    await announce(context, roomId);
  }
}
/**
 * Connects the viewer to the screen shown in the voice room. Returns the answer to the browser's
 * offer. Throws `not_found` to a non-member, `bad_input`, `screen_outside` to who is not in the voice
 * room, `screen_over` without a screen, `screen_full`, `voice_busy`, `voice_down`.
 */
export async function watchScreen(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  { sdp, clientId }: { sdp: string; clientId: string },
): Promise<{ sdp: string }> {
  await getRoom(context, viewer, roomId);
  readOffer(context, sdp, 'recvonly');
  const mine = { roomId, userId: viewer.id, sessionId: viewer.sessionId };
  const { host, number } = await transaction(context, async (tx) => {
    const room = await findRoom(tx, roomId);
    const member = await queries.lockMember(tx, mine);
    if (room === undefined || member === undefined) throw appError('screen_outside');
    if ((await queries.findScreen(tx, roomId)) === undefined) throw appError('screen_over');
    return { host: room.instance_id, number: member.number };
  });
  const made = { ...mine, room: roomId, member: number, clientId, sdp };
  return answerOf(await connect(context, host, { ...made, screen: 'watch' }));
}
/**
 * Ends what the client of the viewer shows or sees. Idempotent. Throws `not_found` to a non-member.
 */
export async function leaveScreen(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  clientId: string,
): Promise<void> {
  await getRoom(context, viewer, roomId);
  const taken = await queries.takeScreen(context.db, roomId, { userId: viewer.id, clientId });
  await endAtHost(context, roomId, viewer.id, clientId);
  if (taken !== undefined) await announce(context, roomId);
}
/**
 * Ends the screen of a member. Throws what `checkLeads` throws, and `not_found` if the member shows
 * none.
 */
export async function stopScreen(
  context: AppContext,
  viewer: Viewer,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<void> {
  await checkLeads(context, viewer, { roomId, userId });
  const taken = await queries.takeScreen(context.db, roomId, { userId });
  if (taken === undefined) throw appError('not_found');
  tellEnded(context, taken, 'removed');
  await endAtHost(context, roomId, userId, taken.client_id);
  await announce(context, roomId);
}
async function endAtHost(
  context: AppContext,
  roomId: string,
  userId: string,
  clientId: string,
): Promise<void> {
  const [room, number] = await Promise.all([
    findRoom(context.db, roomId),
    queries.findNumber(context.db, roomId, userId),
  ]);
  // Without a place in the room, all its connections have ended.
  if (room === undefined || number === undefined) return;
  tellHost(context, room.instance_id, roomId, number, { kind: 'screen', clientId });
}
/** The connection that showed a screen at this server has ended by itself. */
export async function dropScreen(
  context: AppContext,
  roomId: string,
  clientId: string,
): Promise<void> {
  const taken = await queries.takeScreen(context.db, roomId, { clientId });
  if (taken !== undefined) await announce(context, roomId);
}

import * as queries from './queries.ts';
import { findLeading } from '#features/chats/service.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { appError } from '@respa/contract/app-errors';
import { tellHost } from './host.ts';
import { disconnect, getRoom, tellEnded } from './joining.ts';
import { endRing } from './rings.ts';
import { announce } from './room-state.ts';
import { takeScreen } from './screen-queries.ts';

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
  tellHost(context, room.instance_id, id, number, {
    kind: 'mute',
    isMuted: member.is_muted,
    isMutedForAll: member.is_server_muted,
  });
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

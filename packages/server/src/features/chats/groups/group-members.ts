import { appError } from '@respa/contract/app-errors';
import { GROUP_MEMBERS } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { assertNotSuspended } from '#features/account/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import * as people from '#features/people/service.ts';
import { joinChannel, deleteChannelData } from './group-channels.ts';
import { addSystemMessage, transferGroup } from './group-events.ts';
import * as queries from './group-queries.ts';
import { findLeading } from './group-moderators.ts';
import { lockOwnGroup, notifyInvited } from './groups.ts';
import { isMember } from '../rooms/room-queries.ts';
import { dropRoom } from '../rooms/room-removal.ts';

/** Ends a former member's open streams with a `removed` event and takes the room off their list. */
function disconnectMember(context: AppContext, roomId: string, userId: string): void {
  deleteChannelData(context, roomId, userId);
  context.live.endTagged(`member:${roomId}:${userId}`, { data: { type: 'removed' } });
  context.live.publish(`user:${userId}`, { data: { type: 'rooms-changed', roomId } });
}

/**
 * Adds a friend to a group; they see the whole history. Idempotent. Throws `not_found`, `self`,
 * `blocked_by_you`, `person_suspended`, `friends_only`, `invite_refused`, `group_full`.
 */
export async function invite(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  userId: string,
): Promise<void> {
  if ((await queries.findGroupOf(context.db, roomId, viewer.id)) === undefined)
    throw appError('not_found');
  const other = await people.getPerson(context, viewer.id, userId);
  if (other.id === viewer.id) throw appError('self');
  if ((await people.findBlockState(context.db, viewer.id, other.id)).byMe)
    throw appError('blocked_by_you');
  await transaction(context, async (tx, after) => {
    // Lock people before rooms, in the same order as account deletion.
    await people.lockPair(tx, viewer.id, other.id);
    const room = await lockOwnGroup(tx, viewer, roomId);
    if (await isMember(tx, roomId, other.id)) return;
    await assertNotSuspended(tx, other.id);
    if ((await people.findRelation(tx, viewer.id, other.id)) !== 'friends')
      throw appError('friends_only');
    if (await queries.hasRefused(tx, roomId, other.id)) throw appError('invite_refused');
    if ((await queries.countMembers(tx, roomId)) >= GROUP_MEMBERS) throw appError('group_full');
    await queries.insertFriends(tx, roomId, { of: viewer.id, ids: [other.id], touched: newId() });
    after(() => joinChannel(context, roomId, other.id));
    await addSystemMessage(context, tx, after, roomId, viewer.id, {
      kind: 'invited',
      userId: other.id,
    });
    await notifyInvited(context, tx, after, {
      to: other.id,
      from: viewer.id,
      roomId,
      title: room.title,
    });
  });
}
/**
 * Excludes a member, who is a moderator no more. Throws `not_found` to a non-member and for a user
 * who is not a member, `self`, `forbidden` to who does not lead the group or the other.
 */
export const exclude = (
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  userId: string,
): Promise<void> =>
  transaction(context, async (tx, after) => {
    await lockOwnGroup(tx, viewer, roomId);
    const other = userId.toLowerCase();
    if (other === viewer.id) throw appError('self');
    if (!(await findLeading(tx, roomId, viewer.id, other)).mayLead) throw appError('forbidden');
    if (!(await queries.deleteMember(tx, roomId, other))) throw appError('not_found');
    after(() => disconnectMember(context, roomId, other));
    await addSystemMessage(context, tx, after, roomId, viewer.id, {
      kind: 'excluded',
      userId: other,
    });
    await withdraw(context, tx, after, { object: roomId, to: other });
  });
/**
 * Leaves a group. The creator's group passes on as `transferGroup` says; when the last member
 * leaves, the group is deleted with everything in it. Throws `not_found`.
 */
export const leave = (
  context: AppContext,
  viewer: Viewer,
  roomId: string,
  isForGood: boolean,
): Promise<void> =>
  transaction(context, async (tx, after) => {
    const room = await lockOwnGroup(tx, viewer, roomId);
    await queries.deleteMember(tx, roomId, viewer.id);
    after(() => disconnectMember(context, roomId, viewer.id));
    if ((await queries.countMembers(tx, roomId)) === 0) return dropRoom(context, tx, after, roomId);
    if (isForGood) await queries.insertRefusal(tx, roomId, viewer.id);
    await addSystemMessage(context, tx, after, roomId, viewer.id, { kind: 'left' });
    if (room.creator_id === null || room.creator_id === viewer.id)
      await transferGroup(context, tx, after, roomId);
    await withdraw(context, tx, after, { object: roomId, to: viewer.id });
  });
/**
 * Deletes the group for everyone. Throws `not_found` to a non-member, `forbidden` to everyone but
 * the creator.
 */
export const deleteGroup = (context: AppContext, viewer: Viewer, roomId: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const room = await lockOwnGroup(tx, viewer, roomId);
    if (room.creator_id !== viewer.id) throw appError('forbidden');
    await dropGroup(context, tx, after, roomId);
  });
/**
 * Deletes the group without a permission check. The caller has checked the permission and holds the
 * group's lock.
 */
export async function dropGroup(
  context: AppContext,
  tx: Tx,
  after: After,
  roomId: string,
): Promise<void> {
  const members = await queries.listMembers(tx, roomId);
  await dropRoom(context, tx, after, roomId);
  after(() => members.forEach(({ user_id: id }) => disconnectMember(context, roomId, id)));
}

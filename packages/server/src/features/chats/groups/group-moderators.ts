import { appError } from '@respa/contract/app-errors';
import { GROUP_MODERATORS, leads, roleIn, type GroupRole } from '@respa/contract/group-roles';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { addSystemMessage } from './group-events.ts';
import * as queries from './group-queries.ts';
import { lockOwnGroup } from './groups.ts';

/**
 * Returns the viewer's role in a group chat and whether it leads that of another user. In a private
 * room everyone is a member. A decision that writes holds the room's lock, so that nobody decides
 * who was dismissed meanwhile.
 */
export async function findLeading(
  db: Db | Tx,
  roomId: string,
  viewerId: string,
  otherId: string,
): Promise<{ role: GroupRole; mayLead: boolean }> {
  const leaders = await queries.findLeaders(db, roomId);
  const role = roleIn(leaders, viewerId);
  return { role, mayLead: leads(role, roleIn(leaders, otherId.toLowerCase())) };
}

/**
 * Makes a member of a group chat a moderator, or ends that. Idempotent: what is so already writes
 * no line. Throws `not_found` to a non-member and for a user who is not a member, `self`,
 * `forbidden` to everyone but the creator, `moderators_full`.
 */
export const setModerator = (
  context: AppContext,
  viewer: Viewer,
  { roomId, userId }: { roomId: string; userId: string },
  isModerator: boolean,
): Promise<void> =>
  transaction(context, async (tx, after) => {
    const room = await lockOwnGroup(tx, viewer, roomId);
    const other = userId.toLowerCase();
    if (other === viewer.id) throw appError('self');
    if (room.creator_id !== viewer.id) throw appError('forbidden');
    const members = await queries.listMembers(tx, roomId);
    const member = members.find((one) => one.user_id === other);
    if (member === undefined) throw appError('not_found');
    if (member.is_moderator === isModerator) return;
    if (isModerator && members.filter((one) => one.is_moderator).length >= GROUP_MODERATORS)
      throw appError('moderators_full');
    await queries.changeModerator(tx, roomId, other, isModerator);
    await addSystemMessage(context, tx, after, roomId, viewer.id, {
      kind: isModerator ? 'appointed' : 'dismissed',
      userId: other,
    });
  });

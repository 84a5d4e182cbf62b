import type { AppContext } from '#platform/runtime/app-context.ts';
import type { PollAccess } from '#features/polls/service.ts';
import { findGroupLeader } from '../groups/groups.ts';
import { findMayWrite } from '../rooms/room-rights.ts';
import { findReadable } from './message-lookups.ts';

/**
 * Returns what a member may do with the poll of a message; null to everyone outside the room. The
 * author and the creator of a group close it.
 */
export async function findPollAccess(
  context: AppContext,
  viewerId: string | null,
  messageId: string,
): Promise<PollAccess | null> {
  if (viewerId === null) return null;
  const message = await findReadable(context.db, messageId, viewerId);
  if (message === undefined) return null;
  const { room_id: roomId, user_id: authorId } = message;
  const mayWrite = await findMayWrite(context.db, roomId, viewerId);
  return {
    refusal: mayWrite === true ? null : 'messages_closed',
    mayClose:
      authorId === viewerId || (await findGroupLeader(context, viewerId, roomId)) === viewerId,
    channels: [`room:${roomId}`],
  };
}

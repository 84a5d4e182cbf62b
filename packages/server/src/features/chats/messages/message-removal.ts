import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { withdraw } from '#features/notifications/service.ts';
import { detachLink } from '#features/links/service.ts';
import { deletePollOfMessage } from '#features/polls/service.ts';
import { forgetUses } from '#features/stickers/service.ts';
import { groupChannel } from '../groups/group-channels.ts';
import { findLeading } from '../groups/group-moderators.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { listPrivateMembers, lockRoom, nextSeq } from '../rooms/room-queries.ts';
import { removeStored } from './media/attachments.ts';
import * as lookups from './message-lookups.ts';
import * as changes from './message-change-queries.ts';
import type { MessageRow } from './message-rows.ts';
import { presentOne } from './message-views.ts';
import { deleteVersions } from './version-queries.ts';

/**
 * Deletes a message and its media: an own one, or in a group chat that of another whom the viewer
 * leads, which leaves a line in its place. Throws `not_found`, also on a second call, and
 * `forbidden` to a moderator for a message of the creator or of another moderator.
 */
export async function deleteMessage(
  context: AppContext,
  viewer: Viewer,
  id: string,
  kind: ConversationKind,
): Promise<void> {
  const seen = await lookups.findReadable(context.db, id, viewer.id);
  if (seen === undefined) throw appError('not_found');
  await transaction(context, async (tx, after) => {
    const room = await lockRoom(tx, seen.room_id);
    // Read again under the lock: an edit may have replaced the media meanwhile, and the viewer may
    // have been excluded or dismissed.
    const current = await lookups.findReadable(tx, id, viewer.id);
    if (current === undefined || room?.is_group !== kind.isGroup) throw appError('not_found');
    if (current.user_id === viewer.id) return dropMessage(context, tx, after, current);
    const { role, mayLead } = await findLeading(tx, current.room_id, viewer.id, current.user_id);
    if (role === 'member') throw appError('not_found');
    if (!mayLead) throw appError('forbidden');
    const seq = await clearMessage(context, tx, after, current);
    const line = await changes.replaceByLine(tx, current, seq, { kind: `removed_by_${role}` });
    await lookups.unmention(tx, current.room_id, current.mentions);
    after(async () => {
      const message = await presentOne(context, line);
      context.live.publish(`room:${line.room_id}`, {
        id: String(seq),
        data: { type: 'edit', message },
      });
      await notifyRoomChanged(context, line.room_id);
    });
  });
}
/**
 * Deletes a message without a permission check. The caller has checked the permission and holds the
 * room's lock.
 */
export async function dropMessage(
  context: AppContext,
  tx: Tx,
  after: After,
  message: MessageRow,
): Promise<void> {
  const { id, room_id: roomId } = message;
  const seq = await clearMessage(context, tx, after, message);
  await changes.tombstoneMessage(tx, roomId, id, seq);
  await lookups.unmention(tx, roomId, message.mentions);
  after(() => {
    context.live.publish(`room:${roomId}`, { id: String(seq), data: { type: 'delete', id } });
    return notifyRoomChanged(context, roomId);
  });
}
/** Deletes what belongs to a message outside its row. Returns the seq of the deletion. */
async function clearMessage(
  context: AppContext,
  tx: Tx,
  after: After,
  { id, room_id: roomId, media, has_poll: hasPoll }: MessageRow,
): Promise<number> {
  const seq = await nextSeq(tx, roomId);
  await deleteVersions(tx, id);
  if (hasPoll) await deletePollOfMessage(tx, id);
  await detachLink(tx, 'message', id);
  await lookups.dropPin(tx, roomId, id);
  await forgetUses(tx, roomId, id);
  await withdraw(context, tx, after, { part: id });
  await removeStored(context, tx, after, media);
  return seq;
}
/** Tells every member's own stream to reload the room list, which shows the last message. */
export async function notifyRoomChanged(context: AppContext, roomId: string): Promise<void> {
  context.live.publish(groupChannel(roomId), { data: { type: 'rooms-changed', roomId } });
  for (const userId of await listPrivateMembers(context.db, roomId))
    context.live.publish(`user:${userId}`, { data: { type: 'rooms-changed', roomId } });
}

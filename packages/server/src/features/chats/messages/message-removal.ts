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
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import { listPrivateMembers, lockRoom, nextSeq } from '../rooms/room-queries.ts';
import { removeStored } from './attachments.ts';
import * as lookups from './message-lookups.ts';
import * as queries from './message-queries.ts';
import type { MessageRow } from './message-rows.ts';
import { deleteVersions } from './version-queries.ts';

/** Deletes an own message and its media. Throws `not_found`, also on a second call. */
export async function deleteMessage(
  context: AppContext,
  viewer: Viewer,
  id: string,
  kind: ConversationKind,
): Promise<void> {
  const own = await queries.findOwnMessage(context.db, id, viewer.id, kind.isGroup);
  if (own === undefined) throw appError('not_found');
  await transaction(context, async (tx, after) => {
    await lockRoom(tx, own.room_id);
    // Read again under the lock: an edit may have replaced the media meanwhile.
    const current = await queries.findOwnMessage(tx, id, viewer.id, kind.isGroup);
    if (current === undefined) throw appError('not_found');
    await dropMessage(context, tx, after, current);
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
  { id, room_id: roomId, media, mentions, has_poll: hasPoll }: MessageRow,
): Promise<void> {
  const seq = await nextSeq(tx, roomId);
  await queries.tombstoneMessage(tx, roomId, id, seq);
  await deleteVersions(tx, id);
  if (hasPoll) await deletePollOfMessage(tx, id);
  await detachLink(tx, 'message', id);
  await lookups.unmention(tx, roomId, mentions);
  await lookups.dropPin(tx, roomId, id);
  await forgetUses(tx, roomId, id);
  await withdraw(context, tx, after, { part: id });
  await removeStored(context, tx, after, media);
  after(() => {
    context.live.publish(`room:${roomId}`, { id: String(seq), data: { type: 'delete', id } });
    return notifyRoomChanged(context, roomId);
  });
}
/** Tells every member's own stream to reload the room list, which shows the last message. */
export async function notifyRoomChanged(context: AppContext, roomId: string): Promise<void> {
  context.live.publish(groupChannel(roomId), { data: { type: 'rooms-changed', roomId } });
  for (const userId of await listPrivateMembers(context.db, roomId))
    context.live.publish(`user:${userId}`, { data: { type: 'rooms-changed', roomId } });
}

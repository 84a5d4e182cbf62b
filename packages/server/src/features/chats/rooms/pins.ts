import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { dropPin, findReadable } from '../messages/message-lookups.ts';
import { notifyRoomChanged } from '../messages/message-removal.ts';
import { findMayWrite } from './room-rights.ts';
import { lockRoom } from './room-queries.ts';

/**
 * Pins a message for everyone in its room, in place of the previously pinned one. Any member may.
 * Throws `not_found`, `messages_closed`.
 */
export async function pinMessage(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  const roomId = await roomToPinIn(context, viewer, id);
  await transaction(context, async (tx, after) => {
    await lockRoom(tx, roomId);
    if ((await findReadable(tx, id, viewer.id)) === undefined) throw appError('not_found');
    await tx.updateTable('rooms').set({ pinned_id: id }).where('id', '=', roomId).execute();
    after(() => notifyRoomChanged(context, roomId));
  });
}
/**
 * Unpins a message. Idempotent: if another message is pinned by now, that one stays. Throws what
 * `pinMessage` throws.
 */
export async function unpinMessage(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  const roomId = await roomToPinIn(context, viewer, id);
  await transaction(context, async (tx, after) => {
    await dropPin(tx, roomId, id);
    after(() => notifyRoomChanged(context, roomId));
  });
}
async function roomToPinIn(context: AppContext, viewer: Viewer, id: string): Promise<string> {
  const message = await findReadable(context.db, id, viewer.id);
  if (message === undefined) throw appError('not_found');
  if ((await findMayWrite(context.db, message.room_id, viewer.id)) !== true)
    throw appError('messages_closed');
  return message.room_id;
}

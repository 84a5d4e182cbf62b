import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { dropPin, findReadable } from './message-queries.ts';
import { tellRoomChanged } from './messages.ts';
import { findMayWrite, lockRoom } from './room-queries.ts';

/** Pins a message for everybody in its room; the one that was pinned is not any more. Any member may. Throws `not_found`, `messages_closed`. */
export async function pinMessage(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  const roomId = await roomToPinIn(ground, viewer, id);
  await transaction(ground, async (tx, after) => {
    await lockRoom(tx, roomId);
    if ((await findReadable(tx, id, viewer.id)) === undefined) throw fault('not_found');
    await tx.updateTable('rooms').set({ pinned_id: id }).where('id', '=', roomId).execute();
    after(() => tellRoomChanged(ground, roomId));
  });
}
/** Idempotent: where another one is pinned by now, that one stays. Throws as `pinMessage` does. */
export async function unpinMessage(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  const roomId = await roomToPinIn(ground, viewer, id);
  await transaction(ground, async (tx, after) => {
    await dropPin(tx, roomId, id);
    after(() => tellRoomChanged(ground, roomId));
  });
}
async function roomToPinIn(ground: Ground, viewer: Viewer, id: string): Promise<string> {
  const message = await findReadable(ground.db, id, viewer.id);
  if (message === undefined) throw fault('not_found');
  if ((await findMayWrite(ground.db, message.room_id, viewer.id)) !== true)
    throw fault('messages_closed');
  return message.room_id;
}

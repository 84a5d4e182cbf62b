import { transaction } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { lockRoom, nextSeq } from '../rooms/room-queries.ts';
import { findMessage, replaceMedia } from './message-lookups.ts';
import { presentOne } from './message-views.ts';

/** Publishes a message whose card has changed, to open rooms and to those who come back later. */
export async function publishLinkChange(
  context: AppContext,
  roomId: string,
  id: string,
): Promise<void> {
  const changed = await transaction(context, async (tx) => {
    await lockRoom(tx, roomId);
    const row = await findMessage(tx, roomId, id);
    return (
      row && replaceMedia(tx, { roomId, id, media: row.media, seq: await nextSeq(tx, roomId) })
    );
  });
  if (changed === undefined) return;
  const message = await presentOne(context, changed);
  context.live.publish(`room:${roomId}`, {
    id: String(changed.seq),
    data: { type: 'edit', message },
  });
}

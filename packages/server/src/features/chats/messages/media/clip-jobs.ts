import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Tx } from '#platform/database/db.ts';
import type { MessageRow } from '../message-rows.ts';

/** Adds a job for each video of a message that waits for the encoder. Idempotent. */
export async function addClipJobs(
  context: AppContext,
  tx: Tx,
  {
    room_id: roomId,
    id,
    user_id: owner,
    media,
  }: Pick<MessageRow, 'room_id' | 'id' | 'user_id' | 'media'>,
): Promise<void> {
  for (const { name, waiting } of media)
    if (waiting !== undefined)
      await context.jobs.add(
        tx,
        'messages.encode',
        { roomId, id, name },
        { key: `messages.encode:${name}`, queue: 'messages.encode', attempts: 3, owner },
      );
}

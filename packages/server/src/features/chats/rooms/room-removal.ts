import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { After } from '#platform/database/transaction.ts';
import { removeMediaOf } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';

/** Deletes a room with all its messages and media. */
export async function dropRoom(
  context: AppContext,
  tx: Tx,
  after: After,
  id: string,
): Promise<void> {
  await removeMediaOf(context, tx, after, { scopeId: id });
  for (const table of ['messages', 'message_clients'] as const)
    await tx.deleteFrom(table).where('room_id', '=', id).execute();
  await tx.deleteFrom('rooms').where('id', '=', id).execute();
  await withdraw(context, tx, after, { objects: [id] });
}

import { HISTORY_UNDO_SECONDS } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readOf } from '#features/notifications/service.ts';
import * as queries from './clearing-queries.ts';
import { isMember, lockRoom } from './room-queries.ts';

/** The reader's devices load the room and their list again. */
function notifyCleared(context: AppContext, viewer: Viewer, roomId: string): void {
  context.live.publish(`user:${viewer.id}`, { data: { type: 'rooms-changed', roomId } });
  context.live.endTagged(`member:${roomId}:${viewer.id}`, { id: '', data: { type: 'anew' } });
}
/**
 * Hides everything that a room holds now from the caller, who has read it thereby. The other
 * members keep it. Idempotent. Throws `not_found` to a non-member.
 */
export async function clearHistory(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
): Promise<void> {
  const cleared = await transaction(context, async (tx) => {
    await lockRoom(tx, roomId);
    return queries.clearUpToNow(tx, roomId, viewer.id);
  });
  if (cleared === undefined) throw appError('not_found');
  context.live.publish(`room:${roomId}`, {
    data: { type: 'read', userId: viewer.id, position: cleared.position },
  });
  await readOf(context, viewer.id, 'mention', roomId);
  notifyCleared(context, viewer, roomId);
}
/**
 * Shows the caller what the last clearing has hidden; it stays read. Possible for
 * `HISTORY_UNDO_SECONDS`. Idempotent. Throws `not_found` to a non-member, `history_gone` later.
 */
export async function restoreHistory(
  context: AppContext,
  viewer: Viewer,
  roomId: string,
): Promise<void> {
  if (!(await isMember(context.db, roomId, viewer.id))) throw appError('not_found');
  if (!(await queries.undoClearing(context.db, roomId, viewer.id, HISTORY_UNDO_SECONDS)))
    throw appError('history_gone');
  notifyCleared(context, viewer, roomId);
}

import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { keepPrepared, preparePicture, removeMedia } from '#features/media/service.ts';
import { notifyRoomChanged } from '../messages/message-removal.ts';
import { findMayWrite } from './room-rights.ts';
import { findRoomOf, lockRoom } from './room-queries.ts';
import type { ConversationKind } from './conversation-kind.ts';

const FOLDER = 'room-backgrounds';
type Target = { roomId: string; kind: ConversationKind };

/**
 * Checks that the caller may change the room's background: every user who may write in the room
 * may. Throws `not_found` to a non-member and through the other kind's route, `messages_closed`.
 */
async function assertMayChange(
  context: AppContext,
  viewer: Viewer,
  { roomId, kind }: Target,
): Promise<void> {
  const room = await findRoomOf(context.db, roomId, viewer.id);
  if (room === undefined || room.is_group !== kind.isGroup) throw appError('not_found');
  if ((await findMayWrite(context.db, roomId, viewer.id)) !== true)
    throw appError('messages_closed');
}
async function put(
  context: AppContext,
  tx: Tx,
  after: After,
  viewer: Viewer,
  roomId: string,
  bg: string,
): Promise<void> {
  await lockRoom(tx, roomId);
  // Read again under the lock: the caller may have left the room meanwhile, or another picture may
  // have been set.
  const room = await findRoomOf(tx, roomId, viewer.id);
  if (room === undefined) throw appError('not_found');
  if (room.bg === bg) return;
  await tx.updateTable('rooms').set({ bg }).where('id', '=', roomId).execute();
  if (room.bg !== '') await removeMedia(context, tx, after, FOLDER, [room.bg]);
  after(async () => {
    context.live.publish(`room:${roomId}`, { data: { type: 'background', bg } });
    await notifyRoomChanged(context, roomId);
  });
}
/**
 * Sets a conversation's background picture in place of the previous one, and returns its name.
 * Throws what `assertMayChange` throws, and `no_file`, `bad_type`, `too_large`.
 */
export async function setBackground(
  context: AppContext,
  viewer: Viewer,
  target: Target,
  files: StagedFile[],
): Promise<string> {
  await assertMayChange(context, viewer, target);
  const [file] = files;
  if (file === undefined) throw appError('no_file');
  const prepared = await preparePicture(context, file, FOLDER);
  await keepPrepared(
    context,
    [prepared],
    { ownerId: viewer.id, scopeId: target.roomId },
    async (tx, after) => {
      await put(context, tx, after, viewer, target.roomId, prepared.name);
      return true;
    },
  );
  return prepared.name;
}
/** Removes the background picture. Idempotent. */
export async function resetBackground(
  context: AppContext,
  viewer: Viewer,
  target: Target,
): Promise<void> {
  await assertMayChange(context, viewer, target);
  await transaction(context, (tx, after) => put(context, tx, after, viewer, target.roomId, ''));
}

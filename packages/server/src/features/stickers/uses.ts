import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { clearMediaOwner, removeMedia } from '#features/media/service.ts';
import { FOLDER } from './packs.ts';
import type { StickerRow } from './queries.ts';
import * as queries from './use-queries.ts';

/**
 * Returns pictures that a member wants to send, by id. `kept` are ids that the message shows
 * already. Throws `not_found` for an unknown one or one of the other kind, `pack_not_added`.
 */
export async function gatherSendable(
  context: AppContext,
  userId: string,
  { ids, kind, kept = [] }: { ids: readonly string[]; kind: 'sticker' | 'emoji'; kept?: string[] },
): Promise<Map<string, StickerRow>> {
  const rows = await queries.gatherUsable(context.db, userId, ids);
  for (const id of ids) {
    const row = rows.get(id);
    if (row === undefined) throw appError('not_found');
    if (kept.includes(id)) continue;
    if (row.kind !== kind) throw appError('not_found');
    if (!row.may_use) throw appError('pack_not_added');
  }
  return rows;
}
/** Notes, in the transaction that writes a message, which pictures it shows. */
export async function noteUses(
  tx: Tx,
  message: { roomId: string; messageId: string; ids: readonly string[] },
): Promise<void> {
  if (message.ids.length > 0) await queries.insertUses(tx, message);
}
/** Notes that a message shows no pictures any more. */
export const forgetUses = async (tx: Tx, roomId: string, messageId: string): Promise<void> =>
  void (await queries.deleteUses(tx, roomId, messageId));

const BATCH = 200;
/** Deletes pictures that were taken out of their packs and that no message shows. Idempotent. */
export async function sweepStickers(context: AppContext): Promise<void> {
  for (let count = BATCH; count === BATCH;)
    count = await transaction(context, async (tx, after) => {
      const deleted = await queries.deleteUnused(tx, BATCH);
      await removeMedia(
        context,
        tx,
        after,
        FOLDER,
        deleted.map(({ picture }) => picture.name),
      );
      return deleted.length;
    });
}
/**
 * Lets the pictures of a deleted account stay in messages. The packs themselves are deleted with
 * their owner's row.
 */
export async function deleteStickerData(
  context: AppContext,
  tx: Tx,
  userId: string,
): Promise<void> {
  await clearMediaOwner(tx, userId, [FOLDER]);
  await context.jobs.add(tx, 'stickers.sweep', {}, { key: 'stickers.sweep' });
}

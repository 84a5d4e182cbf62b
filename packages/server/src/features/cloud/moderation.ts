import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import {
  toModeratedItems,
  type Moderation,
  type ModeratedItem,
} from '#platform/runtime/moderation.ts';
import type { After } from '#platform/database/transaction.ts';
import { countDuplicates, listDuplicates } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { deleteGrantsOf } from './grant-queries.ts';
import { findNode, pickByStored, pickFiles, setTrashed } from './queries.ts';
import type { NodeRow } from './node-rows.ts';
import { lockCloud } from './owner-queries.ts';
import { eraseTrashed } from './trash.ts';

const MOST = 1_000;
const present = (row: NodeRow, copies = 1): ModeratedItem => ({
  ownerId: row.owner_id,
  title: `Файл «${row.name}»`,
  text: copies === 1 ? '' : `Таких же файлов в облаках: ${copies}. Удалятся все.`,
  link: row.trash_id === null ? `/cloud/file/${row.id}` : null,
});
/**
 * Moderates files that others may see, including trashed ones, in the admin panel. The decision
 * applies to the bytes: every owner of the same content loses it too. Empty files are excepted,
 * because they are identical only by chance.
 */
export const moderateFiles = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await pickFiles(context.db, ids);
    const copies = await countDuplicates(
      context.db,
      'cloud',
      rows.filter((row) => row.bytes > 0).map((row) => row.stored!),
      MOST,
    );
    return toModeratedItems(rows, (row) => present(row, copies.get(row.stored!)));
  },
  async takeDown(tx, after, id) {
    const found = await findNode(tx, id);
    if (found === undefined || found.is_folder) return false;
    const stored =
      found.bytes === 0 ? [found.stored!] : await listDuplicates(tx, 'cloud', found.stored!);
    const taken: ModeratedItem[] = [];
    for (const { owner_id: ownerId, id: each } of await pickByStored(tx, stored)) {
      await lockCloud(tx, ownerId);
      const node = await findNode(tx, each);
      if (node === undefined) continue;
      await erase(context, tx, after, node);
      taken.push(present(node));
    }
    return taken.length > 0 && taken;
  },
});
async function erase(context: AppContext, tx: Tx, after: After, node: NodeRow): Promise<void> {
  // Separate from the items that it may have been trashed with.
  const trashId = newId();
  const files = await setTrashed(tx, node.id, trashId);
  await deleteGrantsOf(tx, files);
  await withdraw(context, tx, after, { objects: files });
  await eraseTrashed(context, tx, after, node.owner_id, trashId);
}

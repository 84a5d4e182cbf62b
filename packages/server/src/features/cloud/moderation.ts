import { sql } from 'kysely';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import { thingsOf, type Moderation } from '#platform/moderation.ts';
import { withdraw } from '#features/notifications/service.ts';
import { deleteGrantsOf } from './grant-queries.ts';
import { findNode, lockCloud, setTrashed } from './queries.ts';
import { eraseTrashed } from './trash.ts';

/** Files that others may see, on the admin's desk: what lies in the trash is for nobody. */
export const moderateFiles = (ground: Ground): Moderation => ({
  async describe(ids) {
    const rows = await ground.db.selectFrom('cloud_nodes').select(['id', 'owner_id', 'name']).where('id', '=', sql<string>`any(${ids}::uuid[])`).where('is_folder', '=', false).where('trash_id', 'is', null).execute();
    return thingsOf(rows, (row) => ({ ownerId: row.owner_id, title: `Файл «${row.name}»`, text: '', link: `/cloud/file/${row.id}` }));
  },
  async takeDown(tx, after, id) {
    const found = await findNode(tx, id);
    if (found === undefined || found.is_folder) return false;
    await lockCloud(tx, found.owner_id);
    const node = await findNode(tx, id);
    if (node === undefined || node.trash_id !== null) return false;
    const trashId = newId();
    const files = await setTrashed(tx, id, trashId);
    await deleteGrantsOf(tx, files);
    await withdraw(ground, tx, after, { objects: files });
    await eraseTrashed(ground, tx, after, node.owner_id, trashId);
    return true;
  },
});

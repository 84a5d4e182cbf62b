import { PAGE_SIZES } from '@respa/contract/limits';
import type { Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { SignalMap } from '#platform/signals.ts';
import { cardsFor } from './cards.ts';

/** Writes down what the admin did, in the transaction that does it. */
export async function writeDown({ tx, adminId, action, kind, objectId, personId, reason }: SignalMap['adminActed']): Promise<void> {
  await tx.insertInto('admin_log').values({
    id: newId(), admin_id: adminId, action, kind: kind ?? null, object_id: objectId ?? null, person_id: personId ?? null, reason: reason ?? '',
  }).execute();
}
export function pickLog(db: Db, page: { before?: string | undefined; limit: number }) {
  let query = db.selectFrom('admin_log').select(['id', 'admin_id', 'action', 'kind', 'object_id', 'person_id', 'reason', 'created_at']);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
/** A page of what was done, newest first. */
export async function listLog(ground: Ground, before?: string) {
  const picked = await pickLog(ground.db, { before, limit: PAGE_SIZES.desk + 1 });
  const rows = picked.slice(0, PAGE_SIZES.desk);
  const cardOf = await cardsFor(ground, rows.flatMap((row) => [row.admin_id, row.person_id]));
  return {
    entries: rows.map((row) => ({
      _id: row.id, action: row.action, admin: cardOf(row.admin_id), person: cardOf(row.person_id), personId: row.person_id, kind: row.kind, objectId: row.object_id, reason: row.reason, date: row.created_at.toISOString(),
    })),
    isLast: picked.length <= PAGE_SIZES.desk,
  };
}

import type { Db, Tx } from '#platform/database/db.ts';

export type NewEntry = {
  id: string;
  admin_id: string;
  action: string;
  kind: string | null;
  object_id: string | null;
  person_id: string | null;
  reason: string;
};
export const insertEntry = (tx: Tx, row: NewEntry) =>
  tx.insertInto('admin_log').values(row).execute();
/** Returns logged actions, newest first. */
export function pickLog(db: Db, page: { before?: string | undefined; limit: number }) {
  let query = db
    .selectFrom('admin_log')
    .select(['id', 'admin_id', 'action', 'kind', 'object_id', 'person_id', 'reason', 'created_at']);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
/** Returns false if the admin was told this on that day already. */
export const noteAlert = async (tx: Tx, kind: string, day: string): Promise<boolean> =>
  (await tx
    .insertInto('admin_alerts')
    .values({ kind, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()) !== undefined;

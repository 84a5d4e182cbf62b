import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export type UploadRow = {
  id: string;
  owner_id: string;
  purpose: string;
  filename: string;
  bytes: number;
};
const columns = ['id', 'owner_id', 'purpose', 'filename', 'bytes'] as const;

/**
 * Serializes the start of uploads per user until the transaction ends. An advisory lock is needed
 * because the user may not have a row to lock yet.
 */
export const lockUploadsOf = (tx: Tx, ownerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${ownerId}`}, 0))`.execute(tx);
export const insertUpload = (tx: Tx, row: UploadRow) =>
  tx.insertInto('uploads').values(row).execute();
export const findUpload = (db: Db, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').select(columns).where('id', '=', id).executeTakeFirst();
/** Returns false if the upload does not exist or a concurrent call took it. */
export const deleteUpload = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('uploads').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n;
export const deleteUploadsOf = async (tx: Tx, ownerId: string): Promise<string[]> =>
  (await tx.deleteFrom('uploads').where('owner_id', '=', ownerId).returning('id').execute()).map(
    (row) => row.id,
  );
/** Deletes all but a user's newest `keep` uploads. Returns the deleted ids. */
export async function deleteOldest(tx: Tx, ownerId: string, keep: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    delete from uploads
    where owner_id = ${ownerId}
      and id in (
        select id
        from uploads
        where owner_id = ${ownerId}
        order by id desc
        offset ${keep}
      )
    returning id
  `.execute(tx);
  return rows.map((row) => row.id);
}
export async function deleteExpired(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    delete from uploads
    where id in (
      select id
      from uploads
      where created_at < ${before}
      order by created_at
      limit ${limit}
    )
    returning id
  `.execute(db);
  return rows.map((row) => row.id);
}
/** Returns the total size that a user's uploads will have. */
export async function sumUploads(db: Db, ownerId: string, purpose: string): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`
    select coalesce(sum(bytes), 0)::bigint as sum
    from uploads
    where owner_id = ${ownerId} and purpose = ${purpose}
  `.execute(db);
  return rows[0]!.sum;
}
export async function pickUploads(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string;
  }>`
    select id
    from uploads
    where id = any(${ids}::uuid[])
  `.execute(db);
  return new Set(rows.map((row) => row.id));
}

import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { MediaStore } from './accounts.ts';

export type Used = { store: MediaStore; bytes: number; files: number };
/** Returns what a member's stores hold; an empty store may have no row. */
export const gatherUsed = (db: Db, ownerId: string): Promise<Used[]> =>
  db
    .selectFrom('storage_used')
    .select(['store', 'bytes', 'files'])
    .where('owner_id', '=', ownerId)
    .$castTo<Used>()
    .execute();

/** Returns what the store of a folder holds; null for a folder that is in no store. */
export async function findUsed(
  db: Db,
  ownerId: string,
  folder: string,
): Promise<Pick<Used, 'store' | 'bytes'> | null> {
  const { rows } = await sql<{ store: MediaStore | null; bytes: number }>`
    select s.store, coalesce(u.bytes, 0)::bigint as bytes
    from (select storage_store(${folder}) as store) s
    left join storage_used u on u.owner_id = ${ownerId} and u.store = s.store
  `.execute(db);
  const { store, bytes } = rows[0]!;
  return store === null ? null : { store, bytes };
}
export const deleteUsed = (tx: Tx, ownerId: string) =>
  tx.deleteFrom('storage_used').where('owner_id', '=', ownerId).execute();

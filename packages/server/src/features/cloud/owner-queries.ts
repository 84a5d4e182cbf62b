import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import { rowsOf } from './node-rows.ts';

export type OwnerRow = { used: number; files: number; folders: number };
/**
 * Locks a user's cloud, so that changes to it are serialised; the person is locked first, in the
 * same order as account deletion. Returns undefined if the person does not exist.
 */
export async function lockCloud(tx: Tx, ownerId: string): Promise<OwnerRow | undefined> {
  if (
    (
      await rowsOf(
        tx,
        sql`
    select
    from people
    where id = ${ownerId}
    for key share
  `,
      )
    ).length === 0
  )
    return undefined;
  await sql`
    insert into cloud_owners (owner_id)
    values (${ownerId})
    on conflict do nothing
  `.execute(tx);
  return (
    await rowsOf<OwnerRow>(
      tx,
      sql<OwnerRow>`
        select used, files, folders
        from cloud_owners
        where owner_id = ${ownerId}
        for update
      `,
    )
  )[0];
}
export const addToCloud = (tx: Tx, ownerId: string, by: OwnerRow) =>
  sql`
    update cloud_owners
    set used = used + ${by.used}, files = files + ${by.files}, folders = folders + ${by.folders}
    where owner_id = ${ownerId}
  `.execute(tx);
export const findCloud = async (db: Db, ownerId: string): Promise<OwnerRow> =>
  (
    await rowsOf<OwnerRow>(
      db,
      sql<OwnerRow>`
        select used, files, folders
        from cloud_owners
        where owner_id = ${ownerId}
      `,
    )
  )[0] ?? { used: 0, files: 0, folders: 0 };

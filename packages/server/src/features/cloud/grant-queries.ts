import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export type GrantRow = {
  node_id: string;
  user_id: string;
  id: string;
  copy_id: string | null;
  created_at: Date;
};
export const hasGrant = async (db: Db, nodeId: string, userId: string): Promise<boolean> =>
  (
    await sql`
      select 1
      from cloud_grants
      where node_id = ${nodeId} and user_id = ${userId}
    `.execute(db)
  ).rows.length === 1;
export const lockGrant = async (
  tx: Tx,
  nodeId: string,
  userId: string,
): Promise<GrantRow | undefined> =>
  (
    await sql<GrantRow>`
      select node_id, user_id, id, copy_id, created_at
      from cloud_grants
      where node_id = ${nodeId} and user_id = ${userId}
      for update
    `.execute(tx)
  ).rows[0];
/** Inserts a grant and increments the file's count of people if the grant is new. */
export async function insertGrant(
  tx: Tx,
  row: { node_id: string; user_id: string; id: string },
): Promise<void> {
  const { rows } = await sql`
      insert into cloud_grants (node_id, user_id, id)
      values (${row.node_id}, ${row.user_id}, ${row.id})
      on conflict do nothing
      returning 1
    `.execute(tx);
  if (rows.length === 1)
    await sql`
      update cloud_nodes
      set shared = shared + 1
      where id = ${row.node_id}
    `.execute(tx);
}
export const setCopy = (tx: Tx, nodeId: string, userId: string, copyId: string) =>
  sql`
    update cloud_grants
    set copy_id = ${copyId}
    where node_id = ${nodeId} and user_id = ${userId}
  `.execute(tx);
/** Returns false if there was none. */
export async function deleteGrant(tx: Tx, nodeId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
      delete from cloud_grants
      where node_id = ${nodeId} and user_id = ${userId}
      returning 1
    `.execute(tx);
  if (rows.length === 1)
    await sql`
      update cloud_nodes
      set shared = shared - 1
      where id = ${nodeId}
    `.execute(tx);
  return rows.length === 1;
}
/**
 * Deletes grants of items that no one sees any more; the caller that trashed them sets their
 * counts.
 */
export const deleteGrantsOf = (tx: Tx, nodeIds: string[]) =>
  sql`delete from cloud_grants where node_id = any(${nodeIds}::uuid[])`.execute(tx);
/** Deletes the grants between two people, in both directions. */
export async function deleteGrantsBetween(tx: Tx, a: string, b: string): Promise<void> {
  await sql`
    with gone as (
      delete from cloud_grants g using cloud_nodes n
      where n.id = g.node_id
        and ((n.owner_id = ${a} and g.user_id = ${b}) or (n.owner_id = ${b} and g.user_id = ${a}))
      returning g.node_id
    )
    update cloud_nodes n
    set shared = n.shared - 1
    from gone
    where n.id = gone.node_id
  `.execute(tx);
}
/** Deletes the grants to a deleted user. */
export async function deleteGrantsTo(tx: Tx, userId: string): Promise<void> {
  await sql`
    with gone as (
      delete from cloud_grants
      where user_id = ${userId}
      returning node_id
    )
    update cloud_nodes n
    set shared = n.shared - 1
    from gone
    where n.id = gone.node_id
  `.execute(tx);
}
export async function pickGrants(
  db: Db,
  nodeId: string,
  page: { before?: string | undefined; limit: number },
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
      select node_id, user_id, id, copy_id, created_at
      from cloud_grants
      where node_id = ${nodeId} ${
        page.before === undefined
          ? sql``
          : sql`
          and id < (
            select id
            from cloud_grants
            where node_id = ${nodeId} and user_id = ${page.before}
          )
        `
      }
      order by id desc
      limit ${page.limit}
    `.execute(db);
  return rows;
}
/** Returns the people that the files were sent to. */
export async function gatherGrants(db: Db, nodeIds: string[]): Promise<GrantRow[]> {
  if (nodeIds.length === 0) return [];
  return (
    await sql<GrantRow>`
      select node_id, user_id, id, copy_id, created_at
      from cloud_grants
      where node_id = any(${nodeIds}::uuid[])
    `.execute(db)
  ).rows;
}

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
/** Counts the people of a file anew where a grant is new. */
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
/** Answers false where there was none. */
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
/** Of things that are nobody's any more; their counts are set by whoever threw them away. */
export const deleteGrantsOf = (tx: Tx, nodeIds: string[]) =>
  sql`delete from cloud_grants where node_id = any(${nodeIds}::uuid[])`.execute(tx);
/** Ends what two people have opened to each other. */
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
/** Takes somebody who goes out of what was opened to them. */
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
/** To whom some files were sent. */
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

import pg from 'pg';
import { expect } from 'vitest';

export type Checked = { trees: number; inverted: number; tables: number };
const of = (kind: 'i' | 'r', method: string) => `
  select c.oid, c.oid::regclass::text as name
  from pg_class c
  join pg_am m on m.oid = c.relam
  left join pg_index i on i.indexrelid = c.oid
  where c.relkind = '${kind}'
    and m.amname = '${method}'
    and c.relpersistence = 'p'
    and coalesce(i.indisvalid, true)
`;
/** Materialized; otherwise the planner would count the indexes without checking them. */
const each = (work: string, over: string) =>
  `
    with checked as materialized (select ${work} from (${over}) i)
    select count(*)::int as n
    from checked
  `;

/**
 * Does what pg_amcheck would do, in an embedded database: every row of the heaps is in its B-trees
 * and nothing else is, B-trees and inverted indexes are in
 * order, and no heap contains an invalid row. PostgreSQL's own functions throw for an index and
 * return rows for a heap. Only the cluster's
 * superuser, who has the same password as the product's role, may call them.
 */
export async function assertWhole(databaseUrl: string): Promise<Checked> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(databaseUrl), { username: 'postgres' }).toString(),
  });
  await client.connect();
  const count = async (query: string) => (await client.query<{ n: number }>(query)).rows[0]!.n;
  try {
    await client.query('create extension if not exists amcheck');
    const trees = await count(each('bt_index_check(i.oid, true, true)::text', of('i', 'btree')));
    const inverted = await count(each('gin_index_check(i.oid)::text', of('i', 'gin')));
    const { rows } = await client.query(
      `
        select i.name, h.blkno, h.msg
        from (${of('r', 'heap')}) i
        cross join lateral verify_heapam(i.oid, check_toast => true) h
      `,
    );
    expect(rows).toEqual([]);
    const checked = { trees, inverted, tables: await count(each('1', of('r', 'heap'))) };
    expect(Object.values(checked).every((number) => number > 0)).toBe(true);
    return checked;
  } finally {
    await client.query('drop extension if exists amcheck');
    await client.end();
  }
}

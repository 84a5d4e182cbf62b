import { sql, type RawBuilder } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * One stored counter: its name, and the statement that finds rows where it differs from the actual
 * count.
 */
export type CounterProof = { name: string; differing: RawBuilder<{ id: string }> };

/**
 * Proves a counter that is a column of `table`: it counts the rows of the table `of` whose column
 * `by` is the id of the counting row. `where` says which rows are counted, by default all.
 */
export const proveCount = (
  table: string,
  column: string,
  { of, by, where = sql`true` }: { of: string; by: string; where?: RawBuilder<unknown> },
): CounterProof => ({
  name: `${table}.${column}`,
  differing: sql`
    select stored.id
    from ${sql.table(table)} stored
    left join (
      select ${sql.ref(by)} as id, count(*) as count
      from ${sql.table(of)}
      where ${where}
      group by ${sql.ref(by)}
    ) counted on counted.id = stored.id
    where ${sql.ref(`stored.${column}`)} <> coalesce(counted.count, 0)
    limit 1000
  `,
});

/**
 * Checks that stored counters equal what they count. A difference is a bug: it is logged with ids
 * and never repaired silently.
 */
export async function checkCounters(context: AppContext, proofs: CounterProof[]): Promise<number> {
  let wrong = 0;
  for (const { name, differing } of proofs) {
    const { rows } = await differing.execute(context.db);
    wrong += rows.length;
    if (rows.length > 0)
      context.log.error(
        { counter: name, ids: rows.slice(0, 20).map((row) => row.id), count: rows.length },
        'counter differs from its count',
      );
  }
  return wrong;
}

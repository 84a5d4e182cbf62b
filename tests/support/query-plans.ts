import { Kysely, PostgresDialect, sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from '../../packages/server/src/platform/database/db.ts';
import type { TestApp } from './driver.ts';

export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
};
/** The neighbourhood of a page may be sorted: a user's friends, or a search's index hits. */
const MOST_SORTED = 2_500;

export const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
/**
 * Returns what a plan must not do: read a whole big table, or sort more than a page's
 * neighbourhood.
 */
export function planViolations(plan: Plan, big: readonly string[]): string[] {
  return nodes(plan).flatMap((node) => {
    const kind = node['Node Type'];
    if (kind === 'Seq Scan' && big.includes(node['Relation Name'] ?? ''))
      return [`reads all of ${node['Relation Name']}`];
    const sorted = kind.endsWith('Sort')
      ? Math.max(...(node.Plans ?? []).map((one) => one['Plan Rows']))
      : 0;
    return sorted > MOST_SORTED ? [`sorts ${sorted} rows`] : [];
  });
}
export async function explainOn(app: TestApp, query: CompiledQuery): Promise<Plan> {
  const { rows } = await app.server.context.database.pool.query<{
    'QUERY PLAN': [{ Plan: Plan }];
  }>(`explain (format json) ${query.sql}`, [...query.parameters]);
  return rows[0]!['QUERY PLAN'][0].Plan;
}

/**
 * Returns the id of an object by its kind and number; `idSql` is the same as a database expression.
 */
export const idOf = (kind: number, number: number): string =>
  `${(0x01890000 + kind).toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
export const idSql = (kind: number, number: string): RawBuilder<unknown> =>
  sql.raw(
    `
      ('${(0x01890000 + kind).toString(16).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid
    `,
  );
/**
 * Returns statements that insert `count` people with the same first name, with the ids of the given
 * kind.
 */
export const members = (kind: number, count: number): RawBuilder<unknown>[] => [
  sql`
    insert into accounts (id, email, password_hash, activated_at)
    select ${idSql(kind, 'n')}, n || '@seeded.test', '', now()
    from generate_series(1, ${sql.lit(count)}) n
  `,
  sql`
    insert into people (id, name, surname, birth_date, is_listed)
    select ${idSql(kind, 'n')}, 'Анна', 'Белова' || n, '1990-01-01', true
    from generate_series(1, ${sql.lit(count)}) n
  `,
];
/**
 * Fills a database with more rows than calls could insert, and updates the planner's statistics.
 */
export async function seedRows(
  app: TestApp,
  statements: readonly RawBuilder<unknown>[],
): Promise<void> {
  for (const statement of [...statements, sql`analyze`])
    await app.server.context.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '60s'`.execute(tx);
      await statement.execute(tx);
    });
}
export type Listing = (on: Db) => Promise<unknown>;
/** Runs a list call and returns what is wrong with the plans of its queries. */
export async function planProblemsOf(
  app: TestApp,
  list: Listing,
  big: readonly string[],
): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  const db = new Kysely({
    dialect: new PostgresDialect({ pool: app.server.context.database.pool }),
    log: ({ query }) => void asked.push(query),
  }) as Db;
  await list(db);
  if (asked.length === 0) return ['asks nothing'];
  const found = await Promise.all(
    asked.map(async (query) => {
      const plan = await explainOn(app, query);
      return planViolations(plan, big).map(
        (sin) => `${sin}\n${query.sql}\n${JSON.stringify(plan, null, 1)}`,
      );
    }),
  );
  return found.flat();
}

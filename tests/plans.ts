import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import type { TestHouse } from './driver.ts';

export type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; 'Plan Rows': number; Plans?: Plan[] };
/** A page's neighbourhood may be sorted: a person's friends, a search's hits by an index. */
const MOST_SORTED = 2_500;

export const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
/** What a plan does that it must not: reads all of a big table, or sorts what is no page's neighbourhood. */
export function sinsOf(plan: Plan, big: readonly string[]): string[] {
  return nodes(plan).flatMap((node) => {
    const kind = node['Node Type'];
    if (kind === 'Seq Scan' && big.includes(node['Relation Name'] ?? '')) return [`reads all of ${node['Relation Name']}`];
    const sorted = kind.endsWith('Sort') ? Math.max(...(node.Plans ?? []).map((one) => one['Plan Rows'])) : 0;
    return sorted > MOST_SORTED ? [`sorts ${sorted} rows`] : [];
  });
}
export async function explainOn(house: TestHouse, query: CompiledQuery): Promise<Plan> {
  const { rows } = await house.server.ground.database.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${query.sql}`, [...query.parameters]);
  return rows[0]!['QUERY PLAN'][0].Plan;
}
/** Puts many rows into a house, one statement after another, and has them counted for the planner. */
export async function fillRows({ server }: TestHouse, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of [...statements, sql`analyze`]) await server.ground.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '60s'`.execute(tx);
    await statement.execute(tx);
  });
}
/** None of the statements reads all of a big table or sorts it. */
export async function expectIndexed(house: TestHouse, asked: readonly CompiledQuery[], big: readonly string[]): Promise<void> {
  expect(asked.length).toBeGreaterThan(0);
  for (const query of asked) {
    const plan = await explainOn(house, query);
    expect(sinsOf(plan, big), `${query.sql}\n${JSON.stringify(plan, null, 1)}`).toEqual([]);
  }
}

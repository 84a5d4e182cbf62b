import type { CompiledQuery } from 'kysely';
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

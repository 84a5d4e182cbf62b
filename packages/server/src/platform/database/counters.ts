import type { RawBuilder } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';

/**
 * One stored counter: its name, and the statement that finds rows where it differs from the actual
 * count.
 */
export type CounterProof = { name: string; differing: RawBuilder<{ id: string }> };

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

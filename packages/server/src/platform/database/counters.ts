import type { RawBuilder } from 'kysely';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** One kept counter: what it is called, and the statement that finds rows in which it differs from the count. */
export type CounterProof = { name: string; differing: RawBuilder<{ id: string }> };

/** Proves that kept counters equal what they count. A difference is a bug: it is logged with ids, and nothing is mended in silence. */
export async function proveCounters(context: AppContext, proofs: CounterProof[]): Promise<number> {
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

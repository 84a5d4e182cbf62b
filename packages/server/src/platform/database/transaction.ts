import type { AppContext } from '#platform/runtime/app-context.ts';
import { recordCreation } from './creations.ts';
import type { Tx } from './db.ts';

const ATTEMPTS = 4;
/** deadlock_detected, serialization_failure. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
type Effect = () => void | Promise<void>;
export type After = (effect: () => void | Promise<void>) => void;

/**
 * Runs `work` in one transaction. Effects passed to `after` run in order after the commit and never
 * fail the call:
 * a lost live event is recovered by resuming, and a job is already in the database. If the database
 * aborts one of two transactions
 * that wait for each other, `work` runs once more, so it must do nothing outside `tx` and `after`.
 */
export async function transaction<T>(
  context: AppContext,
  work: (tx: Tx, after: After) => Promise<T>,
): Promise<T> {
  const { result, effects } = await attempt(context, work, ATTEMPTS);
  for (const effect of effects) {
    try {
      const done = effect();
      if (done instanceof Promise)
        done.catch((error: Error) =>
          context.log.error({ err: error }, 'effect after commit failed'),
        );
    } catch (error) {
      context.log.error({ err: error as Error }, 'effect after commit failed');
    }
  }
  return result;
}

async function attempt<T>(
  context: AppContext,
  work: (tx: Tx, after: After) => Promise<T>,
  left: number,
): Promise<{ result: T; effects: Effect[] }> {
  const effects: Effect[] = [];
  try {
    let recorded = () => {};
    const result = await context.db.transaction().execute(async (tx) => {
      recorded = await recordCreation(tx);
      return work(tx, (effect) => effects.push(effect));
    });
    recorded();
    return { result, effects };
  } catch (error) {
    if (left === 1 || !RETRYABLE_CODES.has((error as { code?: string }).code ?? '')) throw error;
    return attempt(context, work, left - 1);
  }
}

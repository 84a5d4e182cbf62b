import type { Ground } from './ground.ts';
import type { Tx } from './db.ts';

export type After = (effect: () => void | Promise<void>) => void;

/**
 * Runs `work` in one transaction. Effects given to `after` run once it is committed, in order, and never make the call fail:
 * a live event that is lost is found again by resuming, a job is already in the database.
 */
export async function transaction<T>(ground: Ground, work: (tx: Tx, after: After) => Promise<T>): Promise<T> {
  const effects: (() => void | Promise<void>)[] = [];
  const result = await ground.db.transaction().execute((tx) => work(tx, (effect) => effects.push(effect)));
  for (const effect of effects) {
    try {
      const done = effect();
      if (done instanceof Promise) done.catch((error: Error) => ground.log.error({ err: error }, 'effect after commit failed'));
    } catch (error) {
      ground.log.error({ err: error as Error }, 'effect after commit failed');
    }
  }
  return result;
}

import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const TASKS = '/proc/self/task';
/**
 * Niceness added to the decoder threads: the request thread gets about three times as much CPU
 * where they compete. The pool reads files too: with 10, range requests of a file ran at 0.78 of
 * the speed, with 5 at 0.92.
 */
export const NICENESS_STEP = 5;

/**
 * Lowers the priority of the threads that decode pictures, so that the request thread and the
 * database come first: Linux divides the CPU between threads by the niceness of each
 * (setpriority(2)). Returns false where that is impossible: on other systems, and before the pool
 * has had its first work. Safe to call again.
 */
export function lowerPool(): boolean {
  try {
    const workers = readdirSync(TASKS).filter((id) =>
      readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker'),
    );
    const nice = Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS_STEP);
    for (const id of workers) setPriority(Number(id), nice);
    return workers.length > 0;
  } catch {
    return false;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const TASKS = '/proc/self/task';
export const POOL_NICE = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lets the threads in which pictures are decoded yield to the one that answers, and to the database: Linux shares the processor out between threads by the niceness of each
 * (setpriority(2)). False where it can't be said: elsewhere, and before the pool has had its first work. Nothing is lost by calling it again.
 */
export function lowerPool(): boolean {
  try {
    const workers = readdirSync(TASKS).filter((id) => readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker'));
    for (const id of workers) setPriority(Number(id), POOL_NICE);
    return workers.length > 0;
  } catch {
    return false;
  }
}

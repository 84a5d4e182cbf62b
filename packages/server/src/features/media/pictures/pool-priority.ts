import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const TASKS = '/proc/self/task';
/** How much nicer they are than the thread that answers: that one gets some three times as much where they compete. The pool reads files too: with 10 parts of a file came at 0.78 of the speed, with 5 at 0.92. */
export const NICER = 5;

/**
 * Lets the threads in which pictures are decoded yield to the one that answers, and to the database: Linux shares the processor out between threads by the niceness of each
 * (setpriority(2)). False where it can't be said: elsewhere, and before the pool has had its first work. Nothing is lost by calling it again.
 */
export function lowerPool(): boolean {
  try {
    const workers = readdirSync(TASKS).filter((id) =>
      readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker'),
    );
    const nice = Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER);
    for (const id of workers) setPriority(Number(id), nice);
    return workers.length > 0;
  } catch {
    return false;
  }
}

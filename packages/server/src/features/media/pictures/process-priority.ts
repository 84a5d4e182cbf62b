import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const TASKS = '/proc/self/task';
/**
 * Niceness added to the decoder process: the server's request thread gets about three times as much
 * CPU where they compete.
 */
export const NICENESS_STEP = 5;

/**
 * Lowers the priority of this process, so that the server and the database come first. Linux has a
 * niceness for each thread (setpriority(2)): new threads inherit it from the thread that starts
 * them.
 */
export function lowerPriority(): void {
  const nice = Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS_STEP);
  setPriority(nice);
  try {
    for (const id of readdirSync(TASKS)) setPriority(Number(id), nice);
  } catch {
    // Other systems have one priority for a process.
  }
}

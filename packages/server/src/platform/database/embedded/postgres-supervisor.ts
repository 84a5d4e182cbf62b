import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/runtime/clock.ts';

const LOOK_MS = 100;
/**
 * The pause between two attempts: a full disk is freed eventually, and a database that dies at once
 * must not fill the log.
 */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A server that ran for this long did not die from a failed start. */
const SETTLED_MS = 10_000;

/**
 * Supervises a database server until `stop`: when it dies, `revive` starts another, at first
 * immediately and then after pauses
 * of up to 5 s, for as long as it takes. `stop` resolves once no start is in progress.
 */
export function superviseServer(options: {
  isRunning(): boolean;
  revive(): Promise<unknown>;
  log(line: string): void;
}): { stop(): Promise<void> } {
  const { isRunning, revive, log } = options;
  const over = new AbortController();
  const rest = (ms: number) =>
    sleep(ms, undefined, { signal: over.signal, ref: false }).catch(() => {});
  let pause = FIRST_PAUSE_MS;
  let sinceStart = stopwatch();

  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await rest(LOOK_MS);
      if (over.signal.aborted || isRunning()) continue;
      if (sinceStart() > SETTLED_MS) pause = FIRST_PAUSE_MS;
      else await rest(pause);
      if (over.signal.aborted) return;
      log('База неожиданно остановилась, запускаю её снова…');
      try {
        await revive();
        log('База снова работает.');
      } catch (error) {
        log((error as Error).message);
      }
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      sinceStart = stopwatch();
    }
  };
  const working = work();
  return {
    async stop() {
      over.abort();
      await working;
    },
  };
}

import type { Logger } from 'pino';

/** Pauses before an errand is tried again, in ms; the last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 15_000];
/** After so many attempts, about an hour, the other side is taken for gone. */
const MAX_ATTEMPTS = 240;

/** What must happen at another server, however long it does not answer. */
export type Errands = {
  /** Tries until it succeeds. A later errand of the same key takes the place of one that still waits. */
  run(key: string, work: () => Promise<void>): void;
  stop(): void;
};
export function makeErrands(log: Logger): Errands {
  const waiting = new Map<string, () => Promise<void>>();
  const running = new Set<string>();
  let isStopped = false;
  async function pursue(key: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !isStopped;) {
      const work = waiting.get(key);
      if (work === undefined) return;
      try {
        await work();
        if (waiting.get(key) === work) waiting.delete(key);
        attempt = 0;
      } catch (error) {
        if (attempt === 0) log.warn({ err: error }, 'the LiveKit server does not answer');
        const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!;
        attempt += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, pause).unref();
        });
      }
    }
    waiting.delete(key);
  }
  return {
    run(key, work) {
      waiting.set(key, work);
      if (running.has(key)) return;
      running.add(key);
      void pursue(key).finally(() => running.delete(key));
    },
    stop() {
      isStopped = true;
    },
  };
}

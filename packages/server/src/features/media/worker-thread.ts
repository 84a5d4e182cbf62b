import { Worker } from 'node:worker_threads';

/**
 * `timeoutMs` counts from the start of the thread; with `startMs`, from the moment at which the
 * thread sends `READY`, and `startMs` is how long that may take.
 */
export type ThreadLimits = {
  timeoutMs: number;
  startMs?: number;
  maxOldGenerationSizeMb: number;
};
/** What a thread sends when its code is loaded and its work begins. */
export const READY = 'ready';

/**
 * Sends one request to a worker thread. Returns null if it fails or exceeds its time or memory
 * limit. User content is parsed in a thread with its own memory limit and timeout, so that a
 * crafted file stops neither the event loop nor the server.
 */
export async function askThread<Answer>(
  file: URL,
  question: unknown,
  { timeoutMs, startMs = timeoutMs, maxOldGenerationSizeMb }: ThreadLimits,
): Promise<Answer | null> {
  const resourceLimits = { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 32 };
  const worker = new Worker(file, {
    workerData: question,
    resourceLimits,
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const stop = () => resolve(null);
  let timeout = setTimeout(stop, startMs);
  worker
    .on('message', (answer: Answer | null | typeof READY) => {
      if (answer !== READY) return resolve(answer);
      clearTimeout(timeout);
      timeout = setTimeout(stop, timeoutMs);
    })
    .once('error', () => resolve(null))
    .once('exit', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}

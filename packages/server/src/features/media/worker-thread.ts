import { Worker } from 'node:worker_threads';

export type ThreadLimits = { timeoutMs: number; maxOldGenerationSizeMb: number };

/**
 * Sends one request to a worker thread. Returns null if it fails or exceeds its time or memory
 * limit. User content is parsed in a thread with its own memory limit and timeout, so that a
 * crafted file stops neither the event loop nor the server.
 */
export async function askThread<Answer>(
  file: URL,
  question: unknown,
  { timeoutMs, maxOldGenerationSizeMb }: ThreadLimits,
): Promise<Answer | null> {
  const resourceLimits = { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 32 };
  const worker = new Worker(file, {
    workerData: question,
    resourceLimits,
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const timeout = setTimeout(() => resolve(null), timeoutMs);
  worker
    .once('message', (answer: Answer | null) => resolve(answer))
    .once('error', () => resolve(null))
    .once('exit', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    await worker.terminate();
  }
}

import { Worker } from 'node:worker_threads';
import { makeTurns } from './turns.ts';

export type ProbeRequest = { path: string; format: 'mp4' | 'mp3' };
/** Pixels as they are shown (turned, square), 0 where there is no picture; seconds to the millisecond. */
export type Probed = { width: number; height: number; duration: number };

const PATIENCE_MS = 15_000;
/** What a file of 2 GB with hour-long tables needs, and no more: a table may claim four thousand million entries. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const probeTurns = makeTurns(2);

/**
 * What a file is, or null if it is not of that format or cannot be read. A stranger's tables are parsed by JavaScript here, so that
 * happens in a thread with its own memory and an end: a crafted file stops neither the event loop nor the server.
 */
export const probe = (request: ProbeRequest): Promise<Probed | null> =>
  probeTurns(async () => {
    const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { workerData: request, resourceLimits: MEMORY, stdout: true, stderr: true });
    const { promise, resolve } = Promise.withResolvers<Probed | null>();
    const patience = setTimeout(() => resolve(null), PATIENCE_MS);
    worker.once('message', (answer: Probed | null) => resolve(answer)).once('error', () => resolve(null)).once('exit', () => resolve(null));
    try {
      return await promise;
    } finally {
      clearTimeout(patience);
      await worker.terminate();
    }
  });

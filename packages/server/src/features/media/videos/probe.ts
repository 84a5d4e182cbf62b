import { askThread } from '../worker-thread.ts';
import { makeTurns } from '#platform/runtime/work-queue.ts';

export type ProbeRequest = { path: string; format: 'mp4' | 'mp3' | 'video' };
/** Pixels as they are shown (turned, square), 0 where there is no picture; seconds to the millisecond; of a film also its codecs: of the picture as RFC 6381 writes it, of the sound by its name. */
export type Probed = {
  width: number;
  height: number;
  duration: number;
  picture?: string;
  sound?: string;
};

/** The memory is what a file of 2 GB with hour-long tables needs, and no more: a table may claim four thousand million entries. */
const LIMITS = { patienceMs: 15_000, maxOldGenerationSizeMb: 192 };
const probeTurns = makeTurns(2);

/** What a file is, or null if it is not of that format or cannot be read. */
export const probe = (request: ProbeRequest): Promise<Probed | null> =>
  probeTurns(() =>
    askThread<Probed>(new URL('./probe-worker.ts', import.meta.url), request, LIMITS),
  );

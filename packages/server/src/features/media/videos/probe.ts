import { askThread } from '../worker-thread.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';

export type ProbeRequest = { path: string; format: 'mp4' | 'mp3' | 'video' };
/**
 * Display size in pixels (rotated, square pixels), 0 without a video track; length in seconds to
 * the millisecond; for a video also its codecs: video as in RFC 6381, audio by name.
 */
export type Probed = {
  width: number;
  height: number;
  duration: number;
  picture?: string;
  sound?: string;
};

/**
 * Enough memory for a file of 2 GB with tables for hours of video, and no more: a crafted table may
 * claim four billion entries.
 */
const LIMITS = { timeoutMs: 15_000, maxOldGenerationSizeMb: 192 };
const probeTurns = createWorkQueue(2);

/** Returns the properties of a file, or null if it is not of that format or cannot be read. */
export const probe = (request: ProbeRequest): Promise<Probed | null> =>
  probeTurns(() =>
    askThread<Probed>(new URL('./probe-worker.ts', import.meta.url), request, LIMITS),
  );

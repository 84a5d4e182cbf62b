import { askThread } from '../worker-thread.ts';
import { createFairQueue } from '#platform/runtime/work-queue.ts';

/** `withEnds` also reads where the two tracks end, which may take a pass over the whole file. */
export type ProbeRequest = { path: string; format: 'sound' | 'video'; withEnds?: boolean };
/**
 * Display size in pixels (rotated, square pixels), 0 without a video track; length in seconds to
 * the millisecond; the codecs of the first video track (as in RFC 6381) and of the first audio
 * track (by name): '' is an unknown codec, null is no track.
 */
export type Probed = {
  width: number;
  height: number;
  duration: number;
  picture: string | null;
  sound: string | null;
  /** The seconds at which the two tracks end, if asked for; 0 without the track. */
  ends?: { picture: number; sound: number };
};

/**
 * Enough memory for a file of 2 GB with tables for hours of video, and no more: a crafted table may
 * claim four billion entries.
 */
const LIMITS = { timeoutMs: 15_000, maxOldGenerationSizeMb: 192 };
const probeTurns = createFairQueue(2, { each: 20, all: 200 });

/**
 * Returns the properties of a file, or null if it is not of that format or cannot be read. The
 * senders of files take turns; throws `unavailable` if too many wait.
 */
export const probe = (request: ProbeRequest, sender?: string): Promise<Probed | null> =>
  probeTurns(sender, () =>
    askThread<Probed>(new URL('./probe-worker.ts', import.meta.url), request, LIMITS),
  );

import { AppError } from '@respa/contract/app-errors';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';
import { damagedVideo } from '../refusals.ts';
import { askThread } from '../worker-thread.ts';
import type { Patch } from './patches.ts';

/** The formats whose place, time and device can be erased, by extension. */
const FORMATS = ['mp4', 'mov', 'm4a', 'mp3', 'flac', 'wav', 'ogg', 'webm'] as const;
export type Format = (typeof FORMATS)[number];
export const isFormat = (word: string): word is Format => FORMATS.some((one) => one === word);

export type MetadataRequest = { path: string; format: Format; isApplied: boolean };
/** `refusal` is a sentence, or null: done. Applied patches are not returned. */
export type MetadataReply = { refusal: string | null; patches: Patch[] };

/** Erasing two gigabytes of a camera's data takes seconds; reading 100 MB takes less than one. */
const TIMEOUT_MS = { applied: 120_000, found: 5_000 };
const MOST_MEMORY_MB = 192;
/**
 * Patches that a server may keep for one file: two hours of a camera's further track have some
 * thousands.
 */
export const MOST_PATCHES = 20_000;
const turns = createWorkQueue(2);

/**
 * Erases in place what `findPatches` finds. Throws `bad_type` (cut off or damaged).
 */
export async function eraseMetadata(path: string, format: Format): Promise<void> {
  await ask({ path, format, isApplied: true });
}

/**
 * Returns what to write over a video or a sound so that it holds no place, time, owner and device
 * of the recording, and of a video only the first video and audio track. The length stays the same.
 * Throws `bad_type` (cut off, damaged, or more than `MOST_PATCHES`).
 */
export const findPatches = async (path: string, format: Format): Promise<Patch[]> =>
  (await turns(() => ask({ path, format, isApplied: false }))).patches;

async function ask(request: MetadataRequest): Promise<MetadataReply> {
  const reply = await askThread<MetadataReply>(
    new URL('./metadata-worker.ts', import.meta.url),
    request,
    {
      timeoutMs: request.isApplied ? TIMEOUT_MS.applied : TIMEOUT_MS.found,
      maxOldGenerationSizeMb: MOST_MEMORY_MB,
    },
  );
  if (reply === null) throw damagedVideo();
  if (reply.refusal !== null) throw new AppError('bad_type', { text: reply.refusal });
  return reply;
}

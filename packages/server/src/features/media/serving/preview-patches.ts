import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AppError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { isFormat, findPatches } from '../videos/metadata.ts';
import { applyPatches, type Patch } from '../videos/patches.ts';
import { BLOBS } from './folders.ts';

/** Patches of the blobs that were played last; the oldest goes first. */
export type PatchCache = Map<string, Promise<readonly Patch[] | null>>;
const MOST_BLOBS = 500;

/**
 * Returns what to write over a video or a sound of the cloud that is played and not downloaded, so
 * that it tells no place; null if the file is damaged, so that nothing is known of its content. The
 * stored bytes stay as they are.
 */
export function findPreviewPatches(
  context: AppContext,
  blob: string,
  extension: string,
): Promise<readonly Patch[] | null> {
  const { patches } = context.media;
  const key = `${blob} ${extension}`;
  const known = patches.get(key) ?? readPatches(context, blob, extension);
  patches.delete(key);
  patches.set(key, known);
  known.catch(() => patches.delete(key));
  if (patches.size > MOST_BLOBS) patches.delete(patches.keys().next().value!);
  return known;
}

async function readPatches(
  context: AppContext,
  blob: string,
  extension: string,
): Promise<readonly Patch[] | null> {
  if (!isFormat(extension)) return [];
  const path = join(context.stagingDir, `${newId()}.part`);
  try {
    if (!(await context.storage.lend(BLOBS, blob, path))) return null;
    return await findPatches(path, extension);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_type') return null;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns a stream with patches applied; it begins at a position of the file. */
export function patched(body: Readable, patches: readonly Patch[], start: number): Readable {
  let position = start;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      applyPatches(patches, chunk, position);
      position += chunk.length;
      done(null, chunk);
    },
  });
  // A failure of one ends the other, and the reader of the result hears of it.
  return pipeline(body, transform, () => {});
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AppError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { isFormat, findPatches } from '../videos/metadata.ts';
import { applyPatches, type Patch } from '../videos/patches.ts';
import { BLOBS } from './folders.ts';

type Found = Promise<readonly Patch[] | null>;
/** Patches of the blobs that were played last. */
export type PatchCache = { find(key: string, read: () => Found): Found };
/** Blobs, and patches of all together: some dozens of megabytes. */
const MOST = { blobs: 500, patches: 200_000 };

/** Creates a cache that forgets what was played longest ago. */
export function createPatchCache(): PatchCache {
  const kept = new Map<string, { found: Found; count: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= kept.get(key)?.count ?? 0;
    kept.delete(key);
  };
  const shrink = () => {
    for (const key of kept.keys()) {
      if (kept.size <= MOST.blobs && total <= MOST.patches) break;
      forget(key);
    }
  };
  return {
    find(key, read) {
      const entry = kept.get(key) ?? { found: read(), count: 0 };
      const isNew = !kept.has(key);
      kept.delete(key);
      kept.set(key, entry);
      if (isNew)
        entry.found.then(
          (patches) => {
            if (kept.get(key) !== entry) return;
            entry.count = patches?.length ?? 0;
            total += entry.count;
            shrink();
          },
          () => kept.get(key) === entry && forget(key),
        );
      return entry.found;
    },
  };
}

/**
 * Returns what to write over a video or a sound of the cloud that is played and not downloaded, so
 * that it tells no place; null if the file is damaged, so that nothing is known of its content. The
 * stored bytes stay as they are.
 */
export const findPreviewPatches = (context: AppContext, blob: string, extension: string): Found =>
  context.media.patches.find(`${blob} ${extension}`, () => readPatches(context, blob, extension));

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

import { DAY_MS, HOUR_MS } from '@respa/contract/durations';
import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickBlobNames } from './blob-queries.ts';
import { BLOBS, FOLDERS, type StorageFolder } from '../serving/folders.ts';
import { removeUnrowed } from '../serving/prepared.ts';
import { pickNames } from '../queries.ts';
import { blobOf, mainOf } from './stored-names.ts';

/**
 * Milliseconds. Seconds pass between storing bytes and the commit of their row; an hour is safely
 * more.
 */
const YOUNG_MS = HOUR_MS;
/** Milliseconds. No upload to the storage takes a day. */
const HALF_MS = DAY_MS;
const BATCH = 500;
export type Orphan = { folder: StorageFolder; name: string };

/**
 * Yields files that are stored for over an hour and have no row: what a crash between storing and
 * commit leaves. Renditions count as part of their picture.
 */
export async function* findOrphans(context: AppContext): AsyncGenerator<Orphan> {
  for (const folder of [...FOLDERS, BLOBS] as const) {
    let batch = new Set<string>();
    for await (const { name, changedAt } of context.storage.list(folder)) {
      if (nowMs() - changedAt.getTime() < YOUNG_MS) continue;
      batch.add(name);
      if (batch.size < BATCH) continue;
      yield* withoutRows(context, folder, batch);
      batch = new Set();
    }
    yield* withoutRows(context, folder, batch);
  }
}

/**
 * Removes orphans and the leftovers of interrupted uploads to the storage. Returns the number of
 * orphans. Idempotent: the job `media.sweep` calls it.
 */
export async function removeOrphans(context: AppContext): Promise<number> {
  let count = 0;
  const half = await context.storage.sweep(HALF_MS);
  if (half > 0) context.log.warn({ count: half }, 'unfinished files were removed from the storage');
  let batch: Orphan[] = [];
  const remove = async () => {
    await removeUnrowed(context, batch);
    count += batch.length;
    batch = [];
  };
  for await (const orphan of findOrphans(context)) if (batch.push(orphan) === BATCH) await remove();
  await remove();
  if (count > 0) context.log.warn({ count }, 'media without rows were removed');
  return count;
}

async function* withoutRows(
  context: AppContext,
  folder: StorageFolder,
  names: Set<string>,
): AsyncGenerator<Orphan> {
  if (names.size === 0) return;
  if (folder === BLOBS) {
    const rowed = await pickBlobNames(context.db, [...new Set([...names].map(blobOf))]);
    for (const name of names) if (!rowed.has(blobOf(name))) yield { folder, name };
    return;
  }
  const asked = [...names].flatMap((name) => [name, mainOf(name) ?? name]);
  const rowed = await pickNames(context.db, folder, [...new Set(asked)]);
  for (const name of names)
    if (!rowed.has(name) && !rowed.has(mainOf(name) ?? name)) yield { folder, name };
}

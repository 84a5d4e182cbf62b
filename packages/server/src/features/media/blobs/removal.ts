import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { After } from '#platform/database/transaction.ts';
import { releaseBlobs } from './blobs.ts';
import type { Folder } from '../serving/folders.ts';
import { forget } from '../serving/prepared.ts';
import * as queries from '../queries.ts';

/**
 * Removes media rows in the transaction. A job added in the same transaction removes the bytes
 * afterwards. Unknown names are no error.
 */
export async function removeMedia(
  context: AppContext,
  tx: Tx,
  after: After,
  folder: Folder,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const deleted = await queries.deleteMedia(tx, folder, [...names]);
  const rowed = new Set(deleted.map(({ name }) => name));
  await removeDeleted(context, tx, after, [
    ...deleted,
    ...names.filter((name) => !rowed.has(name)).map((name) => ({ folder, name, blob_id: null })),
  ]);
}

/**
 * Removes all media of an owner, or all media of a room, a post or an album. Returns how many files
 * there were.
 */
export async function removeMediaOf(
  context: AppContext,
  tx: Tx,
  after: After,
  whose: { ownerId: string } | { scopeId: string },
): Promise<number> {
  const deleted =
    'ownerId' in whose
      ? await queries.deleteMediaOf(tx, 'owner_id', whose.ownerId)
      : await queries.deleteMediaOf(tx, 'scope_id', whose.scopeId);
  await removeDeleted(context, tx, after, deleted);
  return deleted.length;
}

const FILES_A_JOB = 500;
async function removeDeleted(
  context: AppContext,
  tx: Tx,
  after: After,
  deleted: queries.DeletedMedia[],
): Promise<void> {
  const files = [
    ...deleted.flatMap(({ folder, name, blob_id: blobId }) =>
      blobId === null ? [{ folder, name }] : [],
    ),
    ...(await releaseBlobs(
      tx,
      deleted.map((row) => row.blob_id),
    )),
  ];
  for (let first = 0; first < files.length; first += FILES_A_JOB) {
    await context.jobs.add(tx, 'media.remove', { files: files.slice(first, first + FILES_A_JOB) });
  }
  after(() => {
    for (const { folder, name } of files) forget(context, folder, name);
  });
}

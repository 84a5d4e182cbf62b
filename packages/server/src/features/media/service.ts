import { rm } from 'node:fs/promises';
import { AppError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { holdBlob } from './blobs/blobs.ts';
import type { Reader } from './serving/registry.ts';
import type { Folder } from './serving/folders.ts';
import { makePicture } from './pictures/pictures.ts';
import { discardPrepared, forget, NOTHING, type Prepared } from './serving/prepared.ts';
import * as queries from './queries.ts';
import { allNames } from './blobs/stored-names.ts';

export { encoderOf, encode, EncoderBroke, type Encoding } from './videos/encoder.ts';
export {
  eraseVideoMetadata,
  videoHasSound,
  inspectVideo,
  type Container,
  type Video,
} from './videos/video-files.ts';
export { readDocument, readText, type FileText } from './documents/documents.ts';
export {
  grantKeyOf,
  sendBlob,
  sendFurther,
  sendStored,
  type FindViewer,
} from './serving/serve-media.ts';
export { askThread } from './worker-thread.ts';
export { createWorkQueue } from '#platform/runtime/work-queue.ts';
export {
  dropUpload,
  registerPurpose,
  removeUploadsOf,
  takeUpload,
  useUpload,
} from './uploads/uploads.ts';
export {
  headerNames,
  prepareHeader,
  removeHeader,
  replaceHeader,
  type HeaderFiles,
} from './serving/headers.ts';
export { removeMedia, removeMediaOf } from './blobs/removal.ts';
export { countDuplicates, findBlobFile, listDuplicates } from './blobs/blob-queries.ts';
export {
  copyHeld,
  gatherStored,
  gatherViews,
  hashFile,
  openBlob,
  prepareBlob,
  type StoredPicture,
} from './blobs/blobs.ts';
export type { Reader } from './serving/registry.ts';
export { newStoredName } from './blobs/stored-names.ts';
export { BLOBS, FOLDERS, type Folder, type StorageFolder } from './serving/folders.ts';
export type { MediaRow } from './queries.ts';
export { findOrphans, removeOrphans } from './blobs/orphans.ts';
export {
  choosePictures,
  namesOf,
  pictureOf,
  readKeep,
  type PostPicture,
} from './pictures/post-pictures.ts';
export {
  copyPrepared,
  discardPrepared,
  prepareFile,
  preparePicture,
  preparePictures,
  prepareVideo,
  prepareVoice,
  type Prepared,
} from './serving/prepared.ts';

export { createMediaRegistry } from './serving/registry.ts';

/** The owner, and what the file belongs to: a room, a post, an album. */
export type Belonging = { ownerId: string; scopeId?: string };

/** Writes the row of a prepared file, in the transaction that creates the object showing it. */
export async function keep(
  context: AppContext,
  tx: Tx,
  prepared: Prepared,
  { ownerId, scopeId }: Belonging,
): Promise<queries.MediaRow> {
  const { folder, name, kind, mime, width, height, thumbhash, duration, bytes, blob } = prepared;
  const blobId = blob === undefined ? null : await holdBlob(context, tx, prepared);
  return queries.insertMedia(tx, {
    id: newId(),
    folder,
    name,
    owner_id: ownerId,
    scope_id: scopeId ?? null,
    kind,
    mime,
    width: width || null,
    height: height || null,
    thumbhash: thumbhash || null,
    duration_ms: Math.round(duration * 1000) || null,
    bytes,
    created_at: now(),
    blob_id: blobId,
  });
}

/**
 * Runs `work` and keeps the prepared files in the same transaction. If it throws or returns
 * undefined, the bytes are deleted; an error is rethrown. If it is unknown whether the commit
 * succeeded, the bytes stay, and the orphan sweep decides later.
 */
export async function keepPrepared<T>(
  context: AppContext,
  prepared: readonly Prepared[],
  belonging: Belonging | ((one: Prepared) => Belonging),
  work: (tx: Tx, after: After) => Promise<T>,
): Promise<T> {
  try {
    const result = await transaction(context, async (tx, after) => {
      const done = await work(tx, after);
      // Insert in one order, so that two concurrent uploads of the same contents do not deadlock.
      const inOrder = [...prepared].sort((a, b) =>
        Buffer.compare(a.blob?.hash ?? NO_HASH, b.blob?.hash ?? NO_HASH),
      );
      if (done !== undefined)
        for (const one of inOrder)
          await keep(
            context,
            tx,
            one,
            typeof belonging === 'function' ? belonging(one) : belonging,
          );
      return done;
    });
    // Bytes that were stored before are not needed twice.
    await discardPrepared(
      context,
      result === undefined ? prepared : prepared.filter(({ blob }) => blob !== undefined),
    );
    return result;
  } catch (error) {
    if (wasRolledBack(error)) await discardPrepared(context, prepared);
    throw error;
  }
}

/**
 * Stores a picture under a given name, in place of the previous one: its row in the transaction of
 * `work`, its bytes after the commit. Until then, and on an error, the previous picture stays.
 * Returns the name. Throws `bad_type`, `too_large`, `no_space`.
 */
export async function replacePicture(
  context: AppContext,
  staged: Pick<StagedFile, 'path'>,
  location: { folder: Folder; stem: string },
  belonging: Belonging,
  work: (tx: Tx, name: string) => Promise<unknown>,
): Promise<string> {
  const { folder, stem } = location;
  const { name, renditions, ...facts } = await makePicture(staged, { stem });
  try {
    await transaction(context, async (tx) => {
      await work(tx, name);
      await keep(
        context,
        tx,
        { ...NOTHING, ...facts, folder, name, kind: 'picture', mime: 'image/webp' },
        belonging,
      );
    });
    for (const rendition of renditions)
      await context.storage.put(folder, rendition.name, rendition.path);
    // A smaller picture has fewer renditions.
    for (const each of allNames(name))
      if (!renditions.some((rendition) => rendition.name === each))
        await context.storage.remove(folder, each);
    return name;
  } finally {
    forget(context, folder, name);
    await Promise.all(renditions.map(({ path }) => rm(path, { force: true })));
  }
}

const NO_HASH = Buffer.alloc(0);
/**
 * Returns true for an app error or a database error; false for a lost connection or a timeout,
 * after which the commit may still happen.
 */
function wasRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  // An SQLSTATE has a digit; EPIPE has none.
  return (
    error instanceof AppError ||
    (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code))
  );
}

/**
 * Removes the owner from media that a deleted account has shared; the recipients keep the files.
 */
export const clearMediaOwner = (tx: Tx, ownerId: string, folders: readonly Folder[]) =>
  queries.clearMediaOwner(tx, ownerId, folders);
/** Moves stored files to another room, post or album. */
export const moveMedia = (tx: Tx, folder: Folder, names: readonly string[], scopeId: string) =>
  queries.moveMedia(tx, folder, [...names], scopeId);

/** Returns the total size by the rows; bytes with several references count once. */
export const sumMedia = queries.sumMedia;

/**
 * Registers who may read a folder. A folder of the private list in `docs/decisions.md` without a
 * registered reader is closed to everyone; any other folder is open to everyone until a reader is
 * registered. The reader is called on every request. In a folder that is not on the private list it
 * is first called for a visitor (null): what a visitor may see is public and cached permanently,
 * the rest is sent `private, no-store`.
 */
export function registerReader(context: AppContext, folder: Folder, reader: Reader): void {
  context.media.readers.set(folder, reader);
}

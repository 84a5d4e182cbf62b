import { rm } from 'node:fs/promises';
import { AppError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { holdBlob } from './blobs/blobs.ts';
import { mediaRegistryOf, type Reader } from './serving/registry.ts';
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
  passOf,
  sendBlob,
  sendFurther,
  sendStored,
  type FindViewer,
} from './serving/serve-media.ts';
export { askThread } from './worker-thread.ts';
export { makeTurns } from '#platform/runtime/work-queue.ts';
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
export { countTwins, findHeld, listTwins } from './blobs/blob-queries.ts';
export {
  copyHeld,
  gatherStored,
  gatherViews,
  hashFile,
  openBlob,
  prepareBlob,
  type HeldPicture,
} from './blobs/blobs.ts';
export type { Reader } from './serving/registry.ts';
export { newStoredName } from './blobs/stored-names.ts';
export { BLOBS, FOLDERS, type Folder, type Place } from './serving/folders.ts';
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

/** Whose it is, and what it belongs to: a room, a post, an album. */
export type Belonging = { ownerId: string; scopeId?: string };

/** Writes the row of a prepared thing, in the transaction that makes whatever shows it. */
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
 * Runs `work` and keeps what was prepared in the same transaction. If it fails or answers nothing, the bytes go, and the failure is thrown on.
 * Where nobody can know whether the commit got through, the bytes stay: the sweep of orphans finds out later.
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
      // In one order, so that two who bring the same contents do not wait for each other.
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
    // Bytes that were there already are not needed twice.
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
 * Puts a picture under a name that is given, in place of what has it: its row in the transaction of `work`, its bytes once that is committed. Until then, and where it fails,
 * what was there stays. Answers the name. Faults: `bad_type`, `too_large`, `no_space`.
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
/** A refusal of ours or of the database; not a lost connection or a time-out, after which the commit may still happen. */
function wasRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  // An SQLSTATE has a digit; EPIPE has none.
  return (
    error instanceof AppError ||
    (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code))
  );
}

/** What somebody gave to others stays theirs, without the name of who gave it. */
export const disownMedia = (tx: Tx, ownerId: string, folders: readonly Folder[]) =>
  queries.disownMedia(tx, ownerId, folders);
/** Gives things that are stored already to another room, post or album. */
export const moveMedia = (tx: Tx, folder: Folder, names: readonly string[], scopeId: string) =>
  queries.moveMedia(tx, folder, [...names], scopeId);

/** What all of it takes, as its rows say; bytes that many hold count once. */
export const sumMedia = queries.sumMedia;

/**
 * Says who may read a folder. A folder of decisions.md's private list that nobody registered is read by no one; any other is open to
 * everyone until somebody registers it. The reader is asked on every request. In a folder that is not on the private list it is first
 * asked about a visitor (null): what a visitor may have is public and cached for ever, the rest is sent `private, no-store`.
 */
export function registerReader(context: AppContext, folder: Folder, reader: Reader): void {
  mediaRegistryOf(context).readers.set(folder, reader);
}

import { rm } from 'node:fs/promises';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Reader } from './serving/registry.ts';
import type { Folder } from './serving/folders.ts';
import { makePicture } from './pictures/pictures.ts';
import { keep, type Belonging } from './serving/kept-files.ts';
import { chargeTo, forget, NOTHING } from './serving/prepared.ts';
import * as queries from './queries.ts';
import { allNames } from './blobs/stored-names.ts';

export { encoderOf, encode, EncoderBroke, type Encoding } from './videos/encoder.ts';
export {
  assertIsVideo,
  eraseVideoMetadata,
  inspectVideo,
  type Video,
} from './videos/video-files.ts';
export {
  assertMade,
  chain,
  inputArgs,
  LOUDNESS,
  posterArgs,
  stillPicture,
  toneMap,
  tryVersions,
  withoutHdr,
  withoutSound,
  type EncodingSource,
} from './videos/encoding.ts';
export { encodeClip } from './videos/clip-encoding.ts';
export { findKind } from './serving/kinds.ts';
export { DEMUXERS, MIME, type Container } from './videos/containers.ts';
export { describeForEncoding } from './videos/description.ts';
export { DOCUMENTS, readDocument, readText, type FileText } from './documents/documents.ts';
export {
  grantKeyOf,
  sendBlob,
  sendFurther,
  sendStored,
  type FindViewer,
} from './serving/serve-media.ts';
export { askThread } from './worker-thread.ts';
export { createWorkQueue } from '#platform/runtime/work-queue.ts';
export { registerPurpose, removeUploadsOf, type CheckUpload } from './uploads/uploads.ts';
export { dropUpload, takeUpload, useUpload } from './uploads/finished-uploads.ts';
export {
  editWithHeader,
  headerNames,
  prepareHeader,
  readHeaderFiles,
  removeHeader,
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
  arrangePictures,
  planPictures,
  type PicturePlan,
  type PicturesInput,
} from './pictures/arranged-pictures.ts';
export {
  choosePictures,
  namesOf,
  pictureOf,
  readKeep,
  type PostPicture,
} from './pictures/post-pictures.ts';
export {
  discardPrepared,
  prepareFile,
  preparePicture,
  preparePictures,
  prepareVideo,
  prepareVoice,
  type Prepared,
} from './serving/prepared.ts';
export { copyPrepared } from './serving/copies.ts';

export { keep, keepPrepared, type Belonging } from './serving/kept-files.ts';
export { deleteUsed } from './accounts/account-queries.ts';
export { assertFits, listStores } from './accounts/accounts.ts';
export { createMediaRegistry } from './serving/registry.ts';

/**
 * Stores a picture under a given name, in place of the previous one: its row in the transaction of
 * `work`, its bytes after the commit. Until then, and on an error, the previous picture stays.
 * Returns the name. Throws `bad_type`, `too_large`, `too_often`, `unavailable`, `no_space`.
 */
export async function replacePicture(
  context: AppContext,
  staged: Pick<StagedFile, 'path' | 'sender'>,
  location: { folder: Folder; stem: string },
  belonging: Belonging,
  work: (tx: Tx, name: string) => Promise<unknown>,
): Promise<string> {
  const { folder, stem } = location;
  const { name, renditions, ...facts } = await makePicture(staged, {
    stem,
    charge: chargeTo(context, staged.sender),
  });
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

/**
 * Removes the owner from media that a deleted account has shared; the recipients keep the files.
 */
export const clearMediaOwner = (tx: Tx, ownerId: string, folders: readonly Folder[]) =>
  queries.clearMediaOwner(tx, ownerId, folders);
/** Moves stored files to another room, post or album. */
export const moveMedia = (tx: Tx, folder: Folder, names: readonly string[], scopeId: string) =>
  queries.moveMedia(tx, folder, [...names], scopeId);

export const { findMiddleVideo } = queries;
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

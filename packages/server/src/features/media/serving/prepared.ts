import { rm } from 'node:fs/promises';
import { AppError, appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { StoreAway } from '#platform/storage/storage.ts';
import { eraseVoiceMetadata, inspectVoice } from '../videos/audio.ts';
import { MIME, type Container } from '../videos/containers.ts';
import { BLOBS, ORIGINAL, type Folder, type StorageFolder } from './folders.ts';
import { makePicture, type MakingOptions } from '../pictures/pictures.ts';
import { tooManyMegapixels } from '../refusals.ts';
import { pickBlobNames } from '../blobs/blob-queries.ts';
import { pickNames } from '../queries.ts';
import { allNames, blobOf, newStoredName, pictureOfBlob } from '../blobs/stored-names.ts';
import { eraseVideoMetadata, inspectVideo } from '../videos/video-files.ts';

/** Stored bytes without a row yet. Fields that do not apply are 0 or ''. */
export type Prepared = {
  folder: Folder;
  name: string;
  kind: 'picture' | 'video' | 'audio' | 'file';
  mime: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** Seconds, to the millisecond. */
  duration: number;
  /** Including all renditions. */
  bytes: number;
  /** An animated picture. */
  isMoving?: boolean;
  /**
   * Bytes stored by content: their SHA-256, and their temporary name until it is known whether the
   * same bytes are stored already.
   */
  blob?: { hash: Buffer; stored: string };
};
type Staged = Pick<StagedFile, 'path' | 'bytes' | 'sender'>;
export const NOTHING = { width: 0, height: 0, thumbhash: '', duration: 0 };

/**
 * Decodes a picture and stores its renditions. Throws `bad_type`, `too_large`, `no_space`, and
 * leaves nothing behind then.
 */
export async function preparePicture(
  context: AppContext,
  staged: Staged,
  folder: Folder,
  options: Omit<PictureOptions, 'stem'> = {},
): Promise<Prepared> {
  return {
    ...NOTHING,
    ...(await storePicture(context, staged, folder, options)),
    folder,
    kind: 'picture',
    mime: 'image/webp',
  };
}

/**
 * Returns what charges the megapixels of a picture to its sender; the charge throws `too_often`.
 * The server's own pictures are free.
 */
export const chargeTo =
  ({ limits }: AppContext, sender: string | undefined) =>
  async (megapixels: number): Promise<void> => {
    if (sender === undefined) return;
    try {
      await limits.spend('megapixels', sender, megapixels);
    } catch (error) {
      throw error instanceof AppError ? tooManyMegapixels(error.retryAfter) : error;
    }
  };

export type PictureOptions = Omit<MakingOptions, 'charge'>;
/**
 * Decodes a picture and stores its renditions in a storage folder. `stem` replaces the random name;
 * the name must never have existed. Throws the errors of `preparePicture`.
 */
export async function storePicture(
  context: AppContext,
  staged: Pick<StagedFile, 'path' | 'sender'>,
  location: StorageFolder,
  options: PictureOptions = {},
): Promise<Pick<Prepared, 'name' | 'width' | 'height' | 'thumbhash' | 'bytes' | 'isMoving'>> {
  const { name, renditions, ...rest } = await makePicture(staged, {
    ...options,
    charge: chargeTo(context, staged.sender),
  });
  try {
    for (const rendition of renditions)
      await context.storage.put(location, rendition.name, rendition.path);
  } catch (error) {
    await Promise.all(renditions.map(({ path }) => rm(path, { force: true })));
    await removeStored(context, location, name).catch(() => {});
    throw error;
  }
  forget(context, location, name);
  return { ...rest, name };
}

/** Prepares several pictures in order, or none of them. Throws the errors of `preparePicture`. */
export async function preparePictures(
  context: AppContext,
  staged: readonly Staged[],
  folder: Folder,
  options: Omit<PictureOptions, 'stem'> = {},
): Promise<Prepared[]> {
  const outcomes = await Promise.allSettled(
    staged.map((file) => preparePicture(context, file, folder, options)),
  );
  const done = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed === undefined) return done;
  await discardPrepared(context, done);
  throw failed.reason;
}

/**
 * Stores a video of a chat. An MP4 that browsers play stays unchanged, except that only its first
 * video and audio track are kept; any other video is stored for the encoder, and `isWaiting` is
 * true. `hasEncoder` is whether some server encodes. Throws `bad_type`, `needs_encoder`,
 * `too_large` (over 8K), `no_space`.
 */
export async function prepareVideo(
  context: AppContext,
  staged: Staged & Pick<StagedFile, 'filename'>,
  folder: Folder,
  hasEncoder: boolean,
): Promise<{ prepared: Prepared; container: Container; isWaiting: boolean }> {
  const video = await inspectVideo(context, staged, VIDEOHOST);
  const { container, plays, width, height, duration } = video;
  // An MP4 with another codec plays in some browsers: better than nothing without an encoder.
  if (!plays && !hasEncoder && container !== 'mp4') throw appError('needs_encoder');
  const isWaiting = !plays && hasEncoder;
  await eraseVideoMetadata(staged, { container, isServed: !isWaiting });
  const prepared = {
    ...(await prepareFile(context, staged, folder, videoType(container, isWaiting))),
    width,
    height,
    duration,
    kind: 'video' as const,
  };
  return { prepared, container, isWaiting };
}
/** A video that waits for the encoder is no video to browsers yet. */
const videoType = (container: Container, isWaiting: boolean) =>
  isWaiting ? { extension: ORIGINAL, mime: MIME[container] } : { extension: 'mp4', mime: MIME.mp4 };

/** Stores a voice message: MP3, M4A or Ogg. Throws `bad_type`, `no_space`. */
export async function prepareVoice(
  context: AppContext,
  staged: Staged & Pick<StagedFile, 'filename'>,
  folder: Folder,
): Promise<Prepared> {
  const { duration, ...type } = await inspectVoice(staged);
  await eraseVoiceMetadata(staged.path, type);
  return { ...(await prepareFile(context, staged, folder, type)), duration, kind: 'audio' };
}

/**
 * Stores bytes unchanged; the caller has verified their type. `extension` comes without the dot;
 * `name` is a stored name that the file has already. Throws `no_space`.
 */
export async function prepareFile(
  context: AppContext,
  staged: Staged,
  folder: Folder,
  type: { extension: string; mime: string; name?: string },
): Promise<Prepared> {
  const name = type.name ?? newStoredName(type.extension);
  await storeNew(context, folder, name, staged.path);
  return { ...NOTHING, folder, name, kind: 'file', mime: type.mime, bytes: staged.bytes };
}

/** Returns where the bytes of a prepared file are stored. */
export const placeOf = ({
  folder,
  name,
  blob,
}: Pick<Prepared, 'folder' | 'name' | 'blob'>): { folder: StorageFolder; name: string } =>
  blob === undefined ? { folder, name } : { folder: BLOBS, name: blob.stored };

/**
 * Removes prepared files that no row uses. A file that has a row after all stays. If the database
 * does not answer, the orphan sweep removes the files later. Never throws.
 */
export async function discardPrepared(
  context: AppContext,
  prepared: readonly Pick<Prepared, 'folder' | 'name' | 'blob'>[],
): Promise<void> {
  try {
    await removeUnrowed(context, prepared.map(placeOf));
  } catch (error) {
    context.log.warn({ err: error }, 'prepared media are left to the sweep');
  }
}

/** The number of files removed in parallel. */
const AT_ONCE = 8;
/** Removes the bytes of files without a row. */
export async function removeUnrowed(
  context: AppContext,
  files: readonly { folder: string; name: string }[],
): Promise<void> {
  for (const [folder, group] of Map.groupBy(files, (file) => file.folder)) {
    const rowOf = folder === BLOBS ? blobOf : (name: string) => name;
    const names = group.map(({ name }) => rowOf(name));
    const rowed = await (folder === BLOBS
      ? pickBlobNames(context.db, names)
      : pickNames(context.db, folder, names));
    const gone = group.filter(({ name }) => !rowed.has(rowOf(name)));
    for (let from = 0; from < gone.length; from += AT_ONCE)
      await Promise.all(
        gone.slice(from, from + AT_ONCE).map(({ name }) => removeStored(context, folder, name)),
      );
  }
}

/**
 * Stores a file under a name that never existed. If an error follows after the file is in its
 * folder (a folder that cannot be flushed), the file is removed again. Throws `no_space`.
 */
export async function storeNew(
  context: AppContext,
  location: StorageFolder,
  name: string,
  path: string,
): Promise<void> {
  try {
    await context.storage.put(location, name, path);
  } catch (error) {
    // An unreachable store cannot remove the file either, and the caller should not wait twice: the
    // sweep removes what was stored after all.
    if (!(error instanceof StoreAway)) await removeStored(context, location, name).catch(() => {});
    throw error;
  }
}

export async function removeStored(
  context: AppContext,
  folder: string,
  name: string,
): Promise<void> {
  forget(context, folder, name);
  await Promise.all(namesIn(folder, name).map((each) => context.storage.remove(folder, each)));
}
/** Returns every name under which a file of a storage folder may be stored. */
const namesIn = (folder: string, name: string): string[] =>
  folder === BLOBS ? [blobOf(name), ...allNames(pictureOfBlob(blobOf(name)))] : allNames(name);

/**
 * Removes a file from this server's memory cache; other servers check their storage again within
 * seconds.
 */
export function forget(context: AppContext, folder: string, name: string): void {
  for (const each of namesIn(folder, name)) context.media.memory.delete(`${folder}/${each}`);
}

import { AppError, appError } from '@respa/contract/app-errors';
import { FILES, MESSAGE_FILES } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import type { After } from '#platform/database/transaction.ts';
import {
  arrangePictures,
  discardPrepared,
  keepPrepared,
  preparePicture,
  preparePictures,
  prepareVideo,
  prepareVoice,
  removeMedia,
  type Folder,
  type Prepared,
} from '#features/media/service.ts';
import type { MediaItem } from '../message-rows.ts';

export const FOLDERS = {
  image: 'message-images',
  video: 'message-videos',
  audio: 'message-audio',
  file: 'message-files',
} as const;
export type MessageFiles = Record<'image' | 'video' | 'audio' | 'poster', StagedFile[]>;
/** The files of one attachment; the first is the attachment itself, the others belong to it. */
export type PreparedMedia = { prepared: Prepared[]; item: MediaItem };

export const itemOf = (kind: MediaItem['kind'], prepared: Prepared): PreparedMedia => ({
  prepared: [prepared],
  item: {
    kind,
    name: prepared.name,
    width: prepared.width,
    height: prepared.height,
    thumbhash: prepared.thumbhash,
    duration: prepared.duration,
    bytes: prepared.bytes,
    ...(prepared.isMoving === true ? { moving: true as const } : {}),
  },
});
/** Deletes prepared media that no message shows. */
export const discardMedia = (context: AppContext, media: PreparedMedia[]): Promise<void> =>
  discardPrepared(context, allOf(media));
const allOf = (media: PreparedMedia[]): Prepared[] => media.flatMap(({ prepared }) => prepared);
/** Returns the number that pairs parts: `video1` and `poster1` share one. */
const placeOf = ({ part }: StagedFile): string => /\d*$/.exec(part)![0];

/**
 * Prepares a message's media from its staged files; `peaks` is the voice's waveform, a JSON list.
 * Throws `bad_type`, `too_large`, and leaves no files behind then.
 */
export async function prepareMedia(
  context: AppContext,
  files: MessageFiles,
  peaks = '[]',
): Promise<PreparedMedia[]> {
  const pictures = await preparePictures(context, files.image, FOLDERS.image);
  const media = pictures.map((picture) => itemOf('image', picture));
  try {
    const hasEncoder =
      files.video.length > 0 && (await context.jobs.isDone(context.db, 'messages.encode'));
    for (const video of files.video) {
      const { prepared, container, isWaiting } = await prepareVideo(
        context,
        video,
        FOLDERS.video,
        hasEncoder,
      );
      const made = itemOf('video', prepared);
      if (isWaiting) made.item.waiting = container;
      media.push(made);
      const frame = files.poster.find((poster) => placeOf(poster) === placeOf(video));
      if (frame === undefined) continue;
      const poster = await preparePoster(context, frame);
      if (poster === null) continue;
      made.prepared.push(poster);
      Object.assign(made.item, { poster: poster.name, thumbhash: poster.thumbhash });
    }
    for (const voice of files.audio) {
      const made = itemOf('audio', await prepareVoice(context, voice, FOLDERS.audio));
      media.push(made);
      // An encoder pads its last frames, so the file is slightly longer than the recording.
      if (made.item.duration > FILES.voiceSeconds + 1)
        throw appError('too_large', { text: 'Голосовое сообщение не длиннее 10 минут' });
      made.item.peaks = JSON.parse(peaks) as number[];
    }
    return media;
  } catch (error) {
    await discardPrepared(context, allOf(media));
    throw error;
  }
}
/**
 * Prepares a frame that the sender's browser took; null if it is no picture: a video needs none.
 */
const preparePoster = (context: AppContext, frame: StagedFile): Promise<Prepared | null> =>
  preparePicture(context, frame, FOLDERS.image).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'no_space') return null;
    throw error;
  });
/**
 * Returns the media of an edited message. With `keep` (a JSON list of names): the named media and
 * the new ones. Without it, new media of a kind replace that kind. Throws `too_many_images`,
 * `too_many_videos`, `chat_files_too_large`.
 */
export function joinMedia(
  current: MediaItem[],
  prepared: PreparedMedia[],
  keep: string | undefined,
): { media: MediaItem[]; dropped: MediaItem[] } {
  const added = prepared.map(({ item }) => item);
  const names = keep === undefined ? null : new Set(JSON.parse(keep) as string[]);
  const isReplaced = (kind: MediaItem['kind']) => added.some((item) => item.kind === kind);
  // A message has one voice recording: a new one replaces the old one whatever `keep` names.
  const isKept = ({ kind, name, former = name }: MediaItem) =>
    names === null
      ? !isReplaced(kind)
      : (names.has(name) || names.has(former)) && !(kind === 'audio' && isReplaced(kind));
  const media = [...current.filter(isKept), ...added];
  const count = (kind: MediaItem['kind']) => media.filter((item) => item.kind === kind).length;
  if (count('image') > FILES.chatPictures) throw appError('too_many_images');
  if (count('file') > MESSAGE_FILES) throw tooManyFiles();
  if (count('video') > FILES.chatVideos) throw appError('too_many_videos');
  if (added.length > 0 && totalOf(media) > FILES.chatTotal) throw appError('chat_files_too_large');
  return { media, dropped: current.filter((item) => !media.includes(item)) };
}
/**
 * Returns media with the pictures in the order, and with the descriptions, of a form; `pictures` is
 * its field, and `added` are those of the media that are new. Throws `bad_input`.
 */
export function arrangeMedia(
  media: readonly MediaItem[],
  added: readonly PreparedMedia[],
  pictures: string | undefined,
): MediaItem[] {
  if (pictures === undefined) return [...media];
  const [shown, others] = [
    media.filter(({ kind }) => kind === 'image'),
    media.filter(({ kind }) => kind !== 'image'),
  ];
  const isNew = (one: MediaItem) => added.some(({ item }) => item === one);
  const arranged = arrangePictures(
    shown.filter((one) => !isNew(one)),
    shown.filter(isNew),
    pictures,
  );
  return [...arranged, ...others];
}
/** `too_many_files`, for the files of any type in one message. */
export const tooManyFiles = (): AppError =>
  appError('too_many_files', {
    text: `В одном сообщении не больше ${MESSAGE_FILES} файлов.`,
  });
/** Returns the bytes that count in the limit of a form; files of any type come as uploads. */
const totalOf = (media: readonly MediaItem[]): number =>
  media.reduce((sum, { kind, bytes = 0 }) => sum + (kind === 'file' ? 0 : bytes), 0);
/**
 * Runs `work` in the transaction that keeps the media. Deletes the media if it throws or returns
 * undefined.
 */
export const keepAll = <T>(
  context: AppContext,
  media: PreparedMedia[],
  work: (tx: Tx, after: After) => Promise<T>,
  belonging: { ownerId: string; scopeId: string },
): Promise<T> => keepPrepared(context, allOf(media), belonging, work);
/**
 * Returns where an attachment is stored, with its poster. A sticker belongs to its pack.
 */
export const filesOf = ({ kind, name, poster }: MediaItem): (readonly [Folder, string])[] => [
  ...(kind === 'sticker' ? [] : [[FOLDERS[kind], name] as const]),
  ...(poster === undefined ? [] : [[FOLDERS.image, poster] as const]),
];
export async function removeStored(
  context: AppContext,
  tx: Tx,
  after: After,
  items: MediaItem[],
): Promise<void> {
  for (const [folder, files] of Map.groupBy(items.flatMap(filesOf), ([folder]) => folder))
    await removeMedia(
      context,
      tx,
      after,
      folder,
      files.map(([, name]) => name),
    );
}

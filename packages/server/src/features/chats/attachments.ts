import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import type { StagedFile } from '#platform/staging.ts';
import type { After } from '#platform/transaction.ts';
import { discardPrepared, keepPrepared, preparePictures, prepareVideo, prepareVoice, removeMedia, type Prepared } from '#features/media/service.ts';
import type { MediaItem } from './message-queries.ts';

export const FOLDERS = { image: 'message-images', video: 'message-videos', audio: 'message-audio' } as const;
export type PreparedMedia = { prepared: Prepared; item: MediaItem };

const itemOf = (kind: MediaItem['kind'], prepared: Prepared): PreparedMedia => ({
  prepared,
  item: { kind, name: prepared.name, width: prepared.width, height: prepared.height, thumbhash: prepared.thumbhash, duration: prepared.duration },
});
/** Makes what a message carries out of its staged files. Throws `bad_type`; nothing is left behind then. */
export async function prepareMedia(ground: Ground, files: Record<'image' | 'video' | 'audio', StagedFile[]>): Promise<PreparedMedia[]> {
  const pictures = await preparePictures(ground, files.image, FOLDERS.image);
  const items = pictures.map((picture) => itemOf('image', picture));
  try {
    for (const video of files.video) items.push(itemOf('video', await prepareVideo(ground, video, FOLDERS.video)));
    for (const voice of files.audio) items.push(itemOf('audio', await prepareVoice(ground, voice, FOLDERS.audio)));
    return items;
  } catch (error) {
    await discardPrepared(ground, items.map(({ prepared }) => prepared));
    throw error;
  }
}
/** Runs `work` in the transaction that keeps the media; if it fails or answers nothing, the media go. */
export const keepAll = <T>(ground: Ground, media: PreparedMedia[], work: (tx: Tx, after: After) => Promise<T>, belonging: { ownerId: string; scopeId: string }): Promise<T> =>
  keepPrepared(ground, media.map(({ prepared }) => prepared), belonging, work);
export async function removeStored(ground: Ground, tx: Tx, after: After, items: MediaItem[]): Promise<void> {
  for (const kind of ['image', 'video', 'audio'] as const) {
    const names = items.filter((item) => item.kind === kind).map((item) => item.name);
    if (names.length > 0) await removeMedia(ground, tx, after, FOLDERS[kind], names);
  }
}

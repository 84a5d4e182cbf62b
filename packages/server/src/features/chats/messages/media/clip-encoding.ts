import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import type { JobMap } from '#platform/runtime/jobs.ts';
import { StoreAway } from '#platform/storage/storage.ts';
import {
  describeForEncoding,
  discardPrepared,
  encodeClip,
  keepPrepared,
  prepareFile,
  preparePicture,
  removeMedia,
  type Container,
  type Prepared,
} from '#features/media/service.ts';
import { lockRoom, nextSeq } from '../../rooms/room-queries.ts';
import { FOLDERS } from './attachments.ts';
import { findMessage, replaceMedia } from '../message-lookups.ts';
import type { MediaItem, MessageRow } from '../message-rows.ts';
import { presentOne } from '../message-views.ts';

type ClipJob = JobMap['messages.encode'];
/** Milliseconds between two progress events. */
const PROGRESS_MS = 1_000;

const isSame = (name: string) => (item: MediaItem) =>
  item.name === name && item.waiting !== undefined;

/**
 * Encodes a video of a message, and shows it to everyone in place of the original. A video that
 * cannot be decoded is marked as failed. Throws when the server stops, so that the job is repeated.
 * Idempotent.
 */
export async function encodeMessageClip(
  context: AppContext,
  job: ClipJob,
  stopping: AbortSignal,
): Promise<void> {
  const row = await findMessage(context.db, job.roomId, job.id);
  const item = row?.media.find(isSame(job.name));
  if (row === undefined || item === undefined) return;
  const folder = join(context.stagingDir, `clip-${newId()}`);
  await mkdir(folder);
  let made: Made | null = null;
  try {
    made = await makeClip(context, { job, item, folder, stopping });
    await show(context, row, job, made);
  } catch (error) {
    if (made !== null) await discardPrepared(context, made.prepared);
    if (stopping.aborted || error instanceof StoreAway) throw error;
    if (error instanceof AppError && error.code === 'no_space') throw error;
    context.log.warn({ err: error, message: job.id }, 'a video of a message could not be encoded');
    await show(context, row, job, null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Made = { prepared: Prepared[]; change: Partial<MediaItem> };
type Making = { job: ClipJob; item: MediaItem; folder: string; stopping: AbortSignal };

async function makeClip(
  context: AppContext,
  { job, item, folder, stopping }: Making,
): Promise<Made> {
  const path = join(folder, 'source');
  if (!(await context.storage.lend(FOLDERS.video, job.name, path)))
    throw new Error('the file is not there');
  const container = item.waiting as Container;
  const clip = await encodeClip(context, {
    source: {
      path,
      container,
      width: item.width,
      height: item.height,
      duration: item.duration,
      ...(await describeForEncoding(context, path, container)),
    },
    folder,
    stopping,
    onProgress: reportTo(context, job),
  });
  const { size: bytes } = await stat(clip.path);
  const video: Prepared = {
    ...(await prepareFile(context, { path: clip.path, bytes }, FOLDERS.video, {
      extension: 'mp4',
      mime: 'video/mp4',
    })),
    width: clip.width,
    height: clip.height,
    duration: item.duration,
    kind: 'video',
  };
  const made: Made = {
    prepared: [video],
    change: { name: video.name, width: clip.width, height: clip.height, bytes },
  };
  if (item.poster !== undefined || clip.poster === null) return made;
  const poster = await preparePicture(
    context,
    { path: clip.poster, bytes: 0 },
    FOLDERS.image,
  ).catch(() => null);
  if (poster !== null) {
    made.prepared.push(poster);
    Object.assign(made.change, { poster: poster.name, thumbhash: poster.thumbhash });
  }
  return made;
}

/** Publishes the progress to the room, at most once a second. */
function reportTo(context: AppContext, { roomId, id, name }: ClipJob): (share: number) => void {
  let [last, told] = [0, 0];
  return (share) => {
    const progress = Math.min(99, Math.floor(share * 100));
    if (progress <= told || nowMs() - last < PROGRESS_MS) return;
    [last, told] = [nowMs(), progress];
    context.live.publish(`room:${roomId}`, { data: { type: 'clip-progress', id, name, progress } });
  };
}

/**
 * Replaces a waiting video by the encoded one, or marks it as failed, and publishes the message. A
 * message that was deleted meanwhile, or lost the video, keeps nothing.
 */
async function show(
  context: AppContext,
  { user_id: ownerId }: MessageRow,
  { roomId, id, name }: ClipJob,
  made: Made | null,
): Promise<void> {
  const changed = await keepPrepared(
    context,
    made?.prepared ?? [],
    { ownerId, scopeId: roomId, isDerived: true },
    async (tx, after) => {
      await lockRoom(tx, roomId);
      const current = await findMessage(tx, roomId, id);
      if (!current?.media.some(isSame(name))) return undefined;
      const media = current.media.map((item): MediaItem => {
        if (!isSame(name)(item)) return item;
        const { waiting: _, ...rest } = item;
        return made === null
          ? { ...rest, failed: true }
          : { ...rest, ...made.change, former: name };
      });
      if (made !== null) await removeMedia(context, tx, after, FOLDERS.video, [name]);
      return replaceMedia(tx, { roomId, id, media, seq: await nextSeq(tx, roomId) });
    },
  );
  if (changed === undefined) return;
  const message = await presentOne(context, changed);
  context.live.publish(`room:${roomId}`, {
    id: String(changed.seq),
    data: { type: 'edit', message },
  });
}

import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { StoreAway } from '#platform/storage/storage.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { Tx } from '#platform/database/db.ts';
import {
  discardPrepared,
  encode,
  EncoderBroke,
  assertMade,
  describeForEncoding,
  keepPrepared,
  newStoredName,
  pictureOf,
  posterArgs,
  prepareFile,
  preparePicture,
  removeMedia,
  tryVersions,
  withoutHdr,
  withoutSound,
  type Container,
  type EncodingSource,
  type Prepared,
} from '#features/media/service.ts';
import { listHelpers } from '../channels/membership-queries.ts';
import { lockChannel } from '../channels/channel-queries.ts';
import { chooseRenditions, ladderArgs, spriteArgs, spriteOf, writeMaster } from './renditions.ts';
import {
  findVideo,
  lockVideo,
  updateVideo,
  type ShownRow,
  type VideoChange,
  type VideoRow,
} from '../video-queries.ts';
import { PREVIEWS, recount, notifyLater, publishState, VIDEOS } from '../videos.ts';

/**
 * Time limits in seconds. A poster or sprite sheet is one short pass over the video. The renditions
 * get a multiple of the video's length plus some minutes.
 */
const TIMEOUT_MS = { pictures: { base: 60, times: 1 }, ladder: { base: 300, times: 40 } };

/**
 * Makes what a video needs from the encoder: a poster frame, seek-bar pictures, and all qualities.
 * Each result is shown as soon as it is made. Throws when the server stops, so that the job is
 * repeated; an encoder failure is recorded and not retried. Idempotent.
 */
export async function processVideo(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const video = await findVideo(context.db, id);
  if (video === undefined || video.ladder !== 'waiting') return;
  const folder = join(context.stagingDir, `video-${newId()}`);
  await mkdir(folder);
  let wasDecoded = video.preview !== null && !video.is_preview_chosen;
  try {
    const path = join(folder, 'source');
    if (!(await context.storage.lend(VIDEOS, video.source, path)))
      throw new EncoderBroke('the file is not there', true);
    const container = video.container as Container;
    const source: EncodingSource = {
      path,
      container,
      width: video.width,
      height: video.height,
      duration: video.duration,
      ...(await describeForEncoding(context, path, container)),
    };
    const job: RenditionJob = { context, folder, source, video, stopping };
    if (video.preview === null) wasDecoded = (await makePoster(job)) || wasDecoded;
    if (video.sprite === null) wasDecoded = (await makeSprite(job)) || wasDecoded;
    await makeLadder(job);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return;
    if (stopping.aborted || error instanceof StoreAway) throw error;
    context.log.warn({ err: error, video: id }, 'a video could not be processed');
    // A file of which no frame can be decoded is no video, whatever its boxes say. If only the
    // other qualities are missing, the original file still plays.
    const isBad = error instanceof EncoderBroke && error.isContent && !wasDecoded;
    await change(context, id, (row) => ({
      ladder: 'failed',
      ...(row.plays && !isBad ? {} : { state: 'failed' }),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type RenditionJob = {
  context: AppContext;
  folder: string;
  source: EncodingSource;
  video: ShownRow;
  stopping: AbortSignal;
};
/**
 * Makes a picture of a video by the first of several versions that succeeds, the best first.
 * Returns whether one did; a video lives without. Throws when the server stops.
 */
async function makeFirst(
  job: RenditionJob,
  path: string,
  versions: readonly string[][],
): Promise<boolean> {
  const attempt = async (args: string[]) => {
    await run(job, args, TIMEOUT_MS.pictures);
    await assertMade(path);
  };
  try {
    await tryVersions(versions, attempt, job.stopping);
    return true;
  } catch (error) {
    if (!(error instanceof EncoderBroke)) throw error;
    job.context.log.warn({ err: error, video: job.video.id }, 'a picture of a video is missing');
    return false;
  }
}

function run(
  { context, folder, source, stopping }: RenditionJob,
  args: string[],
  { base, times }: { base: number; times: number },
): Promise<void> {
  const seconds = Math.min(context.config.encodingSeconds, base + source.duration * times);
  return encode(context, { args, folder, timeoutMs: seconds * 1000, stopping });
}
/**
 * Changes a video that still exists, with everything that depends on it. Throws `not_found` if it
 * was deleted: the files made for it are not needed.
 */
async function change(
  context: AppContext,
  id: string,
  to: (row: VideoRow) => VideoChange,
  more: (tx: Tx, after: After, row: VideoRow) => Promise<void> = async () => {},
): Promise<void> {
  await transaction(context, (tx, after) => changeIn(context, tx, after, id, to, more));
}
async function changeIn(
  context: AppContext,
  tx: Tx,
  after: After,
  id: string,
  to: (row: VideoRow) => VideoChange,
  more: (tx: Tx, after: After, row: VideoRow) => Promise<void>,
): Promise<true> {
  const found = await findVideo(tx, id);
  if (found === undefined) throw appError('not_found');
  await lockChannel(tx, found.channel_id, found.owner_id);
  const before = await lockVideo(tx, id);
  if (before === undefined) throw appError('not_found');
  await updateVideo(tx, id, to(before));
  const now = (await findVideo(tx, id))!;
  await recount(tx, before, now);
  await notifyLater(context, tx, now);
  await more(tx, after, before);
  const staff = [now.owner_id, ...(await listHelpers(tx, now.channel_id))];
  after(() => publishState(context, staff, id, now.channel_id));
  return true;
}
/** Keeps prepared files, in the transaction that shows them. */
const keep = (
  job: RenditionJob,
  prepared: Prepared[],
  to: (row: VideoRow) => VideoChange,
  more?: (tx: Tx, after: After, row: VideoRow) => Promise<void>,
) =>
  keepPrepared(
    job.context,
    prepared,
    { ownerId: job.video.owner_id, scopeId: job.video.id, isDerived: true },
    (tx, after) => changeIn(job.context, tx, after, job.video.id, to, more ?? (async () => {})),
  );

/**
 * Makes the poster of a tenth into the video, where titles are over, else of its first frame.
 * Without either the video has none. Returns whether there is one.
 */
async function makePoster(job: RenditionJob): Promise<boolean> {
  const path = join(job.folder, 'poster.jpg');
  const versions = withoutHdr(job.source).flatMap((source) =>
    [source.duration / 10, 0].map((second) => posterArgs(source, second, path)),
  );
  if (!(await makeFirst(job, path, versions))) return false;
  const poster = await preparePicture(job.context, { path, bytes: 0 }, PREVIEWS);
  let isChosen = false;
  await keep(
    job,
    [poster],
    (row) => {
      isChosen = row.preview !== null;
      return isChosen ? {} : { preview: pictureOf(poster) };
    },
    async (tx, after) => {
      if (isChosen) await removeMedia(job.context, tx, after, PREVIEWS, [poster.name]);
    },
  );
  return true;
}
/** Makes the pictures of the seek bar. Returns whether there are any. */
async function makeSprite(job: RenditionJob): Promise<boolean> {
  const path = join(job.folder, 'sprite.jpg');
  const versions = withoutHdr(job.source).map((source) => spriteArgs(source, path));
  if (!(await makeFirst(job, path, versions))) return false;
  const sheet = await preparePicture(job.context, { path, bytes: 0 }, PREVIEWS);
  await keep(job, [sheet], () => ({ sprite: { name: sheet.name, ...spriteOf(job.source) } }));
  return true;
}
async function makeLadder(job: RenditionJob): Promise<void> {
  const { context, folder, source, video } = job;
  const rungs = chooseRenditions(source).map((rung) => ({
    ...rung,
    name: newStoredName('mp4'),
    list: newStoredName('m3u8'),
  }));
  const master = newStoredName('m3u8');
  const { hasSound } = await tryVersions(
    withoutSound(source),
    (version) => run(job, ladderArgs(version, rungs), TIMEOUT_MS.ladder),
    job.stopping,
  );
  await writeMaster(folder, rungs, source.duration, hasSound, master);
  const prepared: Prepared[] = [];
  const lists = 'application/vnd.apple.mpegurl';
  try {
    for (const [name, extension, mime] of [
      ...rungs.flatMap(
        ({ name: clip, list }) =>
          [
            [clip, 'mp4', 'video/mp4'],
            [list, 'm3u8', lists],
          ] as const,
      ),
      [master, 'm3u8', lists] as const,
    ]) {
      const path = join(folder, name);
      prepared.push(
        await prepareFile(context, { path, bytes: (await stat(path)).size }, VIDEOS, {
          extension,
          mime,
          name,
        }),
      );
    }
  } catch (error) {
    await discardPrepared(context, prepared);
    throw error;
  }
  await keep(
    job,
    prepared,
    () => ({
      stream: master,
      ladder: 'done',
      state: 'ready',
      ...(video.plays ? {} : { source: '' }),
    }),
    async (tx, after, row) => {
      // An original that no browser plays is not needed after encoding.
      if (!row.plays) await removeMedia(context, tx, after, VIDEOS, [row.source]);
    },
  );
}

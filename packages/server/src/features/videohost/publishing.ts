import { VIDEOHOST } from '@respa/contract/limits';
import { VIDEO_BYTES, type Category, type VideoAudience } from '@respa/contract/videohost';
import { AppError, appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { discardStaged, type StagedFile } from '#platform/storage/staging.ts';
import {
  discardPrepared,
  assertFits,
  assertIsVideo,
  dropUpload,
  eraseVideoMetadata,
  inspectVideo,
  keepPrepared,
  MIME,
  pictureOf,
  prepareFile,
  preparePictures,
  registerPurpose,
  takeUpload,
  useUpload,
  type CheckUpload,
  type Prepared,
} from '#features/media/service.ts';
import { readDescribed } from '#features/people/service.ts';
import { insertObject } from '#features/reactions/service.ts';
import { findOwned, pickHelped } from './channels/channel-queries.ts';
import { getMembership, lockMembership } from './channels/channels.ts';
import { assertMay, audienceOf } from './policy.ts';
import type { ShownVideo } from './present.ts';
import { findVideo, insertVideo } from './video-queries.ts';
import { getVideo, PREVIEWS, recount, notifyLater, VIDEOS } from './videos.ts';

const BAD_VIDEO: ReadonlySet<string> = new Set(['bad_type', 'needs_encoder']);
const MOST = { pixels: VIDEOHOST.pixels, seconds: VIDEOHOST.seconds };

/**
 * Registers who may start a resumable upload of a video: users with a channel to put it into.
 * Unpublished uploads are limited, and what is no video is refused while it arrives.
 */
export function admitVideos(context: AppContext): void {
  const check: CheckUpload = async (file, isWhole) => {
    if (isWhole) await inspectVideo(context, file, MOST);
    else await assertIsVideo(file.path, file.filename);
  };
  registerPurpose(
    context,
    'video',
    async (tx, viewer, bytes, waiting) => {
      if (bytes > VIDEO_BYTES) throw appError('too_large');
      const helped = await pickHelped(tx, viewer.id);
      if ((await findOwned(tx, viewer.id)) === undefined && helped.length === 0)
        throw appError('no_channel');
      // A video for a channel that the member helps counts for the channel's owner, when it is
      // published.
      if (helped.length === 0)
        await assertFits(context, tx, { ownerId: viewer.id, folder: VIDEOS }, waiting + bytes);
      if (waiting + bytes > VIDEOHOST.waiting) throw appError('films_waiting');
    },
    check,
  );
}

export type Sent = {
  title: string;
  description?: string;
  mentions?: string;
  category?: Category;
  audience?: VideoAudience;
  preview: StagedFile[];
  /** Bytes of the form, or the id of a finished upload. */
  video: StagedFile | string;
  /** A channel that the caller helps; undefined means the caller's own. */
  channel?: string;
};
/**
 * Publishes a video in a channel. An MP4 that browsers play can be watched at once; other formats,
 * and the other qualities, wait for the encoder. Throws `no_channel`, `not_found`, `forbidden`,
 * `bad_mentions`, `bad_type`, `needs_encoder`, `too_large`, `storage_full`, `no_space`,
 * `upload_lost`, `upload_unfinished`.
 */
export async function publishVideo(
  context: AppContext,
  viewer: Viewer,
  input: Sent,
): Promise<ShownVideo> {
  const channelId = input.channel ?? (await findOwned(context.db, viewer.id));
  if (channelId === undefined) throw appError('no_channel');
  const channel = await getMembership(context, viewer, channelId);
  assertMay(viewer, channel, 'upload');
  const mentions = (await readDescribed(context, viewer, input)) ?? [];
  const hasEncoder = await context.jobs.isDone(context.db, 'videos.process');
  const staged =
    typeof input.video === 'string'
      ? await takeUpload(context, viewer, input.video, 'video')
      : input.video;
  const id = newId();
  const prepared: Prepared[] = [];
  try {
    const to = { ownerId: channel.admin_id, folder: VIDEOS };
    await assertFits(context, context.db, to, staged.bytes);
    const video = await inspectVideo(context, staged, MOST);
    if (!video.plays && !hasEncoder) throw appError('needs_encoder');
    const [preview] = await preparePictures(context, input.preview, PREVIEWS);
    if (preview !== undefined) prepared.push(preview);
    await eraseVideoMetadata(staged, { container: video.container, isServed: video.plays });
    const source = await prepareSource(context, staged, video);
    prepared.push(source);
    const owner = { ownerId: channel.admin_id, scopeId: id };
    await keepPrepared(context, prepared.splice(0), owner, async (tx) => {
      const now = await lockMembership(tx, viewer, channelId);
      assertMay(viewer, now, 'upload');
      if (typeof input.video === 'string') await useUpload(context, tx, input.video);
      await insertVideo(tx, {
        ...describe(input, now, preview),
        ...shapeOf(video),
        mentions,
        id,
        channel_id: channelId,
        owner_id: now.admin_id,
        author_id: viewer.id,
        source: source.name,
        ladder: hasEncoder ? 'waiting' : 'none',
      });
      await insertObject(tx, id, 'video', now.admin_id);
      const made = (await findVideo(tx, id))!;
      await recount(tx, { ...made, listed: false }, made);
      await notifyLater(context, tx, made);
      if (hasEncoder)
        await context.jobs.add(
          tx,
          'videos.process',
          { id },
          {
            key: `videos.process:${id}`,
            queue: 'videos.process',
            attempts: 3,
            owner: viewer.id,
          },
        );
      return id;
    });
  } catch (error) {
    if (typeof input.video === 'string' && error instanceof AppError && BAD_VIDEO.has(error.code))
      await dropUpload(context, input.video);
    throw error;
  } finally {
    await discardPrepared(context, prepared);
    if (typeof input.video === 'string') await discardStaged([staged]);
  }
  return getVideo(context, viewer, id);
}

type Inspected = Awaited<ReturnType<typeof inspectVideo>>;

/** Prepares the bytes of a video as they were sent. */
async function prepareSource(
  context: AppContext,
  staged: StagedFile,
  video: Inspected,
): Promise<Prepared> {
  const { width, height, duration, container } = video;
  return {
    ...(await prepareFile(context, staged, VIDEOS, {
      extension: container === 'mp4' || container === 'webm' ? container : 'bin',
      mime: MIME[container],
    })),
    width,
    height,
    duration,
    kind: 'video',
  };
}

const shapeOf = ({ container, plays, width, height, duration }: Inspected) => ({
  container,
  plays,
  width,
  height,
  duration,
  state: plays ? ('ready' as const) : ('processing' as const),
});

const describe = (input: Sent, channel: { category: Category }, preview: Prepared | undefined) => ({
  title: input.title,
  description: input.description ?? '',
  category: input.category ?? channel.category,
  preview: preview === undefined ? null : pictureOf(preview),
  is_preview_chosen: preview !== undefined,
  // Without a word of its author, a video is for members, as the documented call promises.
  ...audienceOf(input.audience ?? 'all', null),
});

import { appError } from '@respa/contract/app-errors';
import type { Category, VideoAudience } from '@respa/contract/videohost';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import {
  keepPrepared,
  pictureOf,
  preparePictures,
  removeMedia,
  removeMediaOf,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { findBlockers, findRelation, readDescribed } from '#features/people/service.ts';
import { deleteObjects, gatherCounts } from '#features/reactions/service.ts';
import { addToCounter, findChannel, type RelationshipRow } from './channels/channel-queries.ts';
import { lockMembership } from './channels/channels.ts';
import { assertMay, audienceOf, maySee, roleOf, isStaff } from './policy.ts';
import { presentCard, presentVideo, type ShownCard, type ShownVideo } from './present.ts';
import * as queries from './video-queries.ts';

export const [VIDEOS, PREVIEWS] = ['videohostvideos', 'videopreviews'] as const;

type Seen = { video: queries.ShownRow; channel: RelationshipRow };
/** Returns a video with its channel if the viewer may see it; visitors see none. */
export async function findSeen(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<Seen | null> {
  if (viewerId === null || !isId(id)) return null;
  const video = await queries.findVideo(context.db, id);
  const channel =
    video === undefined ? undefined : await findChannel(context.db, video.channel_id, viewerId);
  if (video === undefined || channel === undefined) return null;
  const isFriend =
    video.audience === 'friends' &&
    (await findRelation(context.db, viewerId, video.owner_id)) === 'friends';
  const isBlocked = (await findBlockers(context.db, viewerId, [video.owner_id])).length > 0;
  return maySee(roleOf(viewerId, channel), {
    state: video.state,
    audience: video.audience,
    isFriend,
    isBlocked,
  })
    ? { video, channel }
    : null;
}
/** Does the same as `findSeen`. Throws `not_found` if the video is not visible. */
export async function getSeen(context: AppContext, viewer: Viewer, id: string): Promise<Seen> {
  const seen = await findSeen(context, viewer.id, id);
  if (seen === null) throw appError('not_found');
  return seen;
}
/**
 * Returns cards in the given order. The caller has checked visibility; this function only leaves
 * out videos of owners who block the viewer.
 */
export async function showCards(
  context: AppContext,
  viewer: Viewer,
  ids: string[],
): Promise<ShownCard[]> {
  const [rows, counts, own] = await Promise.all([
    queries.gatherVideos(context.db, viewer.id, ids),
    gatherCounts(context.db, viewer.id, ids),
    queries.gatherOwn(context.db, viewer.id, ids),
  ]);
  return ids.flatMap((id) =>
    rows.has(id) ? [presentCard(rows.get(id)!, { counts: counts.get(id), own: own.get(id) })] : [],
  );
}
/** Returns one video as its page shows it. Throws `not_found`. */
export async function getVideo(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<ShownVideo> {
  const { video, channel } = await getSeen(context, viewer, id);
  const [counts, own] = await Promise.all([
    gatherCounts(context.db, viewer.id, [id]),
    queries.gatherOwn(context.db, viewer.id, [id]),
  ]);
  return presentVideo(video, channel, roleOf(viewer.id, channel), {
    counts: counts.get(video.id),
    own: own.get(video.id),
  });
}

/** Updates the counters of listed videos. Call it around a change, with the channel's lock held. */
export async function recount(
  tx: Tx,
  before: Pick<queries.VideoRow, 'channel_id' | 'category' | 'listed'>,
  now: Pick<queries.VideoRow, 'category' | 'listed'> | null,
): Promise<void> {
  const [was, is] = [before.listed, now?.listed === true];
  if (was) await queries.addToTotal(tx, before.category, -1);
  if (is) await queries.addToTotal(tx, now!.category, 1);
  if (was !== is) await addToCounter(tx, before.channel_id, 'videos_count', is ? 1 : -1);
}
/** Locks a video and its channel, the channel first. Throws `not_found`. */
export async function lockBoth(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ video: queries.VideoRow; channel: RelationshipRow }> {
  const found = isId(id) ? await queries.findVideo(tx, id) : undefined;
  if (found === undefined) throw appError('not_found');
  const channel = await lockMembership(tx, viewer, found.channel_id);
  const video = await queries.lockVideo(tx, id);
  if (video === undefined) throw appError('not_found');
  return { video, channel };
}

export type Change = {
  title: string;
  description?: string;
  mentions?: string;
  category?: Category;
  audience?: VideoAudience;
  preview: StagedFile[];
};
/**
 * Edits a video; fields that are not given stay. Throws `not_found`, `forbidden`, `bad_mentions`
 * and the errors of `preparePictures`.
 */
export async function editVideo(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: Change,
): Promise<ShownVideo> {
  const seen = await getSeen(context, viewer, id);
  assertMay(viewer, seen.channel, 'upload');
  const mentions = await readDescribed(context, viewer, input);
  const [preview] = await preparePictures(context, input.preview, PREVIEWS);
  await keepPrepared(
    context,
    preview === undefined ? [] : [preview],
    { ownerId: seen.video.owner_id, scopeId: id },
    async (tx, after) => {
      const { video: before, channel } = await lockBoth(tx, viewer, id);
      assertMay(viewer, channel, 'upload');
      await queries.updateVideo(tx, id, {
        title: input.title,
        description: input.description ?? before.description,
        mentions: mentions ?? before.mentions,
        category: input.category ?? before.category,
        ...(input.audience === undefined ? {} : audienceOf(input.audience, before.opened_at)),
        ...(preview === undefined ? {} : { preview: pictureOf(preview), is_preview_chosen: true }),
      });
      const changed = (await queries.findVideo(tx, id))!;
      await recount(tx, before, changed);
      if (preview !== undefined && before.preview !== null)
        await removeMedia(context, tx, after, PREVIEWS, [before.preview.name]);
      if (before.audience !== 'friends' && changed.audience === 'friends')
        await withdraw(context, tx, after, { object: id, strangersTo: before.owner_id });
      await notifyLater(context, tx, changed);
      return true;
    },
  );
  return getVideo(context, viewer, id);
}
/** Schedules the notification of subscribers, once per video, when it is listed. */
export async function notifyLater(
  context: AppContext,
  tx: Tx,
  video: Pick<queries.VideoRow, 'id' | 'listed' | 'is_told'>,
): Promise<void> {
  if (!video.listed || video.is_told) return;
  await queries.updateVideo(tx, video.id, { is_told: true });
  await context.jobs.add(
    tx,
    'videos.tell',
    { id: video.id, after: '' },
    { key: `videos.tell:${video.id}`, attempts: 5 },
  );
}
/**
 * Deletes a video with everything that belongs to it. Throws `not_found`, also on a second call;
 * `forbidden`.
 */
export async function removeVideo(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!viewer.isAdmin) await getSeen(context, viewer, id);
  await transaction(context, async (tx, after) => {
    const { video, channel } = await lockBoth(tx, viewer, id);
    assertMay(viewer, channel, 'cleanUp');
    if (!isStaff(roleOf(viewer.id, channel)))
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_video',
        kind: 'video',
        objectId: id,
        personId: video.owner_id,
        removed: { after, title: `Видео «${video.title}»` },
      });
    await dropVideo(context, tx, after, video);
  });
}
/**
 * Deletes a video without a permission check. The caller has checked the permission and holds the
 * locks of the channel and the video.
 */
export async function dropVideo(
  context: AppContext,
  tx: Tx,
  after: After,
  video: queries.VideoRow,
): Promise<void> {
  await recount(tx, video, null);
  await withdraw(context, tx, after, { objects: [video.id] });
  await deleteObjects(tx, [video.id]);
  await queries.deleteVideos(tx, [video.id]);
  await removeMediaOf(context, tx, after, { scopeId: video.id });
}
/** Publishes a video's state change to the channel's staff. */
export function publishState(
  context: AppContext,
  userIds: readonly string[],
  id: string,
  channelId: string,
): void {
  for (const userId of userIds)
    context.live.publish(`user:${userId}`, { data: { type: 'video', videoId: id, channelId } });
}

/** Returns whether the viewer is staff of a video's channel; false if the video does not exist. */
export async function isStaffOf(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<boolean> {
  const seen = await findSeen(context, viewerId, id);
  return seen !== null && isStaff(roleOf(viewerId, seen.channel));
}
/**
 * Returns whether a user may watch a video. For reactions and media, which know nothing about
 * channels.
 */
export const maySeeVideo = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findSeen(context, viewerId, id)) !== null;
/** Returns whether a video is listed; its pictures are public then. */
export const isListed = async (context: AppContext, id: string): Promise<boolean> =>
  (await queries.findVideo(context.db, id))?.listed === true;
/** Returns the owner of a video that the viewer may see: for reports. */
export const findVideoOwner = async (
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<string | null> => (await findSeen(context, viewerId, id))?.video.owner_id ?? null;

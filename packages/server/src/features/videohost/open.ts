import type { Static } from 'typebox';
import type { OpenChannel, OpenVideo, OpenVideoCard } from '@respa/contract/open';
import { PAGE_SIZES } from '@respa/contract/limits';
import { LAST_ID, readPage } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { findChannel, type ChannelRow } from './channels/channel-queries.ts';
import * as open from './open-queries.ts';
import { isOpen } from './policy.ts';
import { presentCard, presentVideo } from './present.ts';
import { findVideo, gatherVideos, type ShownRow } from './video-queries.ts';

export { pickOpenChannels, pickOpenVideos } from './open-queries.ts';
export type OpenVideoRow = ShownRow & { opened_at: Date };

/** Returns a video that everyone may watch, or null. */
export async function findOpenVideo(context: AppContext, id: string): Promise<OpenVideoRow | null> {
  const row = await findVideo(context.db, id);
  return row !== undefined && isOpen(row) ? { ...row, opened_at: row.opened_at! } : null;
}
/** Returns a channel with at least one video that everyone may watch, or null. */
export async function findOpenChannel(context: AppContext, id: string): Promise<ChannelRow | null> {
  const row = await findChannel(context.db, id, null);
  if (row === undefined) return null;
  const [newest] = await open.pickOpenOfChannel(context.db, row.id, LAST_ID, 1);
  return newest === undefined ? null : row;
}

/** Presents a channel to everyone: neither its owner nor its subscribers. */
export const presentOpenChannel = (row: ChannelRow): Static<typeof OpenChannel> => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  avatarUrl: row.avatar_url,
  bannerUrl: row.banner_url,
  subscribersCount: row.subscribers_count,
  date: row.created_at.toISOString(),
});
function presentOpenCard(row: ShownRow): Static<typeof OpenVideoCard> {
  const card = presentCard(row, { counts: undefined, own: undefined });
  return {
    _id: card._id,
    title: card.title,
    description: card.description,
    category: card.category,
    channel: card.channel,
    channelName: card.channelName,
    channelAvatarUrl: card.channelAvatarUrl,
    preview: card.preview,
    date: card.date,
    views: card.views,
    duration: card.duration,
  };
}
/** Presents a video to everyone. */
export async function presentOpenVideo(
  context: AppContext,
  row: OpenVideoRow,
): Promise<Static<typeof OpenVideo>> {
  const counts = (await gatherCounts(context.db, null, [row.id])).get(row.id);
  const nobody = { is_subscriber: false, subscribers_count: 0 };
  const whole = presentVideo(row, nobody, 'reader', { counts, own: undefined });
  return {
    ...presentOpenCard(row),
    description: whole.description,
    likes: whole.likes,
    videoUrl: whole.videoUrl,
    stream: whole.stream,
    qualities: whole.qualities,
    width: whole.width,
    height: whole.height,
  };
}
/** Returns a page of the videos of a channel that everyone may watch, newest first. */
export async function listOpenVideos(context: AppContext, channelId: string, before = LAST_ID) {
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    open.pickOpenOfChannel(context.db, channelId, before, limit),
  );
  const found = await gatherVideos(context.db, null, rows);
  return {
    videos: rows.flatMap((id) => (found.has(id) ? [presentOpenCard(found.get(id)!)] : [])),
    isLast,
  };
}

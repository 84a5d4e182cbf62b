import type { Static } from 'typebox';
import { firstCharacters } from '@respa/contract/characters';
import type { ChannelRole } from '@respa/contract/videohost';
import type { ChannelCard, Video, VideoCard } from '@respa/contract/videohost';
import type { Counts } from '#features/reactions/service.ts';
import type { RelationshipRow } from './channels/channel-queries.ts';
import { chooseRenditions } from './processing/renditions.ts';
import type { OwnState, ShownRow } from './video-queries.ts';

export type ShownChannel = Static<typeof ChannelCard>;
export type ShownCard = Static<typeof VideoCard>;
export type ShownVideo = Static<typeof Video>;

const SHORT = 300;
const NOTHING_OWN = { position: 0, is_later: false };
const NO_COUNTS: Counts = { likes: 0, comments: 0, liked: false, reactions: [] };

export const presentChannel = (row: RelationshipRow): ShownChannel => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  avatarUrl: row.avatar_url,
  bannerUrl: row.banner_url,
  admin: row.admin_id,
  subscribersCount: row.subscribers_count,
  isSubscriber: row.is_subscriber,
  date: row.created_at.toISOString(),
});
type Around = {
  counts: Counts | undefined;
  own: Pick<OwnState, 'position' | 'is_later'> | undefined;
};
export function presentCard(
  row: ShownRow,
  { counts = NO_COUNTS, own = NOTHING_OWN }: Around,
): ShownCard {
  return {
    _id: row.id,
    title: row.title,
    description: firstCharacters(row.description, SHORT),
    category: row.category,
    channel: row.channel_id,
    channelName: row.channel_name,
    channelAvatarUrl: row.channel_avatar,
    previewUrl: row.preview?.name ?? '',
    preview: row.preview,
    date: row.created_at.toISOString(),
    views: row.views,
    likes: counts.likes,
    duration: row.duration,
    position: own.position,
    isLater: own.is_later,
    state: row.state,
    ladder: row.ladder,
    audience: row.audience === 'all' && row.opened_at !== null ? 'open' : row.audience,
  };
}
export const presentVideo = (
  row: ShownRow,
  channel: Pick<RelationshipRow, 'is_subscriber' | 'subscribers_count'>,
  role: ChannelRole,
  around: Around,
): ShownVideo => ({
  ...presentCard(row, around),
  description: row.description,
  videoUrl: row.plays ? row.source : '',
  stream: row.stream,
  qualities:
    row.stream === ''
      ? []
      : chooseRenditions(row).map(({ width, height }) => Math.min(width, height)),
  width: row.width,
  height: row.height,
  sprite: row.sprite,
  liked: around.counts?.liked ?? false,
  comments: around.counts?.comments ?? 0,
  isSubscriber: channel.is_subscriber,
  subscribersCount: channel.subscribers_count,
  role,
  ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
});

import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pickItems, pickPlaylists } from './watching/playlists.ts';
import { pickLater, type Positioned } from './watching/member-list-queries.ts';
import { pickWritten, type VideoRow } from './video-queries.ts';

type ChannelRow = {
  id: string;
  name: string;
  description: string;
  category: string;
  avatar_url: string;
  banner_url: string;
  created_at: Date;
  role: string;
};
const channels = statement<ChannelRow, [userId: string, after: string, limit: number]>(`
  select c.id, c.name, c.description, c.category, c.avatar_url, c.banner_url, c.created_at,
    string_agg(k.role, ' ' order by k.role) as role
  from (
    select id, 'owner' as role
    from video_channels
    where admin_id = $1
    union all
    select channel_id, 'helper'
    from channel_helpers
    where user_id = $1
    union all
    select channel_id, 'subscriber'
    from channel_subscriptions
    where user_id = $1
  ) k
  join video_channels c on c.id = k.id
  where c.id > $2
  group by c.id
  order by c.id
  limit $3
`);
/** Yields the channels that a user owns, helps and subscribes to. */
export async function* exportChannels(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: ChannelRow | undefined, limit) =>
    channels(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { avatar_url: avatar, banner_url: cover, created_at: date, ...row } of page) {
      const isOwn = row.role.includes('owner');
      const media = [
        ...(isOwn && avatar !== '' ? [['channelavatars', avatar] as const] : []),
        ...(isOwn && cover !== 'banner.jpg' ? [['channelbanners', cover] as const] : []),
      ];
      yield { row: { ...row, date }, media };
    }
  }
}
/** Yields the videos that a user uploaded, and those on their channel. */
export async function* exportVideos(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: VideoRow | undefined, limit) =>
    pickWritten(db, userId, { after: last?.id ?? FIRST_ID, limit }),
  )) {
    for (const {
      id,
      channel_id: channel,
      title,
      description,
      category,
      audience,
      opened_at: openedAt,
      state,
      duration,
      views,
      created_at: date,
      preview,
      source,
    } of page) {
      const media = [
        ...(preview === null ? [] : [['videopreviews', preview.name] as const]),
        ...(source === '' ? [] : [['videohostvideos', source] as const]),
      ];
      yield {
        row: {
          id,
          channel,
          title,
          description,
          category,
          audience: audience === 'all' && openedAt !== null ? 'open' : audience,
          state,
          duration,
          views,
          date,
          path: `/video/${id}`,
        },
        media,
      };
    }
  }
}
type WatchRow = {
  id: string;
  title: string;
  position: number;
  viewed_on: string | null;
  in_history: boolean;
};
const watches = statement<WatchRow, [userId: string, after: string, limit: number]>(`
  select v.id, v.title, w.position, w.viewed_on, w.id is not null as in_history
  from video_watches w
  join videos v on v.id = w.video_id
  where w.user_id = $1 and w.video_id > $2
  order by w.video_id
  limit $3
`);
/** Yields what a user watched, and where they stopped. */
export async function* exportWatches(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: WatchRow | undefined, limit) =>
    watches(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { id, title, position, viewed_on: day, in_history: inHistory } of page)
      yield { row: { path: `/video/${id}`, title, position, day, inHistory } };
  }
}
/** Yields a user's playlists with their videos; the first one is the watch-later list. */
export async function* exportPlaylists(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const later: string[] = [];
  for await (const page of everyPage((last: Positioned | undefined, limit) =>
    pickLater(db, userId, last?.cursor, limit),
  ))
    later.push(...page.map(({ id }) => `/video/${id}`));
  if (later.length > 0) yield { row: { name: 'Посмотреть позже', videos: later } };
  for (const { id, name, is_open: open, created_at: date } of await pickPlaylists(
    db,
    userId,
    null,
  )) {
    const videos: string[] = [];
    for await (const page of everyPage((last: Positioned | undefined, limit) =>
      pickItems(db, id, last?.cursor, limit),
    ))
      videos.push(...page.map((item) => `/video/${item.id}`));
    yield { row: { id, name, open, date, videos } };
  }
}

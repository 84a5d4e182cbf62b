import { sql } from 'kysely';
import type { Category, LadderState, VideoAudience, VideoState } from '@respa/contract/videohost';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import type { MentionItem } from '#features/people/service.ts';

export type Poster = { name: string; width: number; height: number; thumbhash: string };
export type SpriteRow = { name: string; columns: number; rows: number; every: number };
export type VideoRow = {
  id: string;
  channel_id: string;
  owner_id: string;
  author_id: string | null;
  title: string;
  description: string;
  category: Category;
  preview: Poster | null;
  is_preview_chosen: boolean;
  source: string;
  container: string;
  plays: boolean;
  width: number;
  height: number;
  duration: number;
  state: VideoState;
  ladder: LadderState;
  stream: string;
  sprite: SpriteRow | null;
  /** Everyone and members are both 'all'; `opened_at` tells them apart. */
  audience: Exclude<VideoAudience, 'open'>;
  /** Since when everyone may watch it, also without signing in; null: members only. */
  opened_at: Date | null;
  views: number;
  is_told: boolean;
  created_at: Date;
  listed: boolean;
  mentions: MentionItem[];
};
/** A video with its channel's name and avatar. */
export type ShownRow = VideoRow & { channel_name: string; channel_avatar: string };
const columns = [
  'id',
  'channel_id',
  'owner_id',
  'author_id',
  'title',
  'description',
  'category',
  'preview',
  'is_preview_chosen',
  'source',
  'container',
  'plays',
  'width',
  'height',
  'duration',
  'state',
  'ladder',
  'stream',
  'sprite',
  'audience',
  'opened_at',
  'views',
  'is_told',
  'created_at',
  'listed',
  'mentions',
] as const;
const shown = `${columns.map((name) => `v.${name}`).join(', ')}, c.name as channel_name, c.avatar_url as channel_avatar`;

export type NewVideo = Omit<
  VideoRow,
  'views' | 'created_at' | 'listed' | 'sprite' | 'stream' | 'is_told'
>;
export const insertVideo = async (tx: Tx, { preview, mentions, ...row }: NewVideo): Promise<void> =>
  void (await tx
    .insertInto('videos')
    .values({
      ...row,
      preview: preview === null ? null : JSON.stringify(preview),
      mentions: JSON.stringify(mentions),
    })
    .execute());
export type VideoChange = Partial<
  Pick<
    VideoRow,
    | 'title'
    | 'description'
    | 'mentions'
    | 'category'
    | 'preview'
    | 'is_preview_chosen'
    | 'source'
    | 'plays'
    | 'state'
    | 'ladder'
    | 'stream'
    | 'sprite'
    | 'audience'
    | 'opened_at'
    | 'is_told'
  >
>;
export async function updateVideo(
  tx: Tx,
  id: string,
  { preview, sprite, mentions, ...change }: VideoChange,
): Promise<void> {
  const json = {
    ...(preview === undefined ? {} : { preview: JSON.stringify(preview) }),
    ...(sprite === undefined ? {} : { sprite: JSON.stringify(sprite) }),
    ...(mentions === undefined ? {} : { mentions: JSON.stringify(mentions) }),
  };
  const all = { ...change, ...json };
  if (Object.keys(all).length > 0)
    await tx.updateTable('videos').set(all).where('id', '=', id).execute();
}
export const deleteVideos = (tx: Tx, ids: string[]) =>
  tx
    .deleteFrom('videos')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();

const one = statement<ShownRow, [id: string]>(
  `
    select ${shown}
    from videos v
    join video_channels c on c.id = v.channel_id
    where v.id = $1
  `,
);
export const findVideo = async (db: Db | Tx, id: string): Promise<ShownRow | undefined> =>
  (await one(db, id))[0];
/** Locks a video. Where the channel's counters change, lock the channel first. */
export const lockVideo = async (tx: Tx, id: string): Promise<VideoRow | undefined> =>
  tx
    .selectFrom('videos')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as unknown as Promise<VideoRow | undefined>;
const some = statement<ShownRow, [ids: string[], viewerId: string | null]>(`
  select ${shown}
  from videos v
  join video_channels c on c.id = v.channel_id
  where v.id = any($1::uuid[])
    and not exists (
      select
      from blocks
      where blocker_id = v.owner_id and blocked_id = $2
    )
`);
/** Returns videos with their channels, without those of users who block the viewer. */
export const gatherVideos = async (
  db: Db,
  viewerId: string | null,
  ids: string[],
): Promise<Map<string, ShownRow>> =>
  new Map((ids.length === 0 ? [] : await some(db, ids, viewerId)).map((row) => [row.id, row]));
export const pickAllOf = async (tx: Tx, channelId: string): Promise<VideoRow[]> =>
  tx
    .selectFrom('videos')
    .select(columns)
    .where('channel_id', '=', channelId)
    .execute() as unknown as Promise<VideoRow[]>;
/** Returns the videos that a user uploaded or owns, for that user only. */
export const pickWritten = async (
  db: Db,
  userId: string,
  page: { after: string; limit: number },
): Promise<VideoRow[]> =>
  (
    await sql<VideoRow>`
      select ${sql.raw(columns.join(', '))}
      from videos
      where id = any(array((select id from videos where author_id = ${userId} and id > ${page.after}
        order by id limit ${page.limit}) union (select v.id from video_channels c join videos v
        on v.channel_id = c.id where c.admin_id = ${userId} and v.id > ${page.after} order by v.id
        limit ${page.limit})))
      order by id
      limit ${page.limit}
    `.execute(db)
  ).rows;

/** Returns the number of listed videos, by category. */
export const countListed = async (db: Db, category: Category | undefined): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`
      select coalesce(sum(videos), 0)::int as count
      from video_totals
      where ${category ?? null}::text is null or category = ${category ?? null}
    `.execute(db)
  ).rows[0]!.count;
export const addToTotal = (tx: Tx, category: Category, by: number) =>
  sql`
    insert into video_totals (category, videos)
    values (${category}, greatest(0, ${by}::int))
    on conflict (category) do update set videos = video_totals.videos + ${by}::int
  `.execute(tx);

export type OwnState = { id: string; position: number; is_later: boolean };
const ownStates = statement<OwnState, [userId: string, ids: string[]]>(`
  select wanted.id, coalesce(w.position, 0) as position, l.user_id is not null as is_later
  from unnest($2::uuid[]) as wanted (id)
  left join video_watches w on w.video_id = wanted.id and w.user_id = $1
  left join video_later l on l.video_id = wanted.id and l.user_id = $1
`);
/**
 * Returns where a user stopped in the given videos, and which of them are in their watch-later
 * list.
 */
export const gatherOwn = async (
  db: Db,
  userId: string,
  ids: string[],
): Promise<Map<string, OwnState>> =>
  new Map((ids.length === 0 ? [] : await ownStates(db, userId, ids)).map((row) => [row.id, row]));

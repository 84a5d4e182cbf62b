import { sql, type RawBuilder } from 'kysely';
import type { Category } from '@respa/contract/videohost';
import { containing } from '#platform/database/like-search.ts';
import { OWN_PLAN, statement, type Db } from '#platform/database/db.ts';
import { findWords, newestWith } from '#platform/database/word-search.ts';

/** Whoever shuts the viewer out shows the viewer nothing. */
const unlessShut = (viewerId: string) =>
  sql`
    not exists (
      select
      from blocks
      where blocker_id = videos.owner_id and blocked_id = ${viewerId}
    )
  `;
const ids = async (query: RawBuilder<{ id: string }>, db: Db): Promise<string[]> =>
  (await query.execute(db)).rows.map((row) => row.id);

export type Walk = {
  by: 'new' | 'popular';
  folded?: string;
  category?: Category | undefined;
  /** Ids carry their time: nothing that is older than this one. */
  since?: string | undefined;
  /** The last one that the caller has seen. */
  before?: string | undefined;
  skip: number;
  limit: number;
  /** Those are shown elsewhere in the same list; `unseenBy` has not watched it yet. */
  without?: readonly string[];
  unseenBy?: string;
};
/** Ids of videos that everybody finds, in the order of an index: the newest first, or the most watched. What is searched is found by its words, where the newest come first. */
export async function pickListed(
  db: Db,
  viewerId: string,
  { by, folded = '', category, since, before, skip, limit, without = [], unseenBy }: Walk,
): Promise<string[]> {
  const fits = sql`
    ${unlessShut(viewerId)} ${category === undefined ? sql`` : sql`and category = ${category}`}
      ${since === undefined ? sql`` : sql`and videos.id >= ${since}`}
      ${without.length === 0 ? sql`` : sql`and videos.id <> all(${[...without]}::uuid[])`}
      ${
        unseenBy === undefined
          ? sql``
          : sql`
        and not exists (
          select
          from video_watches w
          where w.user_id = ${unseenBy} and w.video_id = videos.id
        )
      `
      }
  `;
  const words = by === 'new' ? await findWords(db, 'video', folded) : null;
  if (words !== null)
    return words.ids.length === 0
      ? []
      : ids(
          newestWith({
            words,
            from: sql`videos`,
            id: sql`videos.id`,
            fits: sql`listed and ${fits}`,
            before,
            skip,
            limit,
          }),
          db,
        );
  const cursor =
    by === 'new'
      ? sql`id < ${before}`
      : sql`(popularity, id) < (select popularity, id from videos where id = ${before})`;
  return ids(
    sql<{
      id: string;
    }>`
      ${OWN_PLAN}
      select id
      from videos
      where listed
        and ${containing(folded)}
        and ${fits} ${before === undefined ? sql`` : sql`and ${cursor}`}
      order by ${by === 'new' ? sql`id desc` : sql`popularity desc, id desc`}
      offset ${skip}
      limit ${limit}
    `,
    db,
  );
}
/** Fewer letters than a trigram has are looked for along an index; for more of them an order would have all that fit be read before the first is counted. */
const inOrder = (folded: string, order: RawBuilder<unknown>) =>
  folded.length < 3 ? sql`order by ${order}` : sql``;
/** How many a search finds, counted no further than somebody reads. */
export async function countFound(
  db: Db,
  what: { folded: string; category?: Category | undefined; since?: string | undefined },
  most: number,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    ${OWN_PLAN}
    select count(*)::int as count
    from (
      select
      from videos
      where listed
        and ${containing(what.folded)}
          ${what.category === undefined ? sql`` : sql`and category = ${what.category}`}
          ${what.since === undefined ? sql`` : sql`and id >= ${what.since}`}
          ${inOrder(what.folded, sql`id desc`)}
      limit ${most}
    ) found
  `.execute(db);
  return rows[0]!.count;
}

/** Videos of a channel, the newest first: all of them, those for friends too, or those that everybody finds. */
export const pickOfChannel = (
  db: Db,
  channelId: string,
  input: {
    sees: 'all' | 'friends' | 'listed';
    folded: string;
    before?: string | undefined;
    skip: number;
    limit: number;
  },
): Promise<string[]> => {
  const { sees, folded, before, skip, limit } = input;
  const which = {
    all: sql`true`,
    friends: sql`state = 'ready' and audience in ('all', 'friends')`,
    listed: sql`listed`,
  }[sees];
  return ids(
    sql<{
      id: string;
    }>`
      select id
      from videos
      where channel_id = ${channelId}
        and ${which}
        and ${containing(folded)} ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc
      offset ${skip}
      limit ${limit}
    `,
    db,
  );
};
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const subscribedVideos = statement<
  { id: string },
  [userId: string, before: string, limit: number]
>(`
  select v.id
  from (
    select s.channel_id, n.id
    from channel_subscriptions s
    cross join lateral (
      select id
      from videos
      where channel_id = s.channel_id and listed and id < $2
      order by id desc
      limit 1
    ) n
    where s.user_id = $1
    order by n.id desc
    limit $3
  ) newest
  cross join lateral (
    select id
    from videos
    where channel_id = newest.channel_id and listed and id < $2
    order by id desc
    limit $3
  ) v
  order by v.id desc
  limit $3
`);
/** What the channels that somebody reads have, the newest first: merged from the newest of each. */
export const pickSubscribedVideos = async (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<string[]> =>
  (await subscribedVideos(db, userId, before ?? LAST_ID, limit)).map((row) => row.id);

/** A video and its place in a list of somebody's own. The tables have names in these statements: an order by `id` alone would be that of the videos. */
export type Positioned = { id: string; cursor: string };
const historyOf = statement<Positioned, [userId: string, before: string, limit: number]>(
  'select w.video_id as id, w.id as cursor from video_watches w where w.user_id = $1 and w.id < $2 order by w.id desc limit $3',
);
/** What somebody watched, the last first; `before` is a place in the history. */
export const pickHistory = (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<Positioned[]> => historyOf(db, userId, before ?? LAST_ID, limit);
const laterOf = statement<Positioned, [userId: string, before: string, limit: number]>(
  'select l.video_id as id, l.id as cursor from video_later l where l.user_id = $1 and l.id < $2 order by l.id desc limit $3',
);
/** What somebody keeps for later, the newest first; `before` is a place in that list. */
export const pickLater = (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<Positioned[]> => laterOf(db, userId, before ?? LAST_ID, limit);
const visible = statement<{ id: string }, [viewerId: string, ids: string[]]>(`
  select v.id
  from videos v
  where v.id = any($2::uuid[])
    and (
      v.owner_id = $1
      or exists (
        select
        from channel_helpers h
        where h.channel_id = v.channel_id and h.user_id = $1
      )
      or (
        v.state = 'ready'
        and not exists (
          select
          from blocks
          where blocker_id = v.owner_id and blocked_id = $1
        )
        and (
          v.audience <> 'friends'
          or exists (
            select
            from friendships f
            where f.user_id = $1 and f.friend_id = v.owner_id
          )
        )
      )
    )
`);
/** Which of some videos the viewer may watch, as `policy.ts` says for one. */
export const filterVisible = async (
  db: Db,
  viewerId: string,
  wanted: string[],
): Promise<Set<string>> =>
  new Set((wanted.length === 0 ? [] : await visible(db, viewerId, wanted)).map((row) => row.id));
const listedOf = statement<{ id: string }, [viewerId: string, ids: string[]]>(`
  select v.id
  from videos v
  where v.id = any($2::uuid[])
    and v.listed
    and not exists (
      select
      from blocks
      where blocker_id = v.owner_id and blocked_id = $1
    )
`);
/** Some videos in their order, without those that not everybody finds any more. */
export async function filterListed(
  db: Db,
  viewerId: string,
  wanted: readonly string[],
): Promise<string[]> {
  const listed = new Set(
    (wanted.length === 0 ? [] : await listedOf(db, viewerId, [...wanted])).map((row) => row.id),
  );
  return wanted.filter((id) => listed.has(id));
}

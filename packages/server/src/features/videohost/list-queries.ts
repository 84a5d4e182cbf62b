import { sql, type RawBuilder } from 'kysely';
import type { Category } from '@respa/contract/videohost';
import { containing } from '#platform/database/like-search.ts';
import { OWN_PLAN, statement, type Db } from '#platform/database/db.ts';
import { findWords, newestWith } from '#platform/database/word-search.ts';

/** Excludes videos whose owner blocks the viewer. */
const unlessBlocked = (viewerId: string) =>
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
  /** Nothing older than this id; ids carry their time. */
  since?: string | undefined;
  /** The last one that the caller has seen. */
  before?: string | undefined;
  skip: number;
  limit: number;
  /**
   * Videos shown elsewhere in the same list, to leave out; `unseenBy` is a user who has not watched
   * the video yet.
   */
  without?: readonly string[];
  unseenBy?: string;
};
/**
 * Returns ids of listed videos in the order of an index: the newest first, or the most popular. A
 * search in the newest-first order uses the word index.
 */
export async function pickListed(
  db: Db,
  viewerId: string,
  { by, folded = '', category, since, before, skip, limit, without = [], unseenBy }: Walk,
): Promise<string[]> {
  const fits = sql`
    ${unlessBlocked(viewerId)} ${category === undefined ? sql`` : sql`and category = ${category}`}
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
/**
 * A search shorter than a trigram scans along an index. For longer searches an order would force
 * all matches to be read before the first one is counted.
 */
const inOrder = (folded: string, order: RawBuilder<unknown>) =>
  folded.length < 3 ? sql`order by ${order}` : sql``;
/**
 * Returns the number of search hits, counted up to `most`: the end of what can be paged through.
 */
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

/**
 * Returns videos of a channel, newest first: all of them, those for friends too, or only listed
 * ones.
 */
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
/** Returns which of the given videos the viewer may watch, by the rules of `policy.ts`. */
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
/** Returns the given videos in their order, without those that are no longer listed. */
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

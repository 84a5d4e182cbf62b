import { sql } from 'kysely';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';
import { type PostRow, columns, list } from './queries.ts';

// Conditions on partial indexes are written as literals: a generic plan with parameters could not
// use these indexes.
const wallPart = (isPublic: boolean) =>
  `author_id = $1 and not is_draft and not is_pinned ${isPublic ? "and audience = 'all'" : ''}`;
type Page = [authorId: string, skip: number, limit: number];
const makeWall = (isPublic: boolean) => ({
  top: statement<PostRow, Page>(`
    (
      select ${list}
      from posts
      where author_id = $1 and is_pinned ${isPublic ? "and audience = 'all'" : ''}
    )
    union all (
      select ${list}
      from posts
      where ${wallPart(isPublic)}
      order by id desc
      offset $2
      limit $3
    )
  `),
  below: statement<PostRow, [...Page, before: string]>(
    `
      select ${list}
      from posts
      where ${wallPart(isPublic)} and id < $4
      order by id desc
      offset $2
      limit $3
    `,
  ),
});
const [wholeWall, publicWall] = [makeWall(false), makeWall(true)];
const inOrder = (a: PostRow, b: PostRow) =>
  Number(b.is_pinned) - Number(a.is_pinned) || (a.id < b.id ? 1 : -1);
/**
 * Returns a page of a wall: the pinned post, then the newest; with `before`, the older posts.
 * `isPublic` leaves out posts for friends.
 */
export async function pickWall(
  db: Db,
  authorId: string,
  page: { before?: string | undefined; skip: number; limit: number; isPublic: boolean },
): Promise<PostRow[]> {
  const { before, skip, limit } = page;
  const { top, below } = page.isPublic ? publicWall : wholeWall;
  if (before !== undefined) return below(db, authorId, skip, limit, before);
  // Whether a pinned post takes the first slot is known only from the page itself, so one more row
  // is fetched and the first one dropped.
  const extra = Math.min(skip, 1);
  return (await top(db, authorId, skip - extra, limit + extra))
    .sort(inOrder)
    .slice(extra, extra + limit);
}
const ownPosts = statement<
  PostRow,
  [authorId: string, isDraft: boolean, isScheduled: boolean, before: string, limit: number]
>(
  `
    select ${list}
    from posts
    where author_id = $1
      and is_draft = $2
      and (publish_at is not null) = $3
      and id < $4
    order by id desc
    limit $5
  `,
);
/** What has not been published is a draft, or scheduled if it has a time. */
export type PostState = 'published' | 'draft' | 'scheduled';
/** Returns a user's posts of a state, newest first; a pinned one keeps its place by date. */
export const pickOwn = (
  db: Db,
  authorId: string,
  state: PostState,
  page: { before?: string | undefined; limit: number },
): Promise<PostRow[]> =>
  ownPosts(
    db,
    authorId,
    state !== 'published',
    state === 'scheduled',
    page.before ?? LAST_ID,
    page.limit,
  );
/** Counts a user's scheduled posts. The caller holds the wall's lock. */
export const countScheduled = async (tx: Tx, authorId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from posts
    where author_id = ${authorId} and publish_at is not null
  `.execute(tx);
  return rows[0]!.count;
};
const postColumns = sql.raw(columns.map((column) => `p.${column}`).join(', '));
/**
 * Returns the newest posts of a user's friends in two steps, at a constant cost for any number of
 * friends and posts: the newest post of each friend selects the few friends that can be on the
 * page, and their newest posts are merged.
 */
export async function pickFriendsPosts(
  db: Db,
  userId: string,
  page: { before?: string | undefined; limit: number },
): Promise<PostRow[]> {
  const below =
    page.before === undefined ? sql`not p.is_draft` : sql`not p.is_draft and p.id < ${page.before}`;
  const { rows } = await sql<PostRow>`
    with friend as (
      select f.friend_id, newest.id
      from friendships f
      cross join lateral (
        select p.id
        from posts p
        where p.author_id = f.friend_id and ${below}
        order by p.id desc
        limit 1
      ) newest
      where f.user_id = ${userId}
        and exists (
          select
          from people a
          where a.id = f.friend_id and a.wall_for <> 'nobody'
        )
        and not exists (
          select
          from mutes
          where muter_id = ${userId} and muted_id = f.friend_id
        )
      order by newest.id desc
      limit ${page.limit}
    )
    select post.*
    from friend
    cross join lateral (
      select ${postColumns}
      from posts p
      where p.author_id = friend.friend_id and ${below}
      order by p.id desc
      limit ${page.limit}
    ) post
    order by post.id desc
    limit ${page.limit}
  `.execute(db);
  return rows;
}
const qualified = columns.map((name) => `p.${name}`).join(', ');
const popularFor = statement<
  PostRow & { score: number },
  [viewerId: string, since: string, read: number, limit: number]
>(`
  with newest as materialized (
    select ${list}
    from posts
    where not is_draft and audience = 'all' and id > $2
    order by id desc
    limit $3
  ),
  scored as (
    select ${qualified}, o.likes + 2 * o.comments as score,
      row_number() over (partition by p.author_id order by o.likes + 2 * o.comments desc, p.id desc) as place
    from newest p
    join people a on a.id = p.author_id
    join reaction_objects o on o.id = p.id
    where p.author_id <> $1
      and a.wall_for in ('all', 'members')
      and not ${suspendedNow('p.author_id')}
      and not exists (select from friendships where user_id = $1 and friend_id = p.author_id offset 0)
      and not exists (select from blocks where blocker_id = $1 and blocked_id = p.author_id offset 0)
      and not exists (select from blocks where blocker_id = p.author_id and blocked_id = $1 offset 0)
      and not exists (select from mutes where muter_id = $1 and muted_id = p.author_id offset 0)
  )
  select ${list}, score
  from scored
  where place <= 2
  order by score desc, id desc
  limit $4
`);
/**
 * Returns posts of open walls of strangers, the most liked and discussed first, at most two of one
 * author. The `read` newest posts of the site after the id `since` are considered.
 */
export const pickPopular = (
  db: Db,
  viewerId: string,
  page: { since: string; read: number; limit: number },
): Promise<(PostRow & { score: number })[]> =>
  popularFor(db, viewerId, page.since, page.read, page.limit);

import { sql } from 'kysely';
import type { ArticleState } from '@respa/contract/communities';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import type { PostPicture } from '#features/media/service.ts';
import { type ArticleRow, columns, list } from './article-queries.ts';

export async function countWaiting(
  db: Db | Tx,
  publicId: string,
  state: 'scheduled' | 'proposed',
  authorId?: string,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from public_posts
      where public_id = ${publicId}
        and state <> 'published'
        and state = ${state} ${authorId === undefined ? sql`` : sql`and author_id = ${authorId}`}
      limit 1000
    ) as waiting
  `.execute(db);
  return rows[0]!.count;
}
// Conditions on partial indexes are written as literals: a generic plan with parameters could not
// use these indexes.
const top = statement<ArticleRow, [publicId: string, skip: number, limit: number]>(`
  (select ${list} from public_posts where public_id = $1 and is_pinned)
  union all (
    select ${list}
    from public_posts
    where public_id = $1 and state = 'published' and not is_pinned
    order by id desc
    offset $2
    limit $3
  )
`);
const below = statement<
  ArticleRow,
  [publicId: string, skip: number, limit: number, before: string]
>(
  `
    select ${list}
    from public_posts
    where public_id = $1 and state = 'published' and not is_pinned and id < $4
    order by id desc
    offset $2
    limit $3
  `,
);
const inOrder = (a: ArticleRow, b: ArticleRow) =>
  Number(b.is_pinned) - Number(a.is_pinned) || (a.id < b.id ? 1 : -1);
/**
 * Returns a page of a community: the pinned article, then the newest; with `before`, the older
 * articles.
 */
export async function pickArticles(
  db: Db,
  publicId: string,
  page: { before?: string | undefined; skip: number; limit: number },
): Promise<ArticleRow[]> {
  const { before, skip, limit } = page;
  if (before !== undefined) return below(db, publicId, skip, limit, before);
  // Whether a pinned article takes the first slot is known only from the page itself, so one more
  // row is fetched and the first one dropped.
  const extra = Math.min(skip, 1);
  return (await top(db, publicId, skip - extra, limit + extra))
    .sort(inOrder)
    .slice(extra, extra + limit);
}
const waitingOf = statement<
  ArticleRow,
  [publicId: string, state: string, authorId: string | null, before: string, limit: number]
>(`
  select ${list}
  from public_posts
  where public_id = $1
    and state <> 'published'
    and state = $2
    and ($3::uuid is null or author_id = $3)
    and id < $4
  order by id desc
  limit $5
`);
export const pickWaiting = (
  db: Db,
  publicId: string,
  state: 'scheduled' | 'proposed',
  authorId: string | null,
  page: { before?: string | undefined; limit: number },
): Promise<ArticleRow[]> =>
  waitingOf(db, publicId, state, authorId, page.before ?? LAST_ID, page.limit);
const newsOf = statement<ArticleRow, [userId: string, before: string, limit: number]>(`
  with read as (
    select s.public_id, newest.id
    from public_subscriptions s
    cross join lateral (
      select p.id
      from public_posts p
      where p.public_id = s.public_id and p.state = 'published' and p.id < $2
      order by p.id desc
      limit 1
    ) newest
    where s.user_id = $1
    order by newest.id desc
    limit $3
  )
  select article.*
  from read
  cross join lateral (
    select ${list}
    from public_posts p
    where p.public_id = read.public_id and p.state = 'published' and p.id < $2
    order by p.id desc
    limit $3
  ) article
  order by article.id desc
  limit $3
`);
/**
 * Returns the newest articles of a user's communities in two steps: the newest id of each community
 * selects the few communities that can be on the page.
 */
export const pickNews = (
  db: Db,
  userId: string,
  page: { before?: string | undefined; limit: number },
): Promise<ArticleRow[]> => newsOf(db, userId, page.before ?? LAST_ID, page.limit);
const writtenBy = statement<ArticleRow, [authorId: string, before: string, limit: number]>(
  `
    select ${list}
    from public_posts
    where author_id = $1 and id < $2
    order by id desc
    limit $3
  `,
);
export const pickWritten = (
  db: Db,
  authorId: string,
  page: { before?: string | undefined; limit: number },
): Promise<ArticleRow[]> => writtenBy(db, authorId, page.before ?? LAST_ID, page.limit);
export const pickAllOf = (
  tx: Tx,
  publicId: string,
): Promise<{ id: string; state: ArticleState; pictures: PostPicture[] }[]> =>
  tx
    .selectFrom('public_posts')
    .select(['id', 'state', 'pictures'])
    .where('public_id', '=', publicId)
    .execute() as Promise<{ id: string; state: ArticleState; pictures: PostPicture[] }[]>;
const popularFor = statement<
  ArticleRow & { score: number },
  [viewerId: string, since: string, read: number, limit: number]
>(`
  with newest as materialized (
    select ${list}
    from public_posts
    where state = 'published' and id > $2
    order by id desc
    limit $3
  ),
  scored as (
    select ${columns.map((name) => `p.${name}`).join(', ')},
      o.likes + 2 * o.comments as score,
      row_number() over (partition by p.public_id order by o.likes + 2 * o.comments desc, p.id desc) as place
    from newest p
    join publics g on g.id = p.public_id
    join reaction_objects o on o.id = p.id
    where g.admin_id <> $1
      and not exists (
        select
        from public_subscriptions
        where public_id = p.public_id and user_id = $1
        offset 0
      )
      and not exists (select from public_bans where public_id = p.public_id and user_id = $1 offset 0)
  )
  select ${list}, score
  from scored
  where place <= 2
  order by score desc, id desc
  limit $4
`);
/**
 * Returns articles of communities that the viewer does not read, the most liked and discussed
 * first, at most two of one community. The `read` newest articles of the site after the id `since`
 * are considered.
 */
export const pickPopular = (
  db: Db,
  viewerId: string,
  page: { since: string; read: number; limit: number },
): Promise<(ArticleRow & { score: number })[]> =>
  popularFor(db, viewerId, page.since, page.read, page.limit);

import { sql } from 'kysely';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db } from '#platform/database/db.ts';
import { type CommentRow, commentColumns } from './queries.ts';

/**
 * Returns comments visible to the viewer, without those of people who block the viewer: newest
 * first; the caller reverses the page.
 */
export const pickComments = (
  db: Db,
  viewerId: string,
  objectId: string,
  { before, skip, limit }: { before?: string | undefined; skip: number; limit: number },
): Promise<CommentRow[]> => someComments(db, viewerId, objectId, before ?? LAST_ID, skip, limit);
const someComments = statement<
  CommentRow,
  [viewerId: string, objectId: string, before: string, skip: number, limit: number]
>(`
  select ${commentColumns.join(', ')}
  from comments
  where object_id = $2
    and id < $3
    and not exists (
      select
      from blocks
      where blocker_id = comments.author_id and blocked_id = $1
    )
  order by id desc
  offset $4
  limit $5
`);
const commentsSince = statement<
  CommentRow,
  [objectId: string, since: Date, before: string, limit: number]
>(`
  select ${commentColumns.join(', ')}
  from comments
  where object_id = $1 and created_at >= $2 and id < $3
  order by id desc
  limit $4
`);
/** Returns comments written since a moment, newest first; the caller reverses the page. */
export const pickCommentsSince = (
  db: Db,
  objectId: string,
  page: { since: Date; before?: string | undefined; limit: number },
): Promise<CommentRow[]> =>
  commentsSince(db, objectId, page.since, page.before ?? LAST_ID, page.limit);
const newestOfEach = statement<
  CommentRow,
  [viewerId: string | null, ids: string[], limit: number]
>(`
  select c.*
  from unnest($2::uuid[]) as wanted (id)
  cross join lateral (
    select ${commentColumns.join(', ')}
    from comments
    where object_id = wanted.id
      and not exists (
        select
        from blocks
        where blocker_id = comments.author_id and blocked_id = $1
      )
    order by id desc
    limit $3
  ) c
`);
/** Returns the newest comments of each object, newest first. */
export const pickNewestOfEach = (
  db: Db,
  viewerId: string | null,
  ids: string[],
  limit: number,
): Promise<CommentRow[]> => newestOfEach(db, viewerId, ids, limit);
const hiddenComments = statement<{ count: number }, [viewerId: string, objectId: string]>(
  'select count(*)::int as count from blocks b join comments c on c.author_id = b.blocker_id and c.object_id = $2 where b.blocked_id = $1',
);
export const countHiddenComments = async (
  db: Db,
  viewerId: string,
  objectId: string,
): Promise<number> => (await hiddenComments(db, viewerId, objectId))[0]!.count;
/** Returns the most liked of the comments pinned to a second, in the order of their seconds. */
export async function pickMoments(
  db: Db,
  viewerId: string,
  objectId: string,
  limit: number,
): Promise<CommentRow[]> {
  const rows = await db
    .selectFrom('comments')
    .select(commentColumns)
    .where('object_id', '=', objectId)
    .where('second', 'is not', null)
    .where(
      sql<boolean>`
        not exists (
          select
          from blocks
          where blocker_id = comments.author_id and blocked_id = ${viewerId}
        )
      `,
    )
    .orderBy('likes', 'desc')
    .orderBy('id')
    .limit(limit)
    .$castTo<CommentRow>()
    .execute();
  return rows.sort((a, b) => a.second! - b.second!);
}

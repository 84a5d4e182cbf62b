import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/db.ts';

export type PostPicture = { name: string; width: number; height: number; thumbhash: string };
export type PostRow = { id: string; author_id: string; text: string; pictures: PostPicture[]; created_at: Date };
const columns = ['id', 'author_id', 'text', 'pictures', 'created_at'] as const;

export const insertPost = (tx: Tx, row: { id: string; author_id: string; text: string; pictures: PostPicture[] }): Promise<PostRow> =>
  tx.insertInto('posts').values({ ...row, pictures: JSON.stringify(row.pictures) }).returning(columns).executeTakeFirstOrThrow() as Promise<PostRow>;
export const findPost = (db: Db | Tx, id: string): Promise<PostRow | undefined> =>
  db.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst() as Promise<PostRow | undefined>;
export const lockPost = (tx: Tx, id: string): Promise<PostRow | undefined> =>
  tx.selectFrom('posts').select(columns).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<PostRow | undefined>;
export const deletePost = (tx: Tx, id: string) => tx.deleteFrom('posts').where('id', '=', id).execute();
const newestPosts = statement<PostRow, [authorId: string, skip: number, limit: number]>(
  `select ${columns.join(', ')} from posts where author_id = $1 order by id desc offset $2 limit $3`,
);
export async function pickWall(db: Db, authorId: string, page: { before?: string | undefined; skip: number; limit: number }): Promise<PostRow[]> {
  if (page.before === undefined) return newestPosts(db, authorId, page.skip, page.limit);
  return db.selectFrom('posts').select(columns).where('author_id', '=', authorId).where('id', '<', page.before).orderBy('id', 'desc').offset(page.skip).limit(page.limit).execute() as Promise<PostRow[]>;
}
/**
 * The newest posts of somebody's friends in two steps, flat however many friends and posts there are: the newest post of each friend
 * names the few friends that can be on the page, and their newest posts are merged.
 */
export async function pickFriendsPosts(db: Db, userId: string, page: { before?: string | undefined; limit: number }): Promise<PostRow[]> {
  const below = page.before === undefined ? sql`true` : sql`p.id < ${page.before}`;
  const { rows } = await sql<PostRow>`
    with friend as (
      select f.friend_id, newest.id from friendships f
      cross join lateral (select p.id from posts p where p.author_id = f.friend_id and ${below} order by p.id desc limit 1) newest
      where f.user_id = ${userId} and exists (select from people a where a.id = f.friend_id and a.wall_for <> 'nobody')
        and not exists (select from mutes where muter_id = ${userId} and muted_id = f.friend_id)
      order by newest.id desc limit ${page.limit}
    )
    select post.id, post.author_id, post.text, post.pictures, post.created_at from friend
    cross join lateral (
      select p.id, p.author_id, p.text, p.pictures, p.created_at from posts p
      where p.author_id = friend.friend_id and ${below} order by p.id desc limit ${page.limit}
    ) post
    order by post.id desc limit ${page.limit}`.execute(db);
  return rows;
}

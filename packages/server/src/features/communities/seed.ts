import { sql } from 'kysely';
import type { PostPicture } from '#features/media/service.ts';
import type { Db } from '#platform/database/db.ts';

export { inventArticle, inventCommunity, COMMUNITY_NAMES } from './seed-words.ts';

/** Includes the counters that `seedSubscriptions` and `seedArticles` will make correct. */
export type SeededCommunity = {
  id: string;
  name: string;
  description: string;
  avatarUrl: string;
  adminId: string;
  at: Date;
  subscribers: number;
  posts: number;
};
export async function seedCommunities(db: Db, rows: SeededCommunity[]): Promise<void> {
  await sql`
    insert into publics (id, name, description, avatar_url, admin_id, created_at, subscribers_count,
      posts_count)
    select *
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.description)}::text[], ${rows.map((row) => row.avatarUrl)}::text[],
      ${rows.map((row) => row.adminId)}::uuid[], ${rows.map((row) => row.at)}::timestamptz[],
      ${rows.map((row) => row.subscribers)}::int[], ${rows.map((row) => row.posts)}::int[]
    )
  `.execute(db);
}
export type SeededSubscription = { id: string; publicId: string; userId: string };
/** `subscribes_count` was written with the people. */
export async function seedSubscriptions(db: Db, rows: SeededSubscription[]): Promise<void> {
  await sql`
    insert into public_subscriptions (public_id, user_id, id)
    select *
    from unnest(
      ${rows.map((row) => row.publicId)}::uuid[], ${rows.map((row) => row.userId)}::uuid[],
      ${rows.map((row) => row.id)}::uuid[]
    )
  `.execute(db);
}
export type SeededArticle = {
  id: string;
  publicId: string;
  authorId: string;
  title: string;
  text: string;
  picture: PostPicture;
  at: Date;
};
export async function seedArticles(db: Db, rows: SeededArticle[]): Promise<void> {
  await sql`
    insert into public_posts (id, public_id, author_id, title, text, pictures, state, created_at)
    select id, public_id, author_id, title, text, jsonb_build_array(picture), 'published', at
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.publicId)}::uuid[],
      ${rows.map((row) => row.authorId)}::uuid[], ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => row.text)}::text[],
      ${rows.map((row) => JSON.stringify(row.picture))}::jsonb[],
      ${rows.map((row) => row.at)}::timestamptz[]
    ) as row (id, public_id, author_id, title, text, picture, at)
  `.execute(db);
}

/** Opens a community to everyone as of a moment in the past. */
export const dateOpening = async (db: Db, id: string, at: Date): Promise<void> =>
  void (await db.updateTable('publics').set({ opened_at: at }).where('id', '=', id).execute());
export const dateArticle = async (db: Db, id: string, at: Date): Promise<void> =>
  void (await db
    .updateTable('public_posts')
    .set({ created_at: at })
    .where('id', '=', id)
    .execute());
/** Changes the date of community notices created since a moment. */
export const dateNotices = (db: Db, since: Date, at: Date) =>
  db
    .updateTable('public_notices')
    .set({ created_at: at })
    .where('created_at', '>=', since)
    .execute();

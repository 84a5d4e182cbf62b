import { sql } from 'kysely';
import type { PostCommenters } from '@respa/contract/post-options';
import type { PostAudience } from '@respa/contract/wall';
import { type Db, type Tx } from '#platform/database/db.ts';
import type { MentionItem } from '#features/people/service.ts';
import type { PostPicture } from '#features/media/service.ts';

export type PostRow = {
  id: string;
  author_id: string;
  text: string;
  pictures: PostPicture[];
  created_at: Date;
  edited_at: Date | null;
  audience: PostAudience;
  is_draft: boolean;
  is_pinned: boolean;
  has_poll: boolean;
  is_repost: boolean;
  mentions: MentionItem[];
  comments_for: PostCommenters;
  /** When a scheduled post is published; it is a draft until then. */
  publish_at: Date | null;
  video_id: string | null;
};
export const columns = [
  'id',
  'author_id',
  'text',
  'pictures',
  'created_at',
  'edited_at',
  'audience',
  'is_draft',
  'is_pinned',
  'has_poll',
  'is_repost',
  'mentions',
  'comments_for',
  'publish_at',
  'video_id',
] as const;
export const list = columns.join(', ');

type NewPost = Omit<PostRow, 'created_at' | 'edited_at' | 'is_pinned' | 'is_repost'> &
  Partial<Pick<PostRow, 'is_repost'>>;
export const insertPost = (tx: Tx, row: NewPost): Promise<PostRow> =>
  tx
    .insertInto('posts')
    .values({
      ...row,
      pictures: JSON.stringify(row.pictures),
      mentions: JSON.stringify(row.mentions),
      edited_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<PostRow>;
export const findPost = (db: Db | Tx, id: string): Promise<PostRow | undefined> =>
  db.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst() as Promise<
    PostRow | undefined
  >;
export const lockPost = (tx: Tx, id: string): Promise<PostRow | undefined> =>
  tx
    .selectFrom('posts')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<PostRow | undefined>;
type PostChange = Pick<
  PostRow,
  | 'text'
  | 'pictures'
  | 'audience'
  | 'edited_at'
  | 'mentions'
  | 'comments_for'
  | 'publish_at'
  | 'video_id'
>;
export const updatePost = (tx: Tx, id: string, change: PostChange): Promise<PostRow> =>
  tx
    .updateTable('posts')
    .set({
      ...change,
      pictures: JSON.stringify(change.pictures),
      mentions: JSON.stringify(change.mentions),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<PostRow>;
/** Publishes a draft as of now, under a new id that sorts it by the current time. */
export const publishPost = (tx: Tx, draftId: string, id: string): Promise<PostRow> =>
  tx
    .updateTable('posts')
    .set({
      id,
      is_draft: false,
      publish_at: null,
      edited_at: null,
      created_at: sql`now()`,
    })
    .where('id', '=', draftId)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<PostRow>;
export const unpinPosts = (tx: Tx, authorId: string) =>
  tx
    .updateTable('posts')
    .set({ is_pinned: false })
    .where('author_id', '=', authorId)
    .where(sql<boolean>`is_pinned`)
    .execute();
export const setPinned = (db: Db, id: string, isPinned: boolean) =>
  db.updateTable('posts').set({ is_pinned: isPinned }).where('id', '=', id).execute();
export const deletePost = (tx: Tx, id: string) =>
  tx.deleteFrom('posts').where('id', '=', id).execute();

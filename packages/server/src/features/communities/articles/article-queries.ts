import { sql } from 'kysely';
import type { ArticleCommenters } from '@respa/contract/post-options';
import type { ArticleState } from '@respa/contract/communities';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import type { MentionItem } from '#features/people/service.ts';
import type { PostPicture } from '#features/media/service.ts';

export type ArticleRow = {
  id: string;
  public_id: string;
  author_id: string | null;
  title: string;
  text: string;
  pictures: PostPicture[];
  state: ArticleState;
  publish_at: Date | null;
  is_proposal: boolean;
  is_pinned: boolean;
  has_poll: boolean;
  is_repost: boolean;
  mentions: MentionItem[];
  created_at: Date;
  edited_at: Date | null;
  comments_for: ArticleCommenters;
};
export const columns = [
  'id',
  'public_id',
  'author_id',
  'title',
  'text',
  'pictures',
  'state',
  'publish_at',
  'is_proposal',
  'is_pinned',
  'has_poll',
  'is_repost',
  'mentions',
  'created_at',
  'edited_at',
  'comments_for',
] as const;
export const list = columns.join(', ');

type NewArticle = Pick<
  ArticleRow,
  | 'id'
  | 'public_id'
  | 'title'
  | 'text'
  | 'pictures'
  | 'state'
  | 'publish_at'
  | 'is_proposal'
  | 'has_poll'
  | 'mentions'
  | 'comments_for'
> & { author_id: string; is_repost?: boolean };
export const insertArticle = (tx: Tx, row: NewArticle): Promise<ArticleRow> =>
  tx
    .insertInto('public_posts')
    .values({
      ...row,
      pictures: JSON.stringify(row.pictures),
      mentions: JSON.stringify(row.mentions),
      edited_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<ArticleRow>;
const oneArticle = statement<ArticleRow, [id: string]>(
  `
    select ${list}
    from public_posts
    where id = $1
  `,
);
export const findArticle = async (db: Db | Tx, id: string): Promise<ArticleRow | undefined> =>
  (await oneArticle(db, id))[0];
export const lockArticle = (tx: Tx, id: string): Promise<ArticleRow | undefined> =>
  tx
    .selectFrom('public_posts')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<ArticleRow | undefined>;
type Change = Partial<
  Pick<
    ArticleRow,
    'title' | 'text' | 'pictures' | 'publish_at' | 'edited_at' | 'mentions' | 'comments_for'
  >
>;
export const updateArticle = (
  tx: Tx,
  id: string,
  { pictures, mentions, ...change }: Change,
): Promise<ArticleRow> =>
  tx
    .updateTable('public_posts')
    .set({
      ...change,
      ...(pictures === undefined ? {} : { pictures: JSON.stringify(pictures) }),
      ...(mentions === undefined ? {} : { mentions: JSON.stringify(mentions) }),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<ArticleRow>;
/** Publishes a waiting article as of now, under a new id that sorts it by the current time. */
export const publishArticle = (tx: Tx, waitingId: string, id: string): Promise<ArticleRow> =>
  tx
    .updateTable('public_posts')
    .set({ id, state: 'published', publish_at: null, edited_at: null, created_at: sql`now()` })
    .where('id', '=', waitingId)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<ArticleRow>;
export const unpinArticles = (tx: Tx, publicId: string) =>
  tx
    .updateTable('public_posts')
    .set({ is_pinned: false })
    .where('public_id', '=', publicId)
    .where(sql<boolean>`is_pinned`)
    .execute();
export const setPinned = (tx: Tx, id: string, isPinned: boolean) =>
  tx.updateTable('public_posts').set({ is_pinned: isPinned }).where('id', '=', id).execute();
export const deleteArticle = (tx: Tx, id: string) =>
  tx.deleteFrom('public_posts').where('id', '=', id).execute();

/** Deletes and returns a user's undecided proposals. */
export const takeProposals = async (
  tx: Tx,
  authorId: string,
  publicId?: string,
): Promise<{ id: string; pictures: PostPicture[] }[]> => {
  let query = tx
    .deleteFrom('public_posts')
    .where('author_id', '=', authorId)
    .where('state', '=', 'proposed');
  if (publicId !== undefined) query = query.where('public_id', '=', publicId);
  return query.returning(['id', 'pictures']).execute() as Promise<
    { id: string; pictures: PostPicture[] }[]
  >;
};

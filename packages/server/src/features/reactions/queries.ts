import { sql } from 'kysely';
import {
  deleteEmojiOf,
  presentReactions,
  type EmojiCounts,
  type ShownReaction,
} from './emoji-queries.ts';
import type { MentionItem } from '#features/people/service.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
export type CommentRow = {
  id: string;
  object_id: string;
  author_id: string;
  text: string;
  likes: number;
  created_at: Date;
  edited_at: Date | null;
  answer_to: string | null;
  answered_id: string | null;
  thread_id: string | null;
  /** The second of a video that the comment is pinned to. */
  second: number | null;
  mentions: MentionItem[];
};
export type Counts = {
  likes: number;
  comments: number;
  liked: boolean;
  /** Reactions besides the like. */
  reactions: ShownReaction[];
  /** Undefined for what nobody has shared. */
  shares?: number;
};
type CountsRow = Omit<Counts, 'reactions' | 'shares'> & {
  shares: number | null;
  id: string;
  emoji_counts: EmojiCounts;
  mine: string | null;
};
export const commentColumns = [
  'id',
  'object_id',
  'author_id',
  'text',
  'likes',
  'created_at',
  'edited_at',
  'answer_to',
  'answered_id',
  'thread_id',
  'second',
  'mentions',
] as const;
const someCounts = statement<CountsRow, [viewerId: string | null, ids: string[]]>(`
  select o.id, o.likes, o.comments, o.emoji_counts, l.user_id is not null as liked, r.emoji as mine,
    s.shares
  from reaction_objects o
  left join likes l on l.object_id = o.id and l.user_id = $1
  left join emoji_reactions r on r.object_id = o.id and r.user_id = $1
  left join share_counts s on s.object_id = o.id
  where o.id = any($2::uuid[])
`);
/** Returns the counters of several objects, and the viewer's own reaction to them. */
export async function gatherCounts(
  db: Db | Tx,
  viewerId: string | null,
  ids: string[],
): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  return new Map(
    (await someCounts(db, viewerId, ids)).map(
      ({ id, likes, comments, liked, emoji_counts: emoji, mine, shares }) => [
        id,
        {
          likes,
          comments,
          liked,
          reactions: presentReactions(emoji, mine),
          ...(shares === null ? {} : { shares }),
        },
      ],
    ),
  );
}

type NewComment = Pick<
  CommentRow,
  | 'id'
  | 'object_id'
  | 'author_id'
  | 'text'
  | 'answer_to'
  | 'answered_id'
  | 'thread_id'
  | 'second'
  | 'mentions'
>;
export const insertComment = (tx: Tx, row: NewComment): Promise<CommentRow> =>
  tx
    .insertInto('comments')
    .values({ ...row, mentions: JSON.stringify(row.mentions), edited_at: null })
    .returning(commentColumns)
    .executeTakeFirstOrThrow() as Promise<CommentRow>;
export const findComment = (db: Db | Tx, id: string): Promise<CommentRow | undefined> =>
  db
    .selectFrom('comments')
    .select(commentColumns)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<CommentRow | undefined>;
export const updateComment = (
  tx: Tx,
  id: string,
  { text, mentions }: Pick<CommentRow, 'text' | 'mentions'>,
  at: Date,
): Promise<CommentRow> =>
  tx
    .updateTable('comments')
    .set({ text, mentions: JSON.stringify(mentions), edited_at: at })
    .where('id', '=', id)
    .returning(commentColumns)
    .executeTakeFirstOrThrow() as Promise<CommentRow>;
export const deleteComment = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('comments').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n;
const writersOf = statement<
  { id: string; author_id: string },
  [viewerId: string | null, ids: string[]]
>(`
  select c.id, c.author_id
  from comments c
  where c.id = any($2::uuid[])
    and not exists (
      select
      from blocks
      where blocker_id = c.author_id and blocked_id = $1
    )
`);
/**
 * Returns the authors of the given comments, without comments that were deleted or that the viewer
 * does not see.
 */
export const gatherWriters = async (
  db: Db,
  viewerId: string | null,
  ids: string[],
): Promise<Map<string, string>> =>
  new Map(
    (ids.length === 0 ? [] : await writersOf(db, viewerId, ids)).map((row) => [
      row.id,
      row.author_id,
    ]),
  );
export async function gatherLikedComments(
  db: Db,
  userId: string | null,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0 || userId === null) return new Set();
  const rows = await db
    .selectFrom('comment_likes')
    .select('comment_id')
    .where('user_id', '=', userId)
    .where('comment_id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map((row) => row.comment_id));
}
export const lockComment = (tx: Tx, id: string): Promise<CommentRow | undefined> =>
  tx
    .selectFrom('comments')
    .select(commentColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<CommentRow | undefined>;
export async function setCommentLike(
  tx: Tx,
  userId: string,
  id: string,
  on: boolean,
): Promise<number> {
  const changed = on
    ? (
        await tx
          .insertInto('comment_likes')
          .values({ comment_id: id, user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      ).numInsertedOrUpdatedRows === 1n
    : (
        await tx
          .deleteFrom('comment_likes')
          .where('comment_id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      ).numDeletedRows === 1n;
  const by = changed ? (on ? 1 : -1) : 0;
  return (
    await sql<{
      likes: number;
    }>`
      update comments
      set likes = likes + ${by}
      where id = ${id}
      returning likes
    `.execute(tx)
  ).rows[0]!.likes;
}
export const isCommentLiked = async (db: Tx, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('comment_likes')
    .select('user_id')
    .where('comment_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
export const hasComments = async (tx: Tx, objectId: string, authorId: string): Promise<boolean> =>
  (await tx
    .selectFrom('comments')
    .select('id')
    .where('object_id', '=', objectId)
    .where('author_id', '=', authorId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
export const hasAnswers = async (
  tx: Tx,
  objectId: string,
  authorId: string,
  answeredId: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('comments')
    .select('id')
    .where('answered_id', '=', answeredId)
    .where('object_id', '=', objectId)
    .where('author_id', '=', authorId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
/** Deletes all reactions and comments of a user and updates the counters. */
export async function deleteReactionsOf(tx: Tx, userId: string): Promise<void> {
  await deleteEmojiOf(tx, userId);
  await sql`
    with gone as (delete from likes where user_id = ${userId} returning object_id)
    update reaction_objects o
    set likes = o.likes - 1
    from gone
    where o.id = gone.object_id
  `.execute(tx);
  await sql`
    with gone as (
      delete from comment_likes
      where user_id = ${userId}
      returning comment_id
    )
    update comments c
    set likes = c.likes - 1
    from gone
    where c.id = gone.comment_id
  `.execute(tx);
  await sql`
    with gone as (
      delete from comments
      where author_id = ${userId}
      returning object_id
    ),
    counted as (select object_id, count(*) as count from gone group by object_id)
    update reaction_objects o
    set comments = o.comments - counted.count
    from counted
    where o.id = counted.object_id
  `.execute(tx);
}

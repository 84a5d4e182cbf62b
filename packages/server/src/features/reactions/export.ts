import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { pageOf, type ObjectKind } from './object-queries.ts';

type LikeRow = { id: string; kind: ObjectKind; created_at: Date };
const likes = statement<LikeRow, [userId: string, after: string, limit: number]>(`
  select o.id, o.kind, l.created_at
  from likes l
  join reaction_objects o on o.id = l.object_id
  where l.user_id = $1 and l.object_id > $2
  order by l.object_id
  limit $3
`);
type ReactionRow = LikeRow & { emoji: string };
const reactions = statement<ReactionRow, [userId: string, after: string, limit: number]>(`
  select o.id, o.kind, r.created_at, r.emoji
  from emoji_reactions r
  join reaction_objects o on o.id = r.object_id
  where r.user_id = $1 and r.object_id > $2
  order by r.object_id
  limit $3
`);
type CommentLikeRow = { id: string; on: string; kind: ObjectKind };
const commentLikes = statement<CommentLikeRow, [userId: string, after: string, limit: number]>(`
  select c.id, c.object_id as on, o.kind
  from comment_likes l
  join comments c on c.id = l.comment_id
  join reaction_objects o on o.id = c.object_id
  where l.user_id = $1 and l.comment_id > $2
  order by l.comment_id
  limit $3
`);
type CommentRow = {
  id: string;
  on: string;
  kind: ObjectKind;
  text: string;
  likes: number;
  created_at: Date;
  edited_at: Date | null;
  answer_to: string | null;
  second: number | null;
};
const comments = statement<CommentRow, [userId: string, after: string, limit: number]>(`
  select c.id, c.object_id as on, o.kind, c.text, c.likes, c.created_at, c.edited_at, c.answer_to,
    c.second
  from comments c
  join reaction_objects o on o.id = c.object_id
  where c.author_id = $1 and c.id > $2
  order by c.id
  limit $3
`);

/** Yields what a user likes, then other reactions, then liked comments. */
export async function* exportLikes(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: LikeRow | undefined, limit) =>
    likes(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { id, kind, created_at: date } of page)
      yield { row: { path: `/${pageOf(kind)}/${id}`, date } };
  }
  for await (const page of everyPage((last: ReactionRow | undefined, limit) =>
    reactions(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { id, kind, created_at: date, emoji } of page)
      yield { row: { path: `/${pageOf(kind)}/${id}`, date, emoji } };
  }
  for await (const page of everyPage((last: CommentLikeRow | undefined, limit) =>
    commentLikes(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const { id, kind, on } of page)
      yield { row: { path: `/${pageOf(kind)}/${on}`, comment: id } };
  }
}
/** Yields a user's comments, oldest first. */
export async function* exportComments(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: CommentRow | undefined, limit) =>
    comments(db, userId, last?.id ?? FIRST_ID, limit),
  )) {
    for (const {
      id,
      on,
      kind,
      text,
      likes: liked,
      created_at: date,
      edited_at: edited,
      answer_to: answerTo,
      second,
    } of page)
      yield {
        row: {
          id,
          text,
          date,
          edited,
          answerTo,
          ...(second === null ? {} : { second }),
          likes: liked,
          path: `/${pageOf(kind)}/${on}`,
        },
      };
  }
}

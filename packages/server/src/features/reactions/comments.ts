import type { Static } from 'typebox';
import type { Comment } from '@respa/contract/reactions';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { namedIn, readNamed, type MentionItem } from '#features/people/service.ts';
import { findBlockers, gatherCards, presentHead, removedPerson } from '#features/people/service.ts';
import * as objects from './object-queries.ts';
import * as queries from './queries.ts';
import { getOpen, getVisible, type Reactions } from './visibility.ts';

export type Shown = Static<typeof Comment>;

/** The reading user; a visitor has no id. */
export type Reader = { id: string | null };

export async function present(
  context: AppContext,
  viewer: Reader,
  rows: queries.CommentRow[],
  moderates: (row: queries.CommentRow) => boolean,
): Promise<Shown[]> {
  const [writers, liked] = await Promise.all([
    queries.gatherWriters(context.db, viewer.id, [
      ...new Set(rows.flatMap((row) => row.answer_to ?? [])),
    ]),
    queries.gatherLikedComments(
      context.db,
      viewer.id,
      rows.map((row) => row.id),
    ),
  ]);
  const cards = await gatherCards(context.db, [
    ...new Set([...rows.map((row) => row.author_id), ...writers.values()]),
  ]);
  return rows.map((row) => {
    const { id: user, ...head } = presentHead(
      cards.get(row.author_id) ?? removedPerson(row.author_id),
    );
    const answered = cards.get(writers.get(row.answer_to ?? '') ?? '');
    return {
      _id: row.id,
      user,
      ...head,
      date: row.created_at.toISOString(),
      edited: row.edited_at?.toISOString() ?? null,
      comment: row.text,
      text: row.text,
      second: row.second,
      ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
      likes: row.likes,
      liked: liked.has(row.id),
      mayDelete: row.author_id === viewer.id || moderates(row),
      answerTo: row.answer_to,
      thread: row.thread_id,
      answered:
        answered === undefined
          ? null
          : { user: answered.id, name: answered.name, surname: answered.surname },
    };
  });
}
/** Presents a comment that was just written, to its author only. */
export const presentOwn = async (
  context: AppContext,
  viewer: Viewer,
  row: queries.CommentRow,
): Promise<Shown> => (await present(context, viewer, [row], () => true))[0]!;

/**
 * Returns a comment that the viewer may see, with its object. Throws `not_found` to everyone else.
 */
export async function getSeen(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<{ found: queries.CommentRow; object: objects.ObjectRow }> {
  const found = await queries.findComment(context.db, id);
  if (
    found === undefined ||
    (await findBlockers(context.db, viewer.id, [found.author_id])).length > 0
  )
    throw appError('not_found');
  return { found, object: await getVisible(context, reactions, viewer, found.object_id) };
}
/**
 * Returns whether a user may be notified of a reply: they can see its object, and the replying user
 * does not block them.
 */
const mayRead = async (
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  userId: string,
  { kind, id }: objects.ObjectRow,
): Promise<boolean> =>
  (await findBlockers(context.db, userId, [viewer.id])).length === 0 &&
  (await reactions.visibilityChecks.get(kind)?.(userId, id)) === true;

/** Returns who of the named people may be notified of a comment: those who may read it. */
export async function mayBeTold(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  mentions: readonly MentionItem[],
  object: objects.ObjectRow,
): Promise<string[]> {
  const told: string[] = [];
  for (const id of namedIn(mentions))
    if (await mayRead(context, reactions, viewer, id, object)) told.push(id);
  return told;
}
/** Emits whom a comment names now and did not name before. */
export async function tellNamed(
  { signals }: AppContext,
  tx: Tx,
  after: After,
  row: queries.CommentRow,
  { kind }: objects.ObjectRow,
  { to, before }: { to: string[]; before: readonly MentionItem[] },
): Promise<void> {
  const former = namedIn(before);
  if (to.length === 0 && former.length === 0) return;
  await signals.emit('named', {
    tx,
    after,
    by: row.author_id,
    kind,
    objectId: row.object_id,
    commentId: row.id,
    to: to.filter((id) => !former.includes(id)),
    stillTo: namedIn(row.mentions),
    hadNamed: former.length > 0,
  });
}

/**
 * Writes a comment, or with `answerTo` a reply to one under the same object, and notifies that
 * comment's author. Throws `not_found` and the errors of the kind's `admitComment`. Not idempotent:
 * the same text twice is two comments.
 */
export async function comment(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  input: { text: string; answerTo?: string; second?: number; mentions?: string },
): Promise<Shown> {
  const { text, answerTo } = input;
  const object = await getOpen(context, reactions, viewer, id);
  await reactions.policies.get(object.kind)?.admitComment?.(viewer.id, id);
  const answered =
    answerTo === undefined ? null : (await getSeen(context, reactions, viewer, answerTo)).found;
  if (answered !== null && answered.object_id !== id) throw appError('not_found');
  const mentions = await readNamed(context, viewer, text, input.mentions);
  const told = await mayBeTold(context, reactions, viewer, mentions, object);
  const shouldNotify =
    answered !== null && (await mayRead(context, reactions, viewer, answered.author_id, object));
  const row = await transaction(context, async (tx, after) => {
    // Deleting a comment locks the object too, so a comment that exists now stays until this
    // transaction ends.
    if ((await objects.lockObject(tx, id)) === undefined) throw appError('not_found');
    if (answered !== null && (await queries.findComment(tx, answered.id)) === undefined)
      throw appError('not_found');
    const inserted = await queries.insertComment(tx, {
      id: newId(),
      object_id: id,
      author_id: viewer.id,
      text,
      answer_to: answered?.id ?? null,
      answered_id: answered?.author_id ?? null,
      thread_id: answered?.thread_id ?? answered?.id ?? null,
      second: input.second ?? null,
      mentions,
    });
    await objects.countReaction(tx, id, 'comments', 1);
    await context.signals.emit('reacted', {
      tx,
      after,
      type: 'comment',
      by: viewer.id,
      ownerId: object.owner_id,
      kind: object.kind,
      objectId: id,
      answered: shouldNotify ? answered.author_id : null,
    });
    await tellNamed(context, tx, after, inserted, object, { to: told, before: [] });
    return inserted;
  });
  return presentOwn(context, viewer, row);
}
/** Toggles a like of a comment, or sets it to `state`. Throws `not_found`. */
export async function likeComment(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  state?: 'on' | 'off',
) {
  const { object } = await getSeen(context, reactions, viewer, id);
  await getOpen(context, reactions, viewer, object.id);
  return transaction(context, async (tx) => {
    if ((await queries.lockComment(tx, id)) === undefined) throw appError('not_found');
    const liked =
      state === undefined ? !(await queries.isCommentLiked(tx, viewer.id, id)) : state === 'on';
    return { liked, likes: await queries.setCommentLike(tx, viewer.id, id, liked) };
  });
}

import type { Static } from 'typebox';
import type { Comment } from '@respa/contract/reactions';
import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { findBlockers, gatherCards, removedPerson } from '#features/people/service.ts';
import * as queries from './queries.ts';

export { deleteObjects, forgetReactions, gatherCounts, insertObject, listObjectsOf, type Counts, type ObjectKind } from './queries.ts';

/** Whether somebody may see a thing of a kind; the feature that owns the kind tells. */
export type Sight = (viewerId: string, id: string) => Promise<boolean>;
export type Reactions = { see(kind: queries.ObjectKind, sight: Sight): void; sights: Map<queries.ObjectKind, Sight> };
export function makeReactions(): Reactions {
  const sights = new Map<queries.ObjectKind, Sight>();
  return { sights, see: (kind, sight) => void sights.set(kind, sight) };
}

/** Who wrote a comment, or null where the viewer may not see it. */
export async function findCommentAuthor(ground: Ground, reactions: Reactions, viewerId: string, id: string): Promise<string | null> {
  const found = await queries.findComment(ground.db, id);
  if (found === undefined || (await findBlockers(ground.db, viewerId, [found.author_id])).length > 0) return null;
  const object = await queries.findObject(ground.db, found.object_id);
  return object !== undefined && (await reactions.sights.get(object.kind)?.(viewerId, object.id)) ? found.author_id : null;
}

async function getVisible(ground: Ground, reactions: Reactions, viewer: Viewer, id: string, db: Db = ground.db): Promise<queries.ObjectRow> {
  const object = await queries.findObject(db, id);
  if (object === undefined || !(await reactions.sights.get(object.kind)?.(viewer.id, id))) throw fault('not_found');
  return object;
}
export async function isLiked(ground: Ground, reactions: Reactions, viewer: Viewer, id: string): Promise<boolean> {
  await getVisible(ground, reactions, viewer, id);
  return queries.isLiked(ground.db, viewer.id, id);
}

/** Turns a like over, or brings it to `state`, which makes it safe to repeat. Answers the like and the thing's count. Throws `not_found`. */
export async function like(ground: Ground, reactions: Reactions, viewer: Viewer, id: string, state?: 'on' | 'off') {
  await getVisible(ground, reactions, viewer, id);
  return transaction(ground, async (tx, after) => {
    const object = await queries.lockObject(tx, id);
    if (object === undefined) throw fault('not_found');
    const wanted = state === undefined ? undefined : state === 'on';
    if (wanted !== false && await queries.insertLike(tx, viewer.id, id)) {
      await ground.signals.emit('reacted', { tx, after, type: 'like', by: viewer.id, ownerId: object.owner_id, kind: object.kind, objectId: id });
      return { liked: true, likes: await queries.countReaction(tx, id, 'likes', 1) };
    }
    if (wanted !== true && await queries.deleteLike(tx, viewer.id, id)) {
      await ground.signals.emit('unreacted', { tx, after, type: 'like', by: viewer.id, objectId: id });
      return { liked: false, likes: await queries.countReaction(tx, id, 'likes', -1) };
    }
    return { liked: wanted === true, likes: object.likes };
  });
}

async function present(ground: Ground, viewer: Viewer, ownerId: string | null, rows: queries.CommentRow[]): Promise<Static<typeof Comment>[]> {
  const [cards, liked] = await Promise.all([
    gatherCards(ground.db, [...new Set(rows.map((row) => row.author_id))]), queries.gatherLikedComments(ground.db, viewer.id, rows.map((row) => row.id)),
  ]);
  return rows.map((row) => {
    const card = cards.get(row.author_id) ?? removedPerson(row.author_id);
    return {
      _id: row.id, user: row.author_id, name: card.name, surname: card.surname, avatarUrl: card.avatar_url, date: row.created_at.toISOString(),
      comment: row.text, text: row.text, likes: row.likes, liked: liked.has(row.id), mayDelete: row.author_id === viewer.id || ownerId === viewer.id,
    };
  });
}
/** Writes a comment. Throws `not_found`. Not idempotent: the same text twice is two comments. */
export async function comment(ground: Ground, reactions: Reactions, viewer: Viewer, id: string, text: string) {
  await getVisible(ground, reactions, viewer, id);
  const { row, ownerId } = await transaction(ground, async (tx, after) => {
    const object = await queries.lockObject(tx, id);
    if (object === undefined) throw fault('not_found');
    const inserted = await queries.insertComment(tx, { id: newId(), object_id: id, author_id: viewer.id, text });
    await queries.countReaction(tx, id, 'comments', 1);
    await ground.signals.emit('reacted', { tx, after, type: 'comment', by: viewer.id, ownerId: object.owner_id, kind: object.kind, objectId: id });
    return { row: inserted, ownerId: object.owner_id };
  });
  return (await present(ground, viewer, ownerId, [row]))[0]!;
}
/** A page from the end, oldest of it first; `before` is the oldest comment that the caller has seen. Throws `not_found`. */
export async function listComments(ground: Ground, reactions: Reactions, viewer: Viewer, id: string, given: { before?: string; page?: number; offset?: number }) {
  const object = await getVisible(ground, reactions, viewer, id);
  const skip = given.before === undefined ? (Math.max(1, given.page ?? 1) - 1) * PAGE_SIZES.comments + (given.offset ?? 0) : 0;
  const picked = await queries.pickComments(ground.db, viewer.id, id, { before: given.before, skip, limit: PAGE_SIZES.comments + 1 });
  const comments = (await present(ground, viewer, object.owner_id, picked.slice(0, PAGE_SIZES.comments))).reverse();
  return { comments, count: object.comments - await queries.countHiddenComments(ground.db, viewer.id, id), isLast: picked.length <= PAGE_SIZES.comments };
}
/** Deletes a comment: its author may, and the owner of what it stands under. Throws `not_found` to all others, and the second time. */
export async function removeComment(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  await transaction(ground, async (tx, after) => {
    const found = await queries.findComment(tx, id);
    const object = found === undefined ? undefined : await queries.lockObject(tx, found.object_id);
    if (found === undefined || object === undefined || (found.author_id !== viewer.id && object.owner_id !== viewer.id)) throw fault('not_found');
    if (!(await queries.deleteComment(tx, id))) throw fault('not_found');
    await queries.countReaction(tx, object.id, 'comments', -1);
    if (!(await queries.hasComments(tx, object.id, found.author_id))) await ground.signals.emit('unreacted', { tx, after, type: 'comment', by: found.author_id, objectId: object.id });
  });
}
export async function likeComment(ground: Ground, reactions: Reactions, viewer: Viewer, id: string, state?: 'on' | 'off') {
  const found = await queries.findComment(ground.db, id);
  if (found === undefined || (await findBlockers(ground.db, viewer.id, [found.author_id])).length > 0) throw fault('not_found');
  await getVisible(ground, reactions, viewer, found.object_id);
  return transaction(ground, async (tx) => {
    if ((await queries.lockComment(tx, id)) === undefined) throw fault('not_found');
    const liked = state === undefined ? !(await queries.isCommentLiked(tx, viewer.id, id)) : state === 'on';
    return { liked, likes: await queries.setCommentLike(tx, viewer.id, id, liked) };
  });
}

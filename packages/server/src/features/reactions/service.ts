import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { findBlockers } from '#features/people/service.ts';
import * as objects from './object-queries.ts';
import * as queries from './queries.ts';
import { getOpen, getVisible, type Reactions } from './visibility.ts';

export { comment, editComment, likeComment, removeComment } from './comments.ts';
export { gatherNewest, listComments, listCommentsForAll, listMoments } from './comment-lists.ts';
export {
  makeReactions,
  type ModerationPolicy,
  type Reactions,
  type VisibilityCheck,
} from './visibility.ts';
export { deleteReactionsOf, gatherCounts, type Counts } from './queries.ts';
export {
  deleteObjects,
  findObject,
  insertObject,
  listObjectsOf,
  pageOf,
  type ObjectKind,
} from './object-queries.ts';

/** Returns the author of a comment, or null if the viewer may not see it. */
export async function findCommentAuthor(
  context: AppContext,
  reactions: Reactions,
  viewerId: string,
  id: string,
): Promise<string | null> {
  const found = await queries.findComment(context.db, id);
  if (
    found === undefined ||
    (await findBlockers(context.db, viewerId, [found.author_id])).length > 0
  )
    return null;
  const object = await objects.findObject(context.db, found.object_id);
  return object !== undefined &&
    (await reactions.visibilityChecks.get(object.kind)?.(viewerId, object.id))
    ? found.author_id
    : null;
}

export async function isLiked(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<boolean> {
  await getVisible(context, reactions, viewer, id);
  return objects.isLiked(context.db, viewer.id, id);
}

/**
 * Toggles a like, or sets it to `state`, which makes the call safe to repeat. Returns the like and
 * the object's count. Throws the errors of `getOpen`.
 */
export async function like(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  state?: 'on' | 'off',
) {
  await getOpen(context, reactions, viewer, id);
  return transaction(context, async (tx, after) => {
    const object = await objects.lockObject(tx, id);
    if (object === undefined) throw appError('not_found');
    const wanted = state === undefined ? undefined : state === 'on';
    if (wanted !== false && (await objects.insertLike(tx, viewer.id, id))) {
      await context.signals.emit('reacted', {
        tx,
        after,
        type: 'like',
        by: viewer.id,
        ownerId: object.owner_id,
        kind: object.kind,
        objectId: id,
      });
      return { liked: true, likes: await objects.countReaction(tx, id, 'likes', 1) };
    }
    if (wanted !== true && (await objects.deleteLike(tx, viewer.id, id))) {
      await context.signals.emit('unreacted', {
        tx,
        after,
        type: 'like',
        by: viewer.id,
        objectId: id,
      });
      return { liked: false, likes: await objects.countReaction(tx, id, 'likes', -1) };
    }
    return { liked: wanted === true, likes: object.likes };
  });
}

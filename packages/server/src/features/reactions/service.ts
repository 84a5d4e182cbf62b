import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { findBlockers } from '#features/people/service.ts';
import * as queries from './queries.ts';
import { getOpen, getVisible, type Reactions } from './visibility.ts';

export {
  comment,
  editComment,
  gatherNewest,
  likeComment,
  listComments,
  listMoments,
  removeComment,
} from './comments.ts';
export {
  makeReactions,
  type ModerationPolicy,
  type Reactions,
  type VisibilityCheck,
} from './visibility.ts';
export {
  deleteObjects,
  deleteReactionsOf,
  gatherCounts,
  insertObject,
  listObjectsOf,
  pageOf,
  type Counts,
  type ObjectKind,
} from './queries.ts';

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
  const object = await queries.findObject(context.db, found.object_id);
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
  return queries.isLiked(context.db, viewer.id, id);
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
    const object = await queries.lockObject(tx, id);
    if (object === undefined) throw appError('not_found');
    const wanted = state === undefined ? undefined : state === 'on';
    if (wanted !== false && (await queries.insertLike(tx, viewer.id, id))) {
      await context.signals.emit('reacted', {
        tx,
        after,
        type: 'like',
        by: viewer.id,
        ownerId: object.owner_id,
        kind: object.kind,
        objectId: id,
      });
      return { liked: true, likes: await queries.countReaction(tx, id, 'likes', 1) };
    }
    if (wanted !== true && (await queries.deleteLike(tx, viewer.id, id))) {
      await context.signals.emit('unreacted', {
        tx,
        after,
        type: 'like',
        by: viewer.id,
        objectId: id,
      });
      return { liked: false, likes: await queries.countReaction(tx, id, 'likes', -1) };
    }
    return { liked: wanted === true, likes: object.likes };
  });
}

import { LIKE } from '@respa/contract/post-reactions';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { findBlockers } from '#features/people/service.ts';
import { replaceReaction } from './emoji.ts';
import * as objects from './object-queries.ts';
import * as queries from './queries.ts';
import { getOpen, getVisible, type Reactions } from './visibility.ts';

export { comment, likeComment } from './comments.ts';
export { editComment, removeComment } from './comment-changes.ts';
export { listReactors, react } from './emoji.ts';
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
 * Toggles a like, or sets it to `state`, which makes the call safe to repeat. A like replaces
 * another reaction. Returns the like and the object's count. Throws the errors of `getOpen`.
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
    await replaceReaction(context, tx, after, object, viewer.id, (current) => {
      const on = state === undefined ? current !== LIKE : state === 'on';
      return on ? LIKE : current === LIKE ? null : current;
    });
    const { liked, likes } = (await queries.gatherCounts(tx, viewer.id, [id])).get(id)!;
    return { liked, likes };
  });
}

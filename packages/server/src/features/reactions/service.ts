import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { findBlockers } from '#features/people/service.ts';
import * as queries from './queries.ts';
import { getOpen, getVisible, type Reactions } from './sight.ts';

export {
  comment,
  editComment,
  gatherNewest,
  likeComment,
  listComments,
  listMoments,
  removeComment,
} from './comments.ts';
export { makeReactions, type Order, type Reactions, type Sight } from './sight.ts';
export {
  deleteObjects,
  forgetReactions,
  gatherCounts,
  insertObject,
  listObjectsOf,
  pageOf,
  type Counts,
  type ObjectKind,
} from './queries.ts';

/** Who wrote a comment, or null where the viewer may not see it. */
export async function findCommentAuthor(
  ground: Ground,
  reactions: Reactions,
  viewerId: string,
  id: string,
): Promise<string | null> {
  const found = await queries.findComment(ground.db, id);
  if (
    found === undefined ||
    (await findBlockers(ground.db, viewerId, [found.author_id])).length > 0
  )
    return null;
  const object = await queries.findObject(ground.db, found.object_id);
  return object !== undefined && (await reactions.sights.get(object.kind)?.(viewerId, object.id))
    ? found.author_id
    : null;
}

export async function isLiked(
  ground: Ground,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<boolean> {
  await getVisible(ground, reactions, viewer, id);
  return queries.isLiked(ground.db, viewer.id, id);
}

/** Turns a like over, or brings it to `state`, which makes it safe to repeat. Answers the like and the thing's count. Throws as `getOpen`. */
export async function like(
  ground: Ground,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  state?: 'on' | 'off',
) {
  await getOpen(ground, reactions, viewer, id);
  return transaction(ground, async (tx, after) => {
    const object = await queries.lockObject(tx, id);
    if (object === undefined) throw fault('not_found');
    const wanted = state === undefined ? undefined : state === 'on';
    if (wanted !== false && (await queries.insertLike(tx, viewer.id, id))) {
      await ground.signals.emit('reacted', {
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
      await ground.signals.emit('unreacted', {
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

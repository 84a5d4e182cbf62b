import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { findBlockers } from '#features/people/service.ts';
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

/** A thing that the viewer may see. Throws `not_found` for all others. */
export async function getVisible(ground: Ground, reactions: Reactions, viewer: Viewer, id: string): Promise<queries.ObjectRow> {
  const object = await queries.findObject(ground.db, id);
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

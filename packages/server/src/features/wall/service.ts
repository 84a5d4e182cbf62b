import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import {
  findPersonFor,
  findRelation,
  gatherCards,
  getPerson,
  presentHead,
  removedPerson,
  type PersonRow,
} from '#features/people/service.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { countSeen, isSeen, sightOf, type Sight } from './policy.ts';
import { presentPost, type Shown } from './present.ts';
import * as queries from './queries.ts';

export { countSeen, sightOf } from './policy.ts';

const NO_COUNTS = { likes: 0, comments: 0, liked: false };
/** Posts as the viewer is shown them; whether they may be seen is decided before. */
export async function showPosts(
  ground: Ground,
  viewerId: string | null,
  rows: queries.PostRow[],
): Promise<Shown[]> {
  const [cards, counts] = await Promise.all([
    gatherCards(ground.db, [...new Set(rows.map((row) => row.author_id))]),
    gatherCounts(
      ground.db,
      viewerId,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) =>
    presentPost(
      row,
      cards.get(row.author_id) ?? removedPerson(row.author_id),
      counts.get(row.id) ?? NO_COUNTS,
    ),
  );
}

/** How much of a person's posts the viewer sees. `asksFriends`: whether it matters that they are friends where the wall is open to all. */
async function findSight(
  ground: Ground,
  viewerId: string | null,
  owner: PersonRow,
  asksFriends: boolean,
): Promise<Sight> {
  const isAuthor = owner.id === viewerId;
  const matters =
    !isAuthor &&
    viewerId !== null &&
    (owner.wall_for === 'friends' || (owner.wall_for === 'all' && asksFriends));
  const isFriend = matters && (await findRelation(ground.db, viewerId, owner.id)) === 'friends';
  return sightOf({ isAuthor, isFriend, wallFor: owner.wall_for });
}
/** A post within the viewer's sight, or null. Every way to a post goes through here. */
async function findSeen(
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<queries.PostRow | null> {
  const post = await queries.findPost(ground.db, id);
  const author =
    post === undefined ? undefined : await findPersonFor(ground.db, post.author_id, viewerId);
  if (post === undefined || author === undefined) return null;
  return isSeen(post, await findSight(ground, viewerId, author, post.audience === 'friends'))
    ? post
    : null;
}
/** A post that the viewer may see; a draft, to its author. Throws `not_found` for all others. */
export async function getPost(ground: Ground, viewer: Viewer, id: string): Promise<Shown> {
  const post = await findSeen(ground, viewer.id, id);
  if (post === null) throw fault('not_found');
  return (await showPosts(ground, viewer.id, [post]))[0]!;
}
/** An own post or draft. Throws `forbidden` for posts of others that the viewer sees, `not_found` for all else. */
export async function getOwn(ground: Ground, viewer: Viewer, id: string): Promise<queries.PostRow> {
  const post = await findSeen(ground, viewer.id, id);
  if (post === null) throw fault('not_found');
  if (post.author_id !== viewer.id) throw fault('forbidden');
  return post;
}

/**
 * A page of somebody's wall, the pinned post first; nothing, and `hidden`, where it is not for the viewer. `before` is the last post that
 * the caller has seen, `count` what the caller may see in all. Throws `not_found`.
 */
export async function listWall(
  ground: Ground,
  viewer: Viewer | null,
  given: { userId: string; page: number; offset: number; before?: string },
) {
  const viewerId = viewer?.id ?? null;
  const owner = await getPerson(ground, viewerId, given.userId);
  const sight = await findSight(ground, viewerId, owner, owner.friends_posts_count > 0);
  if (sight === 'nothing') return { posts: [], count: 0, isLast: true, hidden: true };
  const skip =
    given.before === undefined
      ? (Math.max(1, given.page) - 1) * PAGE_SIZES.posts + given.offset
      : 0;
  const picked = await queries.pickWall(ground.db, given.userId, {
    before: given.before,
    skip,
    limit: PAGE_SIZES.posts + 1,
    isPublic: sight === 'public',
  });
  return {
    posts: await showPosts(ground, viewerId, picked.slice(0, PAGE_SIZES.posts)),
    count: countSeen(owner, sight),
    isLast: picked.length <= PAGE_SIZES.posts,
    hidden: false,
  };
}
async function showPage(ground: Ground, viewer: Viewer, picked: queries.PostRow[]) {
  return {
    posts: await showPosts(ground, viewer.id, picked.slice(0, PAGE_SIZES.posts)),
    isLast: picked.length <= PAGE_SIZES.posts,
  };
}
export const listFriendsPosts = async (ground: Ground, viewer: Viewer, before?: string) =>
  showPage(
    ground,
    viewer,
    await queries.pickFriendsPosts(ground.db, viewer.id, { before, limit: PAGE_SIZES.posts + 1 }),
  );
/** A page of the own drafts, newest first. `before` is the last draft that the caller has seen. */
export const listDrafts = async (ground: Ground, viewer: Viewer, before?: string) =>
  showPage(
    ground,
    viewer,
    await queries.pickOwn(ground.db, viewer.id, true, { before, limit: PAGE_SIZES.posts + 1 }),
  );

/** Who stands above a post: takes the author's id or the post's. Throws `not_found`. */
export async function getHead(ground: Ground, viewer: Viewer, id: string) {
  const person = await findPersonFor(
    ground.db,
    (await findSeen(ground, viewer.id, id))?.author_id ?? id,
    viewer.id,
  );
  if (person === undefined) throw fault('not_found');
  return presentHead(person);
}
/** Whose post it is, or null where the viewer may not see it. */
export const findPostAuthor = async (
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<string | null> => (await findSeen(ground, viewerId, id))?.author_id ?? null;
/** Who may see a post: for reactions and media, which know no walls. */
export const maySeePost = async (
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findSeen(ground, viewerId, id)) !== null;

import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
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
import { countSeen, isSeen, visibilityOf, type VisibilityCheck } from './policy.ts';
import { presentPost, type Shown } from './present.ts';
import * as queries from './queries.ts';

export { countSeen, visibilityOf } from './policy.ts';

const NO_COUNTS = { likes: 0, comments: 0, liked: false };
/** Posts as the viewer is shown them; whether they may be seen is decided before. */
export async function showPosts(
  context: AppContext,
  viewerId: string | null,
  rows: queries.PostRow[],
): Promise<Shown[]> {
  const [cards, counts] = await Promise.all([
    gatherCards(context.db, [...new Set(rows.map((row) => row.author_id))]),
    gatherCounts(
      context.db,
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
async function findVisibility(
  context: AppContext,
  viewerId: string | null,
  owner: PersonRow,
  asksFriends: boolean,
): Promise<VisibilityCheck> {
  const isAuthor = owner.id === viewerId;
  const matters =
    !isAuthor &&
    viewerId !== null &&
    (owner.wall_for === 'friends' || (owner.wall_for === 'all' && asksFriends));
  const isFriend = matters && (await findRelation(context.db, viewerId, owner.id)) === 'friends';
  return visibilityOf({ isAuthor, isFriend, wallFor: owner.wall_for });
}
/** A post within the viewer's sight, or null. Every way to a post goes through here. */
async function findSeen(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<queries.PostRow | null> {
  const post = await queries.findPost(context.db, id);
  const author =
    post === undefined ? undefined : await findPersonFor(context.db, post.author_id, viewerId);
  if (post === undefined || author === undefined) return null;
  return isSeen(post, await findVisibility(context, viewerId, author, post.audience === 'friends'))
    ? post
    : null;
}
/** A post that the viewer may see; a draft, to its author. Throws `not_found` for all others. */
export async function getPost(context: AppContext, viewer: Viewer, id: string): Promise<Shown> {
  const post = await findSeen(context, viewer.id, id);
  if (post === null) throw appError('not_found');
  return (await showPosts(context, viewer.id, [post]))[0]!;
}
/** An own post or draft. Throws `forbidden` for posts of others that the viewer sees, `not_found` for all else. */
export async function getOwn(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.PostRow> {
  const post = await findSeen(context, viewer.id, id);
  if (post === null) throw appError('not_found');
  if (post.author_id !== viewer.id) throw appError('forbidden');
  return post;
}

/**
 * A page of somebody's wall, the pinned post first; nothing, and `hidden`, where it is not for the viewer. `before` is the last post that
 * the caller has seen, `count` what the caller may see in all. Throws `not_found`.
 */
export async function listWall(
  context: AppContext,
  viewer: Viewer | null,
  input: { userId: string; page: number; offset: number; before?: string },
) {
  const viewerId = viewer?.id ?? null;
  const owner = await getPerson(context, viewerId, input.userId);
  const visibility = await findVisibility(context, viewerId, owner, owner.friends_posts_count > 0);
  if (visibility === 'nothing') return { posts: [], count: 0, isLast: true, hidden: true };
  const skip =
    input.before === undefined
      ? (Math.max(1, input.page) - 1) * PAGE_SIZES.posts + input.offset
      : 0;
  const picked = await queries.pickWall(context.db, input.userId, {
    before: input.before,
    skip,
    limit: PAGE_SIZES.posts + 1,
    isPublic: visibility === 'public',
  });
  return {
    posts: await showPosts(context, viewerId, picked.slice(0, PAGE_SIZES.posts)),
    count: countSeen(owner, visibility),
    isLast: picked.length <= PAGE_SIZES.posts,
    hidden: false,
  };
}
async function showPage(context: AppContext, viewer: Viewer, picked: queries.PostRow[]) {
  return {
    posts: await showPosts(context, viewer.id, picked.slice(0, PAGE_SIZES.posts)),
    isLast: picked.length <= PAGE_SIZES.posts,
  };
}
export const listFriendsPosts = async (context: AppContext, viewer: Viewer, before?: string) =>
  showPage(
    context,
    viewer,
    await queries.pickFriendsPosts(context.db, viewer.id, { before, limit: PAGE_SIZES.posts + 1 }),
  );
/** A page of the own drafts, newest first. `before` is the last draft that the caller has seen. */
export const listDrafts = async (context: AppContext, viewer: Viewer, before?: string) =>
  showPage(
    context,
    viewer,
    await queries.pickOwn(context.db, viewer.id, true, { before, limit: PAGE_SIZES.posts + 1 }),
  );

/** Who stands above a post: takes the author's id or the post's. Throws `not_found`. */
export async function getHead(context: AppContext, viewer: Viewer, id: string) {
  const person = await findPersonFor(
    context.db,
    (await findSeen(context, viewer.id, id))?.author_id ?? id,
    viewer.id,
  );
  if (person === undefined) throw appError('not_found');
  return presentHead(person);
}
/** Whose post it is, or null where the viewer may not see it. */
export const findPostAuthor = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<string | null> => (await findSeen(context, viewerId, id))?.author_id ?? null;
/** Who may see a post: for reactions and media, which know no walls. */
export const maySeePost = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findSeen(context, viewerId, id)) !== null;

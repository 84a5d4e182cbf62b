import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import {
  findPersonFor,
  findRelation,
  findRelations,
  gatherCards,
  getPerson,
  presentHead,
  removedPerson,
  type PersonRow,
} from '#features/people/service.ts';
import { gatherLinks } from '#features/links/service.ts';
import { listVersions } from '#features/posts/service.ts';
import { gatherPolls, type PollAccess } from '#features/polls/service.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { gatherSharing } from '#features/sharing/service.ts';
import { countSeen, isSeen, mayComment, visibilityOf, type VisibilityCheck } from './policy.ts';
import { presentPost, type Shown } from './present.ts';
import * as queries from './queries.ts';
import * as lists from './list-queries.ts';
import { readPage, skipOf } from '#platform/database/paging.ts';

export { countSeen, visibilityOf } from './policy.ts';
export { gatherPostCards } from './cards.ts';
export { findPosts } from './search.ts';

const NO_COUNTS = { likes: 0, comments: 0, liked: false, reactions: [] };
/** Returns the viewer's relations to authors whose posts only their friends comment on. */
const relationsFor = async (
  { db }: AppContext,
  viewerId: string | null,
  rows: queries.PostRow[],
) => {
  const ids = rows.flatMap((row) => (row.comments_for === 'friends' ? [row.author_id] : []));
  return viewerId === null || ids.length === 0
    ? new Map<string, string>()
    : findRelations(db, viewerId, [...new Set(ids)]);
};
/** Returns posts as the viewer sees them; the caller has checked visibility. */
export async function showPosts(
  context: AppContext,
  viewerId: string | null,
  rows: queries.PostRow[],
): Promise<Shown[]> {
  const [cards, counts, polls, links, sharing, relations, videos] = await Promise.all([
    gatherCards(context.db, [...new Set(rows.map((row) => row.author_id))]),
    gatherCounts(
      context.db,
      viewerId,
      rows.map((row) => row.id),
    ),
    gatherPolls(context.db, 'userpost', rows),
    gatherLinks(context.db, 'userpost', rows),
    gatherSharing(context, viewerId, 'userpost', rows),
    relationsFor(context, viewerId, rows),
    context.postVideos.gather(
      viewerId,
      rows.flatMap((row) => row.video_id ?? []),
    ),
  ]);
  return rows.map((row) =>
    presentPost(
      row,
      cards.get(row.author_id) ?? removedPerson(row.author_id),
      counts.get(row.id) ?? NO_COUNTS,
      {
        poll: polls.get(row.id) ?? null,
        link: links.get(row.id),
        mayComment:
          viewerId !== null &&
          mayComment(row, viewerId, relations.get(row.author_id) === 'friends'),
        video: row.video_id === null ? undefined : videos.get(row.video_id),
        repost: sharing.get(row.id)?.repost,
      },
    ),
  );
}

/**
 * Returns how much of a person's posts the viewer sees. `asksFriends`: whether friendship matters
 * even if the wall is open to all.
 */
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
    (owner.wall_for === 'friends' || (owner.wall_for !== 'nobody' && asksFriends));
  const isFriend = matters && (await findRelation(context.db, viewerId, owner.id)) === 'friends';
  return visibilityOf({
    isAuthor,
    isMember: viewerId !== null,
    isFriend,
    wallFor: owner.wall_for,
  });
}
/**
 * Returns a post that the viewer may see, or null. Every access to a post goes through this
 * function.
 */
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
/**
 * Returns a post that the viewer may see; a draft, to its author. Throws `not_found` to everyone
 * else.
 */
export async function getPost(
  context: AppContext,
  viewer: Viewer | null,
  id: string,
): Promise<Shown> {
  const viewerId = viewer?.id ?? null;
  const post = await findSeen(context, viewerId, id);
  if (post === null) throw appError('not_found');
  return (await showPosts(context, viewerId, [post]))[0]!;
}
/**
 * Returns an own post or draft. Throws `forbidden` for a visible post of another user, `not_found`
 * otherwise.
 */
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
 * Returns a page of a user's wall, the pinned post first; no posts, and `hidden`, if the viewer may
 * not see the wall. `before` is the last post that the caller has seen, `count` is the number of
 * posts the caller may see. Throws `not_found`.
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
  const skip = skipOf(input, PAGE_SIZES.posts);
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    lists.pickWall(context.db, input.userId, {
      before: input.before,
      skip,
      limit,
      isPublic: visibility === 'public',
    }),
  );
  return {
    posts: await showPosts(context, viewerId, rows),
    count: countSeen(owner, visibility),
    isLast,
    hidden: false,
  };
}
async function showPage(
  context: AppContext,
  viewer: Viewer,
  pick: (limit: number) => Promise<queries.PostRow[]>,
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, pick);
  return { posts: await showPosts(context, viewer.id, rows), isLast };
}
export const listFriendsPosts = async (context: AppContext, viewer: Viewer, before?: string) =>
  showPage(context, viewer, (limit) =>
    lists.pickFriendsPosts(context.db, viewer.id, { before, limit }),
  );
/**
 * Returns a page of the own drafts or scheduled posts, newest first. `before` is the last draft
 * that the caller has seen.
 */
export const listDrafts = async (
  context: AppContext,
  viewer: Viewer,
  state: 'draft' | 'scheduled',
  before?: string,
) =>
  showPage(context, viewer, (limit) =>
    lists.pickOwn(context.db, viewer.id, state, { before, limit }),
  );

/** Returns the former texts of a post that the viewer may see. Throws `not_found`. */
export async function listPostVersions(context: AppContext, viewer: Viewer, id: string) {
  if ((await findSeen(context, viewer.id, id)) === null) throw appError('not_found');
  return listVersions(context.db, 'userpost', id);
}

/**
 * Returns the person shown above a post, by the id of the author or of the post. Throws
 * `not_found`.
 */
export async function getHead(context: AppContext, viewer: Viewer, id: string) {
  const person = await findPersonFor(
    context.db,
    (await findSeen(context, viewer.id, id))?.author_id ?? id,
    viewer.id,
  );
  if (person === undefined) throw appError('not_found');
  return presentHead(person);
}
/** Returns the author of a post, or null if the viewer may not see it. */
export const findPostAuthor = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<string | null> => (await findSeen(context, viewerId, id))?.author_id ?? null;
/**
 * Returns whether a user may see a post. For reactions and media, which know nothing about walls.
 */
export const maySeePost = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findSeen(context, viewerId, id)) !== null;

/** Throws `comments_closed` to those whom the author of a post does not let comment. */
export async function admitToComments(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<void> {
  const post = await queries.findPost(context.db, id);
  if (post === undefined) throw appError('not_found');
  const isFriend =
    post.comments_for === 'friends' &&
    (await findRelation(context.db, viewerId, post.author_id)) === 'friends';
  if (mayComment(post, viewerId, isFriend)) return;
  throw appError(
    'comments_closed',
    post.comments_for === 'friends'
      ? { text: 'Комментировать этот пост могут только друзья автора.' }
      : {},
  );
}

/**
 * Returns what a reader may do with the poll of a post; null to those who do not see the post. Its
 * author closes it. Nobody votes in a draft.
 */
export async function findPollAccess(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<PollAccess | null> {
  const post = await findSeen(context, viewerId, id);
  if (post === null) return null;
  return {
    refusal: viewerId === null ? 'not_signed_in' : post.is_draft ? 'not_published' : null,
    mayClose: post.author_id === viewerId,
    channels: [`user:${post.author_id}`],
  };
}
/**
 * Returns posts of open walls of strangers, the most liked and discussed first, with their scores.
 * `since` is the lowest id, `read` the number of posts considered.
 */
export async function listPopular(
  context: AppContext,
  viewer: Viewer,
  page: { since: string; read: number; limit: number },
): Promise<{ post: Shown; score: number }[]> {
  const rows = await lists.pickPopular(context.db, viewer.id, page);
  const posts = await showPosts(context, viewer.id, rows);
  return posts.map((post, at) => ({ post, score: rows[at]!.score }));
}

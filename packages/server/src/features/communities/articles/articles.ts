import { FILES, PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { gatherCards, removedPerson } from '#features/people/service.ts';
import { gatherLinks } from '#features/links/service.ts';
import { listVersions } from '#features/posts/service.ts';
import { gatherPolls, type PollAccess } from '#features/polls/service.ts';
import { gatherCounts, gatherNewest } from '#features/reactions/service.ts';
import { gatherSharing } from '#features/sharing/service.ts';
import * as queries from './article-queries.ts';
import * as lists from './article-list-queries.ts';
import { assertMay, mayComment, roleOf, runs } from '../policy.ts';
import { presentArticle, presentCommunityHead, type ShownArticle } from '../present.ts';
import { findCommunity, gatherCommunities, pickRun, type MembershipRow } from '../queries.ts';
import { communityChannel, getMembership } from '../communities.ts';
import { readPage, skipOf } from '#platform/database/paging.ts';

const NO_COUNTS = { likes: 0, comments: 0, liked: false, reactions: [] };
export const MOST_PICTURES = FILES.postPictures;

/**
 * Returns articles as the viewer sees them; the caller has checked visibility. `runsIt` tells which
 * communities the viewer runs.
 */
export async function showArticles(
  context: AppContext,
  viewer: Viewer,
  rows: queries.ArticleRow[],
  { slim = false, isStaff }: { slim?: boolean; isStaff: (publicId: string) => boolean },
): Promise<ShownArticle[]> {
  const shown = rows.filter((row) => row.state === 'published').map((row) => row.id);
  const groupOf = new Map(rows.map((row) => [row.id, row.public_id]));
  // Only staff see who wrote an article for a community; everyone sees who proposed one.
  const authors = rows.flatMap((row) =>
    row.author_id !== null && (row.is_proposal || isStaff(row.public_id)) ? [row.author_id] : [],
  );
  const [communities, counts, comments, cards, polls, links, sharing] = await Promise.all([
    gatherCommunities(context.db, viewer.id, [...new Set(rows.map((row) => row.public_id))]),
    gatherCounts(context.db, viewer.id, shown),
    gatherNewest(context, viewer, slim ? [] : shown, (id) => isStaff(groupOf.get(id)!)),
    gatherCards(context.db, [...new Set(authors)]),
    gatherPolls(context.db, 'publicpost', rows),
    gatherLinks(context.db, 'publicpost', rows),
    gatherSharing(context, viewer.id, 'publicpost', rows),
  ]);
  return rows.flatMap((row) => {
    const community = communities.get(row.public_id);
    if (community === undefined) return [];
    const isShown =
      row.author_id !== null &&
      authors.includes(row.author_id) &&
      (row.is_proposal || isStaff(row.public_id));
    return [
      {
        ...presentArticle(row, {
          community,
          author: isShown ? (cards.get(row.author_id!) ?? removedPerson(row.author_id!)) : null,
          counts: counts.get(row.id) ?? NO_COUNTS,
          comments: comments.get(row.id) ?? [],
          poll: polls.get(row.id) ?? null,
          link: links.get(row.id),
          mayComment: mayComment(row, {
            isSubscriber: community.is_subscriber,
            isStaff: isStaff(row.public_id),
          }),
          mayEdit:
            isStaff(row.public_id) || (row.state === 'proposed' && row.author_id === viewer.id),
        }),
        ...sharing.get(row.id),
      },
    ];
  });
}
/**
 * Returns an article with its community, if the viewer may see it: waiting articles are visible to
 * staff, proposals to their author too.
 */
export async function findSeen(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<{ article: queries.ArticleRow; community: MembershipRow } | null> {
  const article = isId(id) ? await queries.findArticle(context.db, id) : undefined;
  const community =
    article === undefined
      ? undefined
      : await findCommunity(context.db, article.public_id, viewerId);
  if (article === undefined || community === undefined) return null;
  const isOpen =
    article.state === 'published' ||
    runs(roleOf(viewerId, community)) ||
    (article.state === 'proposed' && viewerId !== null && article.author_id === viewerId);
  return isOpen ? { article, community } : null;
}
/** Does the same as `findSeen`. Throws `not_found` if the article is not visible. */
export async function getSeen(context: AppContext, viewer: Viewer, id: string) {
  const seen = await findSeen(context, viewer.id, id);
  if (seen === null) throw appError('not_found');
  return seen;
}
export async function showOne(
  context: AppContext,
  viewer: Viewer,
  article: queries.ArticleRow,
): Promise<ShownArticle> {
  const community = await findCommunity(context.db, article.public_id, viewer.id);
  if (community === undefined) throw appError('not_found');
  return (
    await showArticles(context, viewer, [article], {
      isStaff: () => runs(roleOf(viewer.id, community)),
    })
  )[0]!;
}
/** Returns one article. Throws `not_found`. */
export const getArticle = async (
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<ShownArticle> => showOne(context, viewer, (await getSeen(context, viewer, id)).article);
/**
 * Returns the header above an article, by the id of the community or of the article. Throws
 * `not_found`.
 */
export async function getHead(context: AppContext, viewer: Viewer, id: string) {
  return presentCommunityHead(
    (await findSeen(context, viewer.id, id))?.community ??
      (await getMembership(context, viewer, id)),
  );
}

type Reading = { before?: string; page?: number; offset?: number; slim?: boolean };
/**
 * Returns a page of a community, the pinned article first. `before` is the last article that the
 * caller has seen. Throws `not_found`.
 */
export async function listArticles(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: Reading,
) {
  const community = await getMembership(context, viewer, publicId);
  const skip = skipOf(input, PAGE_SIZES.posts);
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    lists.pickArticles(context.db, publicId, {
      before: input.before,
      skip,
      limit,
    }),
  );
  const isStaff = runs(roleOf(viewer.id, community));
  const posts = await showArticles(context, viewer, rows, {
    slim: input.slim ?? false,
    isStaff: () => isStaff,
  });
  return { posts, count: community.posts_count, isLast };
}
/**
 * Returns the waiting articles of a community, newest first: to staff, and proposals to their
 * author too. Throws `not_found`, `forbidden`.
 */
export async function listWaiting(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  state: 'proposed' | 'scheduled',
  before?: string,
) {
  const community = await getMembership(context, viewer, publicId);
  const isStaff = runs(roleOf(viewer.id, community));
  if (state === 'scheduled') assertMay(viewer, community, 'write');
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    lists.pickWaiting(context.db, publicId, state, isStaff ? null : viewer.id, {
      before,
      limit,
    }),
  );
  return {
    posts: await showArticles(context, viewer, rows, {
      slim: true,
      isStaff: () => isStaff,
    }),
    isLast,
  };
}
/** Returns a page of articles of the caller's communities, newest first. */
export async function listNews(
  context: AppContext,
  viewer: Viewer,
  input: { before?: string; slim?: boolean },
) {
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    lists.pickNews(context.db, viewer.id, {
      before: input.before,
      limit,
    }),
  );
  const run = await pickRun(context.db, [...new Set(rows.map((row) => row.public_id))], viewer.id);
  return {
    posts: await showArticles(context, viewer, rows, {
      slim: input.slim ?? false,
      isStaff: (id) => run.has(id),
    }),
    isLast,
  };
}
/**
 * Returns whether a user may see an article. For reactions and media, which know nothing about
 * communities.
 */
export const maySeeArticle = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findSeen(context, viewerId, id)) !== null;
/** Returns whether a user may moderate the comments under an article. */
export async function runsArticle(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<boolean> {
  const seen = await findSeen(context, viewerId, id);
  return seen !== null && runs(roleOf(viewerId, seen.community));
}
/** Throws `banned_here` to a user who is banned from the article's community. */
export async function admitToArticle(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<void> {
  const seen = await findSeen(context, viewerId, id);
  if (seen !== null && roleOf(viewerId, seen.community) === 'banned') throw appError('banned_here');
}
/** Throws `comments_closed` to those whom the staff do not let comment on an article. */
export async function admitToComments(
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<void> {
  const seen = await findSeen(context, viewerId, id);
  if (seen === null) throw appError('not_found');
  const { article, community } = seen;
  const isStaff = runs(roleOf(viewerId, community));
  if (mayComment(article, { isSubscriber: community.is_subscriber, isStaff })) return;
  throw appError('comments_closed', {
    text:
      article.comments_for === 'subscribers'
        ? 'Комментировать этот пост могут только подписчики группы.'
        : 'Группа закрыла комментарии к этому посту.',
  });
}
/** Returns the former texts of an article that the viewer may see. Throws `not_found`. */
export async function listArticleVersions(context: AppContext, viewer: Viewer, id: string) {
  await getSeen(context, viewer, id);
  return listVersions(context.db, 'publicpost', id);
}

/**
 * Returns what a reader may do with the poll of an article; null to those who do not see the
 * article. The staff close it. Nobody votes before it is published, nor while they are banned.
 */
export async function findPollAccess(
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<PollAccess | null> {
  const seen = viewerId === null ? null : await findSeen(context, viewerId, id);
  if (seen === null) return null;
  const role = roleOf(viewerId, seen.community);
  return {
    refusal:
      role === 'banned'
        ? 'banned_here'
        : seen.article.state === 'published'
          ? null
          : 'not_published',
    mayClose: runs(role),
    channels: [communityChannel(seen.community.id)],
  };
}
/** Returns the community of an article and its admin: for reports and notifications. */
export const findGroupOf = async (
  context: AppContext,
  viewerId: string | null,
  id: string,
): Promise<MembershipRow | null> => (await findSeen(context, viewerId, id))?.community ?? null;

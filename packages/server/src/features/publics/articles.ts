import { FILES, PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { isId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { gatherCards, removedPerson } from '#features/people/service.ts';
import { gatherCounts, gatherNewest } from '#features/reactions/service.ts';
import * as queries from './article-queries.ts';
import { assertMay, roleOf, runs } from './policy.ts';
import { presentArticle, presentPublicHead, type ShownArticle } from './present.ts';
import { findPublic, gatherPublics, pickRun, type StandingRow } from './queries.ts';
import { getStanding } from './groups.ts';

const NO_COUNTS = { likes: 0, comments: 0, liked: false };
export const MOST_PICTURES = FILES.postPictures;

/** Articles as the viewer is shown them; whether they may be seen is decided before. `runsIt` tells which groups the viewer runs. */
export async function showArticles(
  ground: Ground,
  viewer: Viewer,
  rows: queries.ArticleRow[],
  { slim = false, runsIt }: { slim?: boolean; runsIt: (publicId: string) => boolean },
): Promise<ShownArticle[]> {
  const shown = rows.filter((row) => row.state === 'published').map((row) => row.id);
  const groupOf = new Map(rows.map((row) => [row.id, row.public_id]));
  // Who wrote for a group is known to those who run it; who proposed, to everybody.
  const authors = rows.flatMap((row) =>
    row.author_id !== null && (row.is_proposal || runsIt(row.public_id)) ? [row.author_id] : [],
  );
  const [groups, counts, comments, cards] = await Promise.all([
    gatherPublics(ground.db, viewer.id, [...new Set(rows.map((row) => row.public_id))]),
    gatherCounts(ground.db, viewer.id, shown),
    gatherNewest(ground, viewer, slim ? [] : shown, (id) => runsIt(groupOf.get(id)!)),
    gatherCards(ground.db, [...new Set(authors)]),
  ]);
  return rows.flatMap((row) => {
    const group = groups.get(row.public_id);
    if (group === undefined) return [];
    const isShown =
      row.author_id !== null &&
      authors.includes(row.author_id) &&
      (row.is_proposal || runsIt(row.public_id));
    return [
      presentArticle(row, {
        group,
        author: isShown ? (cards.get(row.author_id!) ?? removedPerson(row.author_id!)) : null,
        counts: counts.get(row.id) ?? NO_COUNTS,
        comments: comments.get(row.id) ?? [],
        mayEdit: runsIt(row.public_id) || (row.state === 'proposed' && row.author_id === viewer.id),
      }),
    ];
  });
}
/** An article with its group, within the viewer's sight: what waits is seen by those who run the group, what is proposed by its author too. */
export async function findSeen(
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<{ article: queries.ArticleRow; group: StandingRow } | null> {
  const article = isId(id) ? await queries.findArticle(ground.db, id) : undefined;
  const group =
    article === undefined ? undefined : await findPublic(ground.db, article.public_id, viewerId);
  if (article === undefined || group === undefined) return null;
  const isOpen =
    article.state === 'published' ||
    runs(roleOf(viewerId, group)) ||
    (article.state === 'proposed' && viewerId !== null && article.author_id === viewerId);
  return isOpen ? { article, group } : null;
}
/** The same. Throws `not_found` where there is nothing to be seen. */
export async function getSeen(ground: Ground, viewer: Viewer, id: string) {
  const seen = await findSeen(ground, viewer.id, id);
  if (seen === null) throw fault('not_found');
  return seen;
}
export async function showOne(
  ground: Ground,
  viewer: Viewer,
  article: queries.ArticleRow,
): Promise<ShownArticle> {
  const group = await findPublic(ground.db, article.public_id, viewer.id);
  if (group === undefined) throw fault('not_found');
  return (
    await showArticles(ground, viewer, [article], { runsIt: () => runs(roleOf(viewer.id, group)) })
  )[0]!;
}
/** One article. Throws `not_found`. */
export const getArticle = async (
  ground: Ground,
  viewer: Viewer,
  id: string,
): Promise<ShownArticle> => showOne(ground, viewer, (await getSeen(ground, viewer, id)).article);
/** Who stands above an article: takes the group's id or the article's. Throws `not_found`. */
export async function getHead(ground: Ground, viewer: Viewer, id: string) {
  return presentPublicHead(
    (await findSeen(ground, viewer.id, id))?.group ?? (await getStanding(ground, viewer, id)),
  );
}

type Reading = { before?: string; page?: number; offset?: number; slim?: boolean };
/** A page of a group, the pinned article first. `before` is the last article that the caller has seen. Throws `not_found`. */
export async function listArticles(
  ground: Ground,
  viewer: Viewer,
  publicId: string,
  given: Reading,
) {
  const group = await getStanding(ground, viewer, publicId);
  const skip =
    given.before === undefined
      ? (Math.max(1, given.page ?? 1) - 1) * PAGE_SIZES.posts + (given.offset ?? 0)
      : 0;
  const picked = await queries.pickArticles(ground.db, publicId, {
    before: given.before,
    skip,
    limit: PAGE_SIZES.posts + 1,
  });
  const isStaff = runs(roleOf(viewer.id, group));
  const posts = await showArticles(ground, viewer, picked.slice(0, PAGE_SIZES.posts), {
    slim: given.slim ?? false,
    runsIt: () => isStaff,
  });
  return { posts, count: group.posts_count, isLast: picked.length <= PAGE_SIZES.posts };
}
/** What waits in a group, newest first: to those who run it; what is proposed, to its author too. Throws `not_found`, `forbidden`. */
export async function listWaiting(
  ground: Ground,
  viewer: Viewer,
  publicId: string,
  state: 'proposed' | 'scheduled',
  before?: string,
) {
  const group = await getStanding(ground, viewer, publicId);
  const isStaff = runs(roleOf(viewer.id, group));
  if (state === 'scheduled') assertMay(viewer, group, 'write');
  const picked = await queries.pickWaiting(ground.db, publicId, state, isStaff ? null : viewer.id, {
    before,
    limit: PAGE_SIZES.posts + 1,
  });
  return {
    posts: await showArticles(ground, viewer, picked.slice(0, PAGE_SIZES.posts), {
      slim: true,
      runsIt: () => isStaff,
    }),
    isLast: picked.length <= PAGE_SIZES.posts,
  };
}
/** A page of what the caller's groups wrote, newest first. */
export async function listNews(
  ground: Ground,
  viewer: Viewer,
  given: { before?: string; slim?: boolean },
) {
  const picked = await queries.pickNews(ground.db, viewer.id, {
    before: given.before,
    limit: PAGE_SIZES.posts + 1,
  });
  const rows = picked.slice(0, PAGE_SIZES.posts);
  const run = await pickRun(ground.db, [...new Set(rows.map((row) => row.public_id))], viewer.id);
  return {
    posts: await showArticles(ground, viewer, rows, {
      slim: given.slim ?? false,
      runsIt: (id) => run.has(id),
    }),
    isLast: picked.length <= PAGE_SIZES.posts,
  };
}
/** Who may see an article: for reactions and media, which know no groups. */
export const maySeeArticle = async (
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<boolean> => (await findSeen(ground, viewerId, id)) !== null;
/** Who keeps order under an article. */
export async function runsArticle(ground: Ground, viewerId: string, id: string): Promise<boolean> {
  const seen = await findSeen(ground, viewerId, id);
  return seen !== null && runs(roleOf(viewerId, seen.group));
}
/** Throws `banned_here` to whoever was shut out of the article's group. */
export async function admitToArticle(ground: Ground, viewerId: string, id: string): Promise<void> {
  const seen = await findSeen(ground, viewerId, id);
  if (seen !== null && roleOf(viewerId, seen.group) === 'banned') throw fault('banned_here');
}
/** The group of an article and who leads it: for complaints and notices. */
export const findGroupOf = async (
  ground: Ground,
  viewerId: string | null,
  id: string,
): Promise<StandingRow | null> => (await findSeen(ground, viewerId, id))?.group ?? null;

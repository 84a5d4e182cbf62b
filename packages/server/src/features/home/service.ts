import { DAY_MS } from '@respa/contract/durations';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { firstIdOf } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { countNew as countNewGames } from '#features/catalogue/service.ts';
import { countNew as countNewAds } from '#features/classifieds/service.ts';
import { getUsage } from '#features/cloud/service.ts';
import { listPopular as listPopularArticles } from '#features/communities/service.ts';
import { isOnline, pickFriends, presentCards } from '#features/people/service.ts';
import { countNewOfSubscriptions } from '#features/videohost/service.ts';
import { listPopular as listPopularPosts } from '#features/wall/service.ts';
import { findSteps, insertDismissal } from './step-queries.ts';

const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;
/** The largest numbers that are counted exactly. */
const MOST = { games: 100, videos: 100, ads: 1_000 };
const FRIENDS = { read: 500, shown: 6 };
/**
 * Popular posts are picked among the newest of the last month, so that the work does not grow with
 * the site.
 */
const POPULAR = { read: 300, each: 15, shown: 20 };

/** Returns friends who are online, as far as the viewer may see it. */
async function listOnline(context: AppContext, viewer: Viewer) {
  const friends = await pickFriends(context.db, viewer.id, { limit: FRIENDS.read });
  const ids = friends.map((row) => row.friend_id).filter((id) => isOnline(context, id));
  const cards = await presentCards(context, viewer.id, ids);
  return cards.filter((card) => card.isOnline).slice(0, FRIENDS.shown);
}
/** Returns the first steps of a member, or null if all are done or the member dismissed them. */
async function getSteps(context: AppContext, viewer: Viewer) {
  const row = await findSteps(context.db, viewer.id);
  if (row === undefined || row.isDismissed) return null;
  const { isDismissed: _, ...steps } = row;
  return Object.values(steps).every(Boolean) ? null : steps;
}
/** Returns the numbers and people of a member's home page. */
export async function getOverview(context: AppContext, viewer: Viewer) {
  const now = nowMs();
  const [week, day] = [firstIdOf(now - WEEK_MS), firstIdOf(now - DAY_MS)];
  const [games, videos, cloud, ads, friends, steps] = await Promise.all([
    countNewGames(context.db, week, MOST.games),
    countNewOfSubscriptions(context.db, viewer.id, week, MOST.videos),
    getUsage(context, viewer),
    countNewAds(context.db, day, MOST.ads),
    listOnline(context, viewer),
    getSteps(context, viewer),
  ]);
  return { games, videos, cloud: cloud.used, ads, friends, steps };
}
/** Returns popular posts of communities and people whom the viewer does not follow yet. */
export async function listPopular(context: AppContext, viewer: Viewer) {
  const page = { since: firstIdOf(nowMs() - MONTH_MS), read: POPULAR.read, limit: POPULAR.each };
  const [articles, posts] = await Promise.all([
    listPopularArticles(context, viewer, page),
    listPopularPosts(context, viewer, page),
  ]);
  const items = [
    ...articles.map(({ article, score }) => ({ kind: 'article' as const, article, score })),
    ...posts.map(({ post, score }) => ({ kind: 'post' as const, post, score })),
  ];
  return {
    items: items
      .toSorted((a, b) => b.score - a.score)
      .slice(0, POPULAR.shown)
      .map(({ score: _, ...item }) => item),
  };
}
/** Hides the first steps of a member for good. Idempotent. */
export const dismissSteps = (context: AppContext, viewer: Viewer) =>
  insertDismissal(context.db, viewer.id);

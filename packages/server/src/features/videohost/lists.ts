import { fault } from '@respa/contract/faults';
import { parseDay } from '@respa/contract/lifetimes';
import { PAGE_SIZES, VIDEOHOST } from '@respa/contract/limits';
import type { Category } from '@respa/contract/videohost';
import type { Ground } from '#platform/ground.ts';
import { firstIdOf } from '#platform/ids.ts';
import { bounds, type Paging } from '#platform/paging.ts';
import type { Viewer } from '#platform/serve.ts';
import { rememberTotal } from '#platform/totals.ts';
import { findRelation, foldQuery } from '#features/people/service.ts';
import { getStanding, presentChannels } from './channels.ts';
import * as queries from './list-queries.ts';
import { roleOf, runs } from './policy.ts';
import { picksOf, type PickKind } from './ranking.ts';
import { countListed } from './video-queries.ts';
import { showCards } from './videos.ts';

type Given = Paging & { category?: Category | undefined; since?: string | undefined };
/** A list that goes along an index. The search goes through titles, descriptions and categories. */
export async function listVideos(
  ground: Ground,
  viewer: Viewer,
  by: 'new' | 'popular',
  given: Given,
) {
  const { limit, skip } = bounds(given);
  const what = { folded: foldQuery(given.q ?? ''), category: given.category, since: given.since };
  const [picked, count] = await Promise.all([
    queries.pickListed(ground.db, viewer.id, {
      by,
      ...what,
      before: given.before,
      skip,
      limit: limit + 1,
    }),
    what.folded === '' && what.since === undefined
      ? countListed(ground.db, what.category)
      : rememberTotal(ground, `videos ${JSON.stringify(what)}`, () =>
          ground.lagging.read(null, (db) => queries.countFound(db, what, PAGE_SIZES.wholeList)),
        ),
  ]);
  return {
    videos: await showCards(ground, viewer, picked.slice(0, limit)),
    count,
    isLast: picked.length <= limit,
  };
}
/** The newest, none of them older than a day: ISO or dd.mm.yyyy. Throws `bad_date`. */
export async function listNew(ground: Ground, viewer: Viewer, date: string, given: Paging) {
  const time = parseDay(date);
  if (time === null) throw fault('bad_date', { text: 'Неверная дата.' });
  return listVideos(ground, viewer, 'new', { ...given, since: firstIdOf(Math.max(0, time)) });
}
/** Videos of a channel, newest first: those who run it see what is not ready too, friends of its owner what is for them. Throws `not_found`. */
export async function listOfChannel(
  ground: Ground,
  viewer: Viewer,
  channelId: string,
  given: Paging,
) {
  const channel = await getStanding(ground, viewer, channelId);
  const sees = runs(roleOf(viewer.id, channel))
    ? 'all'
    : (await findRelation(ground.db, viewer.id, channel.admin_id)) === 'friends'
      ? 'friends'
      : 'listed';
  const { limit, skip } = bounds(given);
  const picked = await queries.pickOfChannel(ground.db, channelId, {
    sees,
    folded: foldQuery(given.q ?? ''),
    before: given.before,
    skip,
    limit: limit + 1,
  });
  return {
    videos: await showCards(ground, viewer, picked.slice(0, limit)),
    count: channel.videos_count,
    isLast: picked.length <= limit,
  };
}
/** What the channels that the caller reads have, newest first. */
export async function listSubscribedVideos(
  ground: Ground,
  viewer: Viewer,
  given: { before?: string; limit?: number },
) {
  const limit = given.limit ?? VIDEOHOST.page;
  const picked = await queries.pickSubscribedVideos(ground.db, viewer.id, given.before, limit + 1);
  return {
    videos: await showCards(ground, viewer, picked.slice(0, limit)),
    count: picked.length,
    isLast: picked.length <= limit,
  };
}

/**
 * A list made for one member: what was picked, the best first, then the newest. `before` is the last video that the caller has seen: among those that were picked it
 * says how far one has come in them, else how far in the newest.
 */
export async function listPicked(
  ground: Ground,
  viewer: Viewer,
  kind: Exclude<PickKind, 'channels'>,
  given: Paging,
  few = false,
) {
  if (foldQuery(given.q ?? '') !== '') return listVideos(ground, viewer, 'new', given);
  const { limit, skip } = few ? { limit: VIDEOHOST.main, skip: 0 } : bounds(given);
  const picks = await queries.sieveListed(
    ground.db,
    viewer.id,
    await picksOf(ground, viewer.id, kind),
  );
  const place = given.before === undefined ? -1 : picks.indexOf(given.before);
  const isAmong = given.before === undefined || place >= 0;
  const first = isAmong ? picks.slice(place + 1 + skip, place + 2 + skip + limit) : [];
  const rest = await queries.pickListed(ground.db, viewer.id, {
    by: 'new',
    before: isAmong ? undefined : given.before,
    skip: isAmong ? Math.max(0, skip - (picks.length - place - 1)) : 0,
    limit: limit + 1 - first.length,
    without: picks,
    ...(kind === 'recommended' ? { unseenBy: viewer.id } : {}),
  });
  const found = [...first, ...rest];
  return {
    videos: await showCards(ground, viewer, found.slice(0, limit)),
    count: await countListed(ground.db, undefined),
    isLast: found.length <= limit,
  };
}
/** Channels of the categories that the caller watches, then the largest; none of them is the caller's or read by the caller. */
export async function listRecommendedChannels(
  ground: Ground,
  viewer: Viewer,
  given: Paging,
  few = false,
) {
  const { limit, skip } = few ? { limit: VIDEOHOST.main, skip: 0 } : bounds(given);
  const picks = await picksOf(ground, viewer.id, 'channels');
  const place = given.before === undefined ? -1 : picks.indexOf(given.before);
  const found =
    given.before !== undefined && place < 0
      ? []
      : picks.slice(place + 1 + skip, place + 2 + skip + limit);
  const channels = (await presentChannels(ground, viewer.id, found.slice(0, limit))).filter(
    ({ isSubscriber }) => !isSubscriber,
  );
  return { channels, count: picks.length, isLast: found.length <= limit };
}

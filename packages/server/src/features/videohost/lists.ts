import { appError } from '@respa/contract/app-errors';
import { parseDay } from '@respa/contract/lifetimes';
import { PAGE_SIZES, VIDEOHOST } from '@respa/contract/limits';
import type { Category } from '@respa/contract/videohost';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { firstIdOf } from '#platform/runtime/ids.ts';
import { bounds, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { rememberTotal } from '#platform/database/totals.ts';
import { findRelation, foldQuery } from '#features/people/service.ts';
import { getMembership, presentChannels } from './channels/channels.ts';
import * as queries from './list-queries.ts';
import * as memberLists from './watching/member-list-queries.ts';
import { roleOf, isStaff } from './policy.ts';
import { picksOf, type PickKind } from './ranking.ts';
import { countListed } from './video-queries.ts';
import { showCards } from './videos.ts';

type Input = Paging & { category?: Category | undefined; since?: string | undefined };
/**
 * Returns a list in the order of an index. The search covers titles, descriptions and categories.
 */
export async function listVideos(
  context: AppContext,
  viewer: Viewer,
  by: 'new' | 'popular',
  input: Input,
) {
  const { limit, skip } = bounds(input);
  const what = { folded: foldQuery(input.q ?? ''), category: input.category, since: input.since };
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(limit, (most) =>
      queries.pickListed(context.db, viewer.id, {
        by,
        ...what,
        before: input.before,
        skip,
        limit: most,
      }),
    ),
    what.folded === '' && what.since === undefined
      ? countListed(context.db, what.category)
      : rememberTotal(context, `videos ${JSON.stringify(what)}`, () =>
          context.replica.read(null, (db) => queries.countFound(db, what, PAGE_SIZES.wholeList)),
        ),
  ]);
  return {
    videos: await showCards(context, viewer, rows),
    count,
    isLast,
  };
}
/** Returns the newest videos, none older than a day: ISO or dd.mm.yyyy. Throws `bad_date`. */
export async function listNew(context: AppContext, viewer: Viewer, date: string, input: Paging) {
  const time = parseDay(date);
  if (time === null) throw appError('bad_date', { text: 'Неверная дата.' });
  return listVideos(context, viewer, 'new', { ...input, since: firstIdOf(Math.max(0, time)) });
}
/**
 * Returns the videos of a channel, newest first: its staff also see those that are not ready,
 * friends of its owner those for friends. Throws `not_found`.
 */
export async function listOfChannel(
  context: AppContext,
  viewer: Viewer,
  channelId: string,
  input: Paging,
) {
  const channel = await getMembership(context, viewer, channelId);
  const sees = isStaff(roleOf(viewer.id, channel))
    ? 'all'
    : (await findRelation(context.db, viewer.id, channel.admin_id)) === 'friends'
      ? 'friends'
      : 'listed';
  const { limit, skip } = bounds(input);
  const { rows, isLast } = await readPage(limit, (most) =>
    queries.pickOfChannel(context.db, channelId, {
      sees,
      folded: foldQuery(input.q ?? ''),
      before: input.before,
      skip,
      limit: most,
    }),
  );
  return {
    videos: await showCards(context, viewer, rows),
    count: channel.videos_count,
    isLast,
  };
}
/** Returns the videos of the channels that the caller subscribes to, newest first. */
export async function listSubscribedVideos(
  context: AppContext,
  viewer: Viewer,
  input: { before?: string; limit?: number },
) {
  const limit = input.limit ?? VIDEOHOST.page;
  const { rows, isLast } = await readPage(limit, (most) =>
    memberLists.pickSubscribedVideos(context.db, viewer.id, input.before, most),
  );
  return {
    videos: await showCards(context, viewer, rows),
    // The number of all is not known: the video that follows the page is counted, if there is one.
    count: rows.length + (isLast ? 0 : 1),
    isLast,
  };
}

/**
 * Returns a personal list: the picks, best first, then the newest. `before` is the last video that
 * the caller has seen: if it is one of the picks, it gives the position in them, else the position
 * in the newest.
 */
export async function listPicked(
  context: AppContext,
  viewer: Viewer,
  kind: Exclude<PickKind, 'channels'>,
  input: Paging,
  few = false,
) {
  if (foldQuery(input.q ?? '') !== '') return listVideos(context, viewer, 'new', input);
  const { limit, skip } = few ? { limit: VIDEOHOST.main, skip: 0 } : bounds(input);
  const picks = await queries.filterListed(
    context.db,
    viewer.id,
    await picksOf(context, viewer.id, kind),
  );
  const index = input.before === undefined ? -1 : picks.indexOf(input.before);
  const isAmong = input.before === undefined || index >= 0;
  const { rows, isLast } = await readPage(limit, async (most) => {
    const first = isAmong ? picks.slice(index + 1 + skip, index + 1 + skip + most) : [];
    const rest = await queries.pickListed(context.db, viewer.id, {
      by: 'new',
      before: isAmong ? undefined : input.before,
      skip: isAmong ? Math.max(0, skip - (picks.length - index - 1)) : 0,
      limit: most - first.length,
      without: picks,
      ...(kind === 'recommended' ? { unseenBy: viewer.id } : {}),
    });
    return [...first, ...rest];
  });
  return {
    videos: await showCards(context, viewer, rows),
    count: await countListed(context.db, undefined),
    isLast,
  };
}
/**
 * Returns channels of the categories that the caller watches, then the largest; without the
 * caller's own channels and subscriptions.
 */
export async function listRecommendedChannels(
  context: AppContext,
  viewer: Viewer,
  input: Paging,
  few = false,
) {
  const { limit, skip } = few ? { limit: VIDEOHOST.main, skip: 0 } : bounds(input);
  const picks = await picksOf(context, viewer.id, 'channels');
  const index = input.before === undefined ? -1 : picks.indexOf(input.before);
  const { rows, isLast } = await readPage(limit, async (most) =>
    input.before !== undefined && index < 0
      ? []
      : picks.slice(index + 1 + skip, index + 1 + skip + most),
  );
  const channels = (await presentChannels(context, viewer.id, rows)).filter(
    ({ isSubscriber }) => !isSubscriber,
  );
  return { channels, count: picks.length, isLast };
}

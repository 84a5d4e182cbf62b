import { FIRST_SUBSCRIBERS, LISTED_IDS, COMMUNITIES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import { bounds, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import {
  addToCounter as addToPerson,
  findPersonFor,
  lockPerson,
  presentCards,
} from '#features/people/service.ts';
import { findCommunity, addToCounter as addToCommunity, type MembershipRow } from '../queries.ts';
import { notifyStaff, withdrawStaffNotice } from '../notices.ts';
import { assertMay } from '../policy.ts';
import {
  getMembership,
  lockMembership,
  presentCommunities,
  communityChannel,
} from '../communities.ts';
import * as queries from './subscription-queries.ts';

/**
 * Unsubscribes a user from a community whose lock is held; an editor loses that role. Returns
 * whether the user was subscribed.
 */
export async function part(
  context: AppContext,
  tx: Tx,
  after: After,
  row: MembershipRow,
  userId: string,
): Promise<boolean> {
  if (!(await queries.deleteSubscription(tx, row.id, userId))) return false;
  await addToCommunity(tx, row.id, 'subscribers_count', -1);
  await addToPerson(tx, userId, 'subscribes_count', -1);
  await withdrawStaffNotice(context, tx, after, row.id, userId, 'subscribe', null);
  after(() => context.live.leaveTagged(`own:${userId}`, communityChannel(row.id)));
  return true;
}
/**
 * Toggles a subscription, or sets it to `state`. Throws `not_found`, `banned_here`,
 * `too_many_subscriptions`.
 */
export const subscribe = (context: AppContext, viewer: Viewer, id: string, state?: 'on' | 'off') =>
  transaction(context, async (tx, after) => {
    const row = await lockMembership(tx, viewer, id);
    const wanted = state === undefined ? !row.is_subscriber : state === 'on';
    if (wanted === row.is_subscriber)
      return { isSubscriber: wanted, subscribersCount: row.subscribers_count };
    if (!wanted) {
      await part(context, tx, after, row, viewer.id);
      return { isSubscriber: false, subscribersCount: row.subscribers_count - 1 };
    }
    assertMay(viewer, row, 'join');
    const person = await lockPerson(tx, viewer.id);
    if (person === undefined) throw appError('not_found');
    if (person.subscribes_count >= COMMUNITIES.read) throw appError('too_many_subscriptions');
    await queries.insertSubscription(tx, id, viewer.id, newId());
    await addToCommunity(tx, id, 'subscribers_count', 1);
    await addToPerson(tx, viewer.id, 'subscribes_count', 1);
    await notifyStaff(context, tx, after, row, { by: viewer.id, type: 'subscribe', postId: null });
    after(() => context.live.joinTagged(`own:${viewer.id}`, communityChannel(id)));
    return { isSubscriber: true, subscribersCount: row.subscribers_count + 1 };
  });
/**
 * Ends a subscription. Returns one community that is not on the screen, to fill the gap.
 * Idempotent. Throws `not_found`.
 */
export async function unsubscribe(
  context: AppContext,
  viewer: Viewer,
  id: string,
  shown: string[],
) {
  await subscribe(context, viewer, id, 'off');
  const next = await queries.findOther(context.db, viewer.id, [
    ...shown.filter(isId).slice(0, LISTED_IDS),
    id,
  ]);
  return {
    isSubscriber: false,
    newSubscribe:
      next === undefined
        ? null
        : ((await presentCommunities(context, viewer.id, [next]))[0] ?? null),
  };
}
export const isSubscribed = async (
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<boolean> => (await getMembership(context, viewer, id)).is_subscriber;
/** Returns the newest subscribers of a community. Throws `not_found`. */
export async function listFirst(context: AppContext, viewer: Viewer, id: string) {
  const row = await getMembership(context, viewer, id);
  return {
    subscribers: await presentCards(
      context,
      viewer.id,
      await queries.pickSubscribers(context.db, id, { skip: 0, limit: FIRST_SUBSCRIBERS }),
    ),
    count: row.subscribers_count,
  };
}
/**
 * Returns a person's subscriptions or a community's subscribers, newest first, depending on the id.
 * `before` is the last id that the caller has seen. Throws `not_found`.
 */
export async function listSubscribes(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: Paging,
) {
  const { limit, skip } = bounds(input);
  const community = isId(id) ? await findCommunity(context.db, id, viewer.id) : undefined;
  const person =
    community === undefined && isId(id)
      ? await findPersonFor(context.db, id, viewer.id)
      : undefined;
  if (community === undefined && person === undefined) throw appError('not_found');
  const before =
    input.before === undefined
      ? undefined
      : await (community === undefined
          ? queries.findSubscription(context.db, input.before, id)
          : queries.findSubscription(context.db, id, input.before));
  const pick = community === undefined ? queries.pickSubscribed : queries.pickSubscribers;
  const { rows: ids, isLast } = await readPage(limit, (most) =>
    pick(context.db, id, { before, skip, limit: most }),
  );
  return {
    subscribes: community === undefined ? await presentCommunities(context, viewer.id, ids) : [],
    subscribers: community === undefined ? [] : await presentCards(context, viewer.id, ids),
    count: community?.subscribers_count ?? person!.subscribes_count,
    isLast,
  };
}
/** Returns a user's newest subscriptions, for the block on the page. */
export const newestSubscribes = async (
  context: AppContext,
  viewerId: string,
  userId: string,
  limit: number,
) =>
  presentCommunities(
    context,
    viewerId,
    await queries.pickSubscribed(context.db, userId, { skip: 0, limit }),
  );
/** Returns communities that the viewer and another user both follow, and the number of all. */
export async function listShared(
  context: AppContext,
  viewerId: string,
  otherId: string,
  limit: number,
) {
  const rows = await queries.pickShared(context.db, otherId, viewerId, limit);
  return {
    communities: await presentCommunities(
      context,
      viewerId,
      rows.map((row) => row.public_id),
    ),
    communitiesCount: rows[0]?.count ?? 0,
  };
}
/**
 * The newest subscriptions that a stream follows live; articles of the others appear when the page
 * is reloaded.
 */
const MAX_LIVE_SUBSCRIPTIONS = 500;
export const listPublicChannels = async (context: AppContext, userId: string): Promise<string[]> =>
  (
    await queries.pickSubscribed(context.db, userId, { skip: 0, limit: MAX_LIVE_SUBSCRIPTIONS })
  ).map(communityChannel);

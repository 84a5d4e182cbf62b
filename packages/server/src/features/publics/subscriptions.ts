import { FIRST_SUBSCRIBERS, LISTED_IDS, PUBLICS } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { isId, newId } from '#platform/ids.ts';
import { bounds, type Paging } from '#platform/paging.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction, type After } from '#platform/transaction.ts';
import {
  addToCounter as addToPerson,
  findPersonFor,
  lockPerson,
  presentCards,
} from '#features/people/service.ts';
import { findPublic, addToCounter as addToPublic, type StandingRow } from './queries.ts';
import { tellStaff, untellStaff } from './notices.ts';
import { assertMay } from './policy.ts';
import { getStanding, lockStanding, presentPublics, publicChannel } from './groups.ts';
import * as queries from './subscription-queries.ts';

/** Takes somebody out of a group that is held; answers whether they were in it. Whoever edits it is an editor no longer. */
export async function part(
  ground: Ground,
  tx: Tx,
  after: After,
  row: StandingRow,
  userId: string,
): Promise<boolean> {
  if (!(await queries.deleteSubscription(tx, row.id, userId))) return false;
  await addToPublic(tx, row.id, 'subscribers_count', -1);
  await addToPerson(tx, userId, 'subscribes_count', -1);
  await untellStaff(ground, tx, after, row.id, userId, 'subscribe', null);
  after(() => ground.live.leaveTagged(`own:${userId}`, publicChannel(row.id)));
  return true;
}
/** Turns a subscription over, or brings it to `state`. Throws `not_found`, `banned_here`, `too_many_subscriptions`. */
export const subscribe = (ground: Ground, viewer: Viewer, id: string, state?: 'on' | 'off') =>
  transaction(ground, async (tx, after) => {
    const row = await lockStanding(tx, viewer, id);
    const wanted = state === undefined ? !row.is_subscriber : state === 'on';
    if (wanted === row.is_subscriber)
      return { isSubscriber: wanted, subscribersCount: row.subscribers_count };
    if (!wanted) {
      await part(ground, tx, after, row, viewer.id);
      return { isSubscriber: false, subscribersCount: row.subscribers_count - 1 };
    }
    assertMay(viewer, row, 'join');
    const person = await lockPerson(tx, viewer.id);
    if (person === undefined) throw fault('not_found');
    if (person.subscribes_count >= PUBLICS.read) throw fault('too_many_subscriptions');
    await queries.insertSubscription(tx, id, viewer.id, newId());
    await addToPublic(tx, id, 'subscribers_count', 1);
    await addToPerson(tx, viewer.id, 'subscribes_count', 1);
    await tellStaff(ground, tx, after, row, { by: viewer.id, type: 'subscribe', postId: null });
    after(() => ground.live.joinTagged(`own:${viewer.id}`, publicChannel(id)));
    return { isSubscriber: true, subscribersCount: row.subscribers_count + 1 };
  });
/** Ends a subscription; answers one group that is not on the screen to fill the gap. Idempotent. Throws `not_found`. */
export async function unsubscribe(ground: Ground, viewer: Viewer, id: string, shown: string[]) {
  await subscribe(ground, viewer, id, 'off');
  const next = await queries.findOther(ground.db, viewer.id, [
    ...shown.filter(isId).slice(0, LISTED_IDS),
    id,
  ]);
  return {
    isSubscriber: false,
    newSubscribe:
      next === undefined ? null : ((await presentPublics(ground, viewer.id, [next]))[0] ?? null),
  };
}
export const isSubscribed = async (ground: Ground, viewer: Viewer, id: string): Promise<boolean> =>
  (await getStanding(ground, viewer, id)).is_subscriber;
/** The newest readers of a group. Throws `not_found`. */
export async function listFirst(ground: Ground, viewer: Viewer, id: string) {
  const row = await getStanding(ground, viewer, id);
  return {
    subscribers: await presentCards(
      ground,
      viewer.id,
      await queries.pickSubscribers(ground.db, id, { skip: 0, limit: FIRST_SUBSCRIBERS }),
    ),
    count: row.subscribers_count,
  };
}
/** What a person reads, or who reads a group, newest first; the id tells which. `before` is the last id that the caller has seen. Throws `not_found`. */
export async function listSubscribes(ground: Ground, viewer: Viewer, id: string, given: Paging) {
  const { limit, skip } = bounds(given);
  const group = isId(id) ? await findPublic(ground.db, id, viewer.id) : undefined;
  const person =
    group === undefined && isId(id) ? await findPersonFor(ground.db, id, viewer.id) : undefined;
  if (group === undefined && person === undefined) throw fault('not_found');
  const before =
    given.before === undefined
      ? undefined
      : await (group === undefined
          ? queries.findSubscription(ground.db, given.before, id)
          : queries.findSubscription(ground.db, id, given.before));
  const page = { before, skip, limit: limit + 1 };
  const picked =
    group === undefined
      ? await queries.pickSubscribed(ground.db, id, page)
      : await queries.pickSubscribers(ground.db, id, page);
  const ids = picked.slice(0, limit);
  return {
    subscribes: group === undefined ? await presentPublics(ground, viewer.id, ids) : [],
    subscribers: group === undefined ? [] : await presentCards(ground, viewer.id, ids),
    count: group?.subscribers_count ?? person!.subscribes_count,
    isLast: picked.length <= limit,
  };
}
/** The newest subscriptions of somebody, for the block on the page. */
export const newestSubscribes = async (
  ground: Ground,
  viewerId: string,
  userId: string,
  limit: number,
) =>
  presentPublics(
    ground,
    viewerId,
    await queries.pickSubscribed(ground.db, userId, { skip: 0, limit }),
  );
/** So many newest subscriptions are heard live; what comes in others is found when the page is read anew. */
const MOST_HEARD = 500;
export const listPublicChannels = async (ground: Ground, userId: string): Promise<string[]> =>
  (await queries.pickSubscribed(ground.db, userId, { skip: 0, limit: MOST_HEARD })).map(
    publicChannel,
  );

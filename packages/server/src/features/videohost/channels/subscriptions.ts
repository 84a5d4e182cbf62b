import { appError } from '@respa/contract/app-errors';
import { VIDEOHOST } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { bounds, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { lockPerson } from '#features/people/service.ts';
import * as memberships from './membership-queries.ts';
import * as queries from './channel-queries.ts';
import { getMembership, lockMembership, presentChannels } from './channels.ts';

/**
 * Toggles a subscription, or sets it to `state`. A helper who unsubscribes loses that role. Throws
 * `not_found`, `too_many_channels`.
 */
export const subscribe = (context: AppContext, viewer: Viewer, id: string, state?: 'on' | 'off') =>
  transaction(context, async (tx) => {
    await lockPerson(tx, viewer.id);
    const row = await lockMembership(tx, viewer, id);
    const wanted = state === undefined ? !row.is_subscriber : state === 'on';
    if (wanted === row.is_subscriber)
      return { isSubscriber: wanted, subscribersCount: row.subscribers_count };
    if (wanted) {
      if ((await memberships.countSubscribed(tx, viewer.id, VIDEOHOST.read)) >= VIDEOHOST.read)
        throw appError('too_many_channels');
      await memberships.insertSubscription(tx, id, viewer.id, newId());
    } else {
      await memberships.deleteSubscription(tx, id, viewer.id);
      await memberships.deleteHelper(tx, id, viewer.id);
    }
    const by = wanted ? 1 : -1;
    await queries.addToCounter(tx, id, 'subscribers_count', by);
    return { isSubscriber: wanted, subscribersCount: row.subscribers_count + by };
  });
export const isSubscribed = async (
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<boolean> => (await getMembership(context, viewer, id)).is_subscriber;
/**
 * Returns the caller's subscriptions, newest first; `before` is the last channel that the caller
 * has seen.
 */
export async function listSubscribed(
  context: AppContext,
  viewer: Viewer,
  input: Paging,
  few = false,
) {
  const { limit, skip } = few ? { limit: VIDEOHOST.main, skip: 0 } : bounds(input);
  const before =
    input.before === undefined
      ? undefined
      : await memberships.findSubscription(context.db, input.before, viewer.id);
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(limit, (most) =>
      queries.pickSubscribed(context.db, viewer.id, { before, skip, limit: most }),
    ),
    memberships.countSubscribed(context.db, viewer.id, VIDEOHOST.read),
  ]);
  return {
    channels: await presentChannels(
      context,
      viewer.id,
      rows.map((one) => one.channel_id),
    ),
    count,
    isLast,
  };
}

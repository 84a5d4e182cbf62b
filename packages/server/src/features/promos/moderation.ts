import { sql } from 'kysely';
import { appError } from '@respa/contract/app-errors';
import { PROMOS } from '@respa/contract/limits';
import { endOf } from '@respa/contract/lifetimes';
import { now } from '#platform/runtime/clock.ts';
import { readPage } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { beginningOf, toModeratedItems, type Moderation } from '#platform/runtime/moderation.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { notify } from '#features/notifications/service.ts';
import type { ShownPromo } from './present.ts';
import * as queries from './queries.ts';
import { getPromo, presentAll, removePromo } from './service.ts';

/**
 * Returns the ads that wait for the admin's decision, oldest first, and their number, counted up to
 * a thousand. `after` is the last one that the admin has seen.
 */
export async function listWaiting(context: AppContext, viewer: Viewer, after?: string) {
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(PROMOS.page, (limit) => queries.pickWaiting(context.db, { after, limit })),
    queries.countWaiting(context.db),
  ]);
  return {
    ads: await presentAll(context, viewer, rows),
    count,
    isLast,
  };
}
/** Records the admin's decision, once, and notifies the author. */
async function decide(
  context: AppContext,
  viewer: Viewer,
  id: string,
  word: {
    action: 'approve_promo' | 'refuse_promo';
    reason?: string;
    title: (name: string) => string;
    change: (row: queries.PromoRow) => Parameters<typeof queries.updatePromo>[2];
  },
): Promise<ShownPromo> {
  if (!isId(id)) throw appError('not_found');
  await transaction(context, async (tx, after) => {
    const row = await queries.lockPromo(tx, id);
    if (row === undefined) throw appError('not_found');
    if (row.state !== 'waiting') throw appError('not_waiting');
    await queries.updatePromo(tx, id, word.change(row));
    await notify(context, tx, after, {
      to: row.owner_id,
      from: row.owner_id,
      type: 'promo',
      title: word.title(row.title),
      postType: 'innerad',
      postId: id,
    });
    await context.signals.emit('adminActed', {
      tx,
      adminId: viewer.id,
      action: word.action,
      kind: 'promo',
      objectId: id,
      personId: row.owner_id,
      ...(word.reason === undefined ? {} : { reason: word.reason }),
    });
  });
  return getPromo(context, viewer, id);
}
/**
 * Approves an ad: it is shown from now on, for its number of days. Throws `not_found`,
 * `not_waiting`.
 */
export const approvePromo = (
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<ShownPromo> =>
  decide(context, viewer, id, {
    action: 'approve_promo',
    title: (name) => `Реклама «${name}» одобрена и показывается`,
    change: ({ days }) => ({ state: 'shown', approved_at: now(), ends_at: endOf(now(), days) }),
  });
/** Rejects an ad and notifies its author of the reason. Throws `not_found`, `not_waiting`. */
export const refusePromo = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<ShownPromo> =>
  decide(context, viewer, id, {
    action: 'refuse_promo',
    reason,
    title: (name) => `Реклама «${name}» отклонена: ${reason}`,
    change: () => ({ state: 'refused', reason }),
  });

/** Promo ads in the admin panel. */
export const moderatePromos = (context: AppContext): Moderation => ({
  async describe(ids) {
    const rows = await context.db
      .selectFrom('promos')
      .select(['id', 'owner_id', 'title', 'text'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return toModeratedItems(rows, (row) => ({
      ownerId: row.owner_id,
      title: `Реклама «${row.title}»`,
      text: beginningOf(row.text),
      link: `/innerad/${row.id}`,
    }));
  },
  takeDown: (tx, after, id) => removePromo(context, tx, after, id),
});

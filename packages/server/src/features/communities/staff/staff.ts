import { PAGE_SIZES, COMMUNITIES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { namesOf, removeMedia } from '#features/media/service.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import {
  addToCounter as addToPerson,
  getPerson,
  lockPerson,
  presentCards,
} from '#features/people/service.ts';
import { takeProposals } from '../articles/article-queries.ts';
import { assertMay, roleOf } from '../policy.ts';
import { addToCounter, updateCommunity, type MembershipRow } from '../queries.ts';
import { assertMayLead, getCommunity, getMembership, lockMembership } from '../communities.ts';
import * as queries from './staff-queries.ts';
import { insertSubscription, isSubscriber } from './subscription-queries.ts';
import { part } from './subscriptions.ts';
import { readPage } from '#platform/database/paging.ts';

/** Returns the staff of a community. Throws `not_found`. */
export async function listStaff(context: AppContext, viewer: Viewer, id: string) {
  const community = await getMembership(context, viewer, id);
  const editors = await queries.listEditors(context.db, id);
  const cards = await presentCards(context, viewer.id, [community.admin_id, ...editors]);
  return {
    admin: cards.find((card) => card._id === community.admin_id) ?? null,
    editors: cards.filter((card) => card._id !== community.admin_id),
  };
}
async function lockLed(tx: Tx, viewer: Viewer, id: string, userId: string): Promise<MembershipRow> {
  const community = await lockMembership(tx, viewer, id);
  assertMay(viewer, community, 'lead');
  if (userId === viewer.id) throw appError('self');
  if (!(await isSubscriber(tx, id, userId))) throw appError('not_subscribed');
  return community;
}
const notifyMember = (
  context: AppContext,
  tx: Tx,
  after: After,
  viewer: Viewer,
  to: string,
  community: MembershipRow,
  title: string,
) =>
  notify(context, tx, after, {
    to,
    from: viewer.id,
    type: 'public',
    title,
    postType: 'public',
    postId: community.id,
  });

/**
 * Makes a subscriber an editor. Idempotent. Throws `not_found`, `forbidden`, `self`,
 * `not_subscribed`, `too_many_editors`.
 */
export async function addEditor(
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> {
  await getPerson(context, viewer.id, userId);
  await transaction(context, async (tx, after) => {
    const community = await lockLed(tx, viewer, id, userId);
    const editors = await queries.listEditors(tx, id);
    if (editors.includes(userId)) return;
    if (editors.length >= COMMUNITIES.editors) throw appError('too_many_editors');
    await queries.insertEditor(tx, id, userId);
    await notifyMember(
      context,
      tx,
      after,
      viewer,
      userId,
      community,
      `Теперь вы редактор группы «${community.name}»`,
    );
  });
}
/**
 * Revokes an editor's role; an editor may give up their own. Idempotent. Throws `not_found`,
 * `forbidden`.
 */
export const removeEditor = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> =>
  transaction(context, async (tx, after) => {
    const community = await lockMembership(tx, viewer, id);
    if (userId !== viewer.id) assertMay(viewer, community, 'lead');
    if (!(await queries.deleteEditor(tx, id, userId)) || userId === viewer.id) return;
    await withdraw(context, tx, after, { object: id, to: userId });
    await notifyMember(
      context,
      tx,
      after,
      viewer,
      userId,
      community,
      `Вы больше не редактор группы «${community.name}»`,
    );
  });
/**
 * Makes a subscriber the community's admin; the previous admin becomes an editor. Throws
 * `not_found`, `forbidden`, `self`, `not_subscribed`, `too_many_publics`.
 */
export async function transferGroup(
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
) {
  await getPerson(context, viewer.id, userId);
  await transaction(context, async (tx, after) => {
    const community = await lockLed(tx, viewer, id, userId);
    await lockPerson(tx, userId);
    await assertMayLead(tx, userId);
    await queries.deleteEditor(tx, id, userId);
    await queries.insertEditor(tx, id, viewer.id);
    await updateCommunity(tx, id, { admin_id: userId });
    await notifyMember(
      context,
      tx,
      after,
      viewer,
      userId,
      community,
      `Теперь вы ведёте группу «${community.name}»`,
    );
  });
  return getCommunity(context, viewer, id);
}
/**
 * Bans a user: no subscription, no comments, no proposals; their pending proposals are deleted.
 * Idempotent. Throws `not_found`, `self`, `forbidden`, also for a ban of staff.
 */
export async function ban(
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
  reason: string,
): Promise<void> {
  if (userId === viewer.id) throw appError('self');
  await getPerson(context, null, userId);
  await transaction(context, async (tx, after) => {
    const community = await lockMembership(tx, viewer, id);
    assertMay(viewer, community, 'run');
    const isLeader = community.admin_id === userId;
    if (
      isLeader ||
      ((await queries.listEditors(tx, id)).includes(userId) &&
        roleOf(viewer.id, community) !== 'admin')
    )
      throw appError('forbidden');
    await queries.deleteEditor(tx, id, userId);
    await part(context, tx, after, community, userId);
    for (const { id: postId, pictures } of await takeProposals(tx, userId, id)) {
      await withdraw(context, tx, after, { objects: [postId] });
      await removeMedia(context, tx, after, 'publicposts', namesOf(pictures));
    }
    await queries.insertBan(tx, id, userId, reason);
  });
}
/** Idempotent. Throws `not_found`, `forbidden`. */
export async function unban(
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> {
  assertMay(viewer, await getMembership(context, viewer, id), 'run');
  await queries.deleteBan(context.db, id, userId);
}
/**
 * Returns the banned users, the latest first. `before` is the last person that the caller has seen.
 * Throws `not_found`, `forbidden`.
 */
export async function listBans(context: AppContext, viewer: Viewer, id: string, before?: string) {
  assertMay(viewer, await getMembership(context, viewer, id), 'run');
  const { rows, isLast } = await readPage(PAGE_SIZES.named, (limit) =>
    queries.pickBans(context.db, id, { before, limit }),
  );
  const cards = new Map(
    (
      await presentCards(
        context,
        viewer.id,
        rows.map((row) => row.user_id),
      )
    ).map((card) => [card._id, card]),
  );
  return {
    bans: rows.flatMap((row) =>
      cards.has(row.user_id)
        ? [
            {
              person: cards.get(row.user_id)!,
              reason: row.reason,
              date: row.created_at.toISOString(),
            },
          ]
        : [],
    ),
    isLast,
  };
}
/**
 * Hands a community over on account deletion of its admin. Returns false if there is no successor.
 */
export async function transferToSuccessor(
  context: AppContext,
  tx: Tx,
  after: After,
  community: { id: string; name: string },
  goneId: string,
): Promise<boolean> {
  const successor = await queries.findSuccessor(tx, community.id, goneId);
  if (successor === undefined) return false;
  await queries.deleteEditor(tx, community.id, successor);
  await updateCommunity(tx, community.id, { admin_id: successor });
  if (!(await isSubscriber(tx, community.id, successor))) {
    // The leader of a community is always a subscriber.
    await insertSubscription(tx, community.id, successor, newId());
    await addToCounter(tx, community.id, 'subscribers_count', 1);
    await addToPerson(tx, successor, 'subscribes_count', 1);
  }
  after(() =>
    context.live.publish(`user:${successor}`, {
      data: { type: 'public-notice', publicId: community.id },
    }),
  );
  return true;
}

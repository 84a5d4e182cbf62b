import { PAGE_SIZES, PUBLICS } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction, type After } from '#platform/transaction.ts';
import { namesOf, removeMedia } from '#features/media/service.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import {
  addToCounter as addToPerson,
  getPerson,
  lockPerson,
  presentCards,
} from '#features/people/service.ts';
import { takeProposals } from './article-queries.ts';
import { assertMay, roleOf } from './policy.ts';
import { addToCounter, updatePublic, type StandingRow } from './queries.ts';
import { assertMayLead, getPublic, getStanding, lockStanding } from './groups.ts';
import * as queries from './staff-queries.ts';
import { insertSubscription, isSubscriber } from './subscription-queries.ts';
import { part } from './subscriptions.ts';

/** Who runs a group. Throws `not_found`. */
export async function listStaff(ground: Ground, viewer: Viewer, id: string) {
  const group = await getStanding(ground, viewer, id);
  const editors = await queries.listEditors(ground.db, id);
  const cards = await presentCards(ground, viewer.id, [group.admin_id, ...editors]);
  return {
    admin: cards.find((card) => card._id === group.admin_id) ?? null,
    editors: cards.filter((card) => card._id !== group.admin_id),
  };
}
async function lockLed(tx: Tx, viewer: Viewer, id: string, userId: string): Promise<StandingRow> {
  const group = await lockStanding(tx, viewer, id);
  assertMay(viewer, group, 'lead');
  if (userId === viewer.id) throw fault('self');
  if (!(await isSubscriber(tx, id, userId))) throw fault('not_subscribed');
  return group;
}
const tell = (
  ground: Ground,
  tx: Tx,
  after: After,
  viewer: Viewer,
  to: string,
  group: StandingRow,
  title: string,
) =>
  notify(ground, tx, after, {
    to,
    from: viewer.id,
    type: 'public',
    title,
    postType: 'public',
    postId: group.id,
  });

/** Lets a reader write for the group. Idempotent. Throws `not_found`, `forbidden`, `self`, `not_subscribed`, `too_many_editors`. */
export async function addEditor(
  ground: Ground,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> {
  await getPerson(ground, viewer.id, userId);
  await transaction(ground, async (tx, after) => {
    const group = await lockLed(tx, viewer, id, userId);
    const editors = await queries.listEditors(tx, id);
    if (editors.includes(userId)) return;
    if (editors.length >= PUBLICS.editors) throw fault('too_many_editors');
    await queries.insertEditor(tx, id, userId);
    await tell(
      ground,
      tx,
      after,
      viewer,
      userId,
      group,
      `Теперь вы редактор группы «${group.name}»`,
    );
  });
}
/** Takes an editor's rights back; an editor may give up their own. Idempotent. Throws `not_found`, `forbidden`. */
export const removeEditor = (
  ground: Ground,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> =>
  transaction(ground, async (tx, after) => {
    const group = await lockStanding(tx, viewer, id);
    if (userId !== viewer.id) assertMay(viewer, group, 'lead');
    if (!(await queries.deleteEditor(tx, id, userId)) || userId === viewer.id) return;
    await withdraw(ground, tx, after, { object: id, to: userId });
    await tell(
      ground,
      tx,
      after,
      viewer,
      userId,
      group,
      `Вы больше не редактор группы «${group.name}»`,
    );
  });
/** Makes another reader the group's admin; who was it becomes an editor. Throws `not_found`, `forbidden`, `self`, `not_subscribed`, `too_many_publics`. */
export async function handOver(ground: Ground, viewer: Viewer, id: string, userId: string) {
  await getPerson(ground, viewer.id, userId);
  await transaction(ground, async (tx, after) => {
    const group = await lockLed(tx, viewer, id, userId);
    await lockPerson(tx, userId);
    await assertMayLead(tx, userId);
    await queries.deleteEditor(tx, id, userId);
    await queries.insertEditor(tx, id, viewer.id);
    await updatePublic(tx, id, { admin_id: userId });
    await tell(ground, tx, after, viewer, userId, group, `Теперь вы ведёте группу «${group.name}»`);
  });
  return getPublic(ground, viewer, id);
}
/** Shuts somebody out: no subscription, no comments, no proposals; what they proposed goes. Idempotent. Throws `not_found`, `self`, `forbidden`, also against those who run the group. */
export async function ban(
  ground: Ground,
  viewer: Viewer,
  id: string,
  userId: string,
  reason: string,
): Promise<void> {
  if (userId === viewer.id) throw fault('self');
  await getPerson(ground, null, userId);
  await transaction(ground, async (tx, after) => {
    const group = await lockStanding(tx, viewer, id);
    assertMay(viewer, group, 'run');
    const isLeader = group.admin_id === userId;
    if (
      isLeader ||
      ((await queries.listEditors(tx, id)).includes(userId) && roleOf(viewer.id, group) !== 'admin')
    )
      throw fault('forbidden');
    await queries.deleteEditor(tx, id, userId);
    await part(ground, tx, after, group, userId);
    for (const { id: postId, pictures } of await takeProposals(tx, userId, id)) {
      await withdraw(ground, tx, after, { objects: [postId] });
      await removeMedia(ground, tx, after, 'publicposts', namesOf(pictures));
    }
    await queries.insertBan(tx, id, userId, reason);
  });
}
/** Idempotent. Throws `not_found`, `forbidden`. */
export async function unban(
  ground: Ground,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> {
  assertMay(viewer, await getStanding(ground, viewer, id), 'run');
  await queries.deleteBan(ground.db, id, userId);
}
/** Who is shut out, the latest first. `before` is the last person that the caller has seen. Throws `not_found`, `forbidden`. */
export async function listBans(ground: Ground, viewer: Viewer, id: string, before?: string) {
  assertMay(viewer, await getStanding(ground, viewer, id), 'run');
  const picked = await queries.pickBans(ground.db, id, { before, limit: PAGE_SIZES.named + 1 });
  const rows = picked.slice(0, PAGE_SIZES.named);
  const cards = new Map(
    (
      await presentCards(
        ground,
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
    isLast: picked.length <= PAGE_SIZES.named,
  };
}
/** A group passes to somebody else because its admin goes for good; answers false where nobody is left. */
export async function inherit(
  ground: Ground,
  tx: Tx,
  after: After,
  group: { id: string; name: string },
  goneId: string,
): Promise<boolean> {
  const heir = await queries.findHeir(tx, group.id, goneId);
  if (heir === undefined) return false;
  await queries.deleteEditor(tx, group.id, heir);
  await updatePublic(tx, group.id, { admin_id: heir });
  if (!(await isSubscriber(tx, group.id, heir))) {
    // Whoever leads a group reads it.
    await insertSubscription(tx, group.id, heir, newId());
    await addToCounter(tx, group.id, 'subscribers_count', 1);
    await addToPerson(tx, heir, 'subscribes_count', 1);
  }
  after(() =>
    ground.live.publish(`user:${heir}`, { data: { type: 'public-notice', publicId: group.id } }),
  );
  return true;
}

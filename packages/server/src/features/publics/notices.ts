import type { PublicNoticeType } from '@respa/contract/publics';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import type { After } from '#platform/transaction.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import { gatherCards, presenceFor, presentCard, removedPerson } from '#features/people/service.ts';
import { findArticle } from './article-queries.ts';
import * as queries from './notice-queries.ts';
import { assertMay } from './policy.ts';
import { findPublic, type PublicRow } from './queries.ts';
import { getStanding } from './groups.ts';
import { listEditors } from './staff-queries.ts';

/** What a group is told after the name of who did it; without gender, so that it fits everybody. */
const TEXTS: Record<PublicNoticeType, string> = {
  subscribe: 'Новый подписчик',
  like: 'Нравится запись',
  comment: 'Новый комментарий к записи',
  proposal: 'Предлагает запись',
};

type Event = { by: string; type: PublicNoticeType; postId: string | null };
/** Tells those who run a group of something that a reader did, in the transaction that makes it true: in the group's own list, and by the bell in one line for each group. */
export async function tellStaff(
  ground: Ground,
  tx: Tx,
  after: After,
  group: Pick<PublicRow, 'id' | 'name' | 'admin_id'>,
  { by, type, postId }: Event,
): Promise<void> {
  const staff = [group.admin_id, ...(await listEditors(tx, group.id))];
  if (staff.includes(by)) return;
  await queries.saveNotice(tx, {
    id: newId(),
    public_id: group.id,
    from_id: by,
    type,
    post_id: postId,
  });
  for (const to of staff.toSorted())
    await notify(ground, tx, after, {
      to,
      from: by,
      type: 'public',
      title: `Новое в группе «${group.name}»`,
      postType: 'publicnotifications',
      postId: group.id,
    });
  after(() => {
    for (const to of staff)
      ground.live.publish(`user:${to}`, { data: { type: 'public-notice', publicId: group.id } });
  });
}
/** Takes back what is no longer true. */
export async function untellStaff(
  ground: Ground,
  tx: Tx,
  after: After,
  publicId: string,
  by: string,
  type: PublicNoticeType,
  postId: string | null,
): Promise<void> {
  await queries.deleteNotice(tx, publicId, by, type, postId);
  if (!(await queries.hasNotices(tx, publicId, by)))
    await withdraw(ground, tx, after, { from: by, type: 'public', postId: publicId });
}
/** What happened in a group, newest first, to those who run it. `before` is the last notice that the caller has seen. Throws `not_found`, `forbidden`. */
export async function listNotices(ground: Ground, viewer: Viewer, id: string, before?: string) {
  assertMay(viewer, await getStanding(ground, viewer, id), 'run');
  const [picked, mark] = await Promise.all([
    queries.pickNotices(ground.db, id, { before, limit: PAGE_SIZES.notifications + 1 }),
    queries.findMark(ground.db, id, viewer.id),
  ]);
  const rows = picked.slice(0, PAGE_SIZES.notifications);
  const cards = await gatherCards(ground.db, [...new Set(rows.map((row) => row.from_id))]);
  const presence = await presenceFor(ground, viewer.id, [...cards.values()]);
  return {
    notifications: rows.map((row) => ({
      _id: row.id,
      type: row.type,
      text: TEXTS[row.type],
      person: presentCard(cards.get(row.from_id) ?? removedPerson(row.from_id), presence),
      postID: row.post_id,
      date: row.created_at.toISOString(),
      isNew: row.id > mark && row.from_id !== viewer.id,
    })),
    isLast: picked.length <= PAGE_SIZES.notifications,
  };
}
/** All that is there now is read by the caller. Idempotent. Throws `not_found`, `forbidden`. */
export async function readNotices(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  assertMay(viewer, await getStanding(ground, viewer, id), 'run');
  await queries.setMark(ground.db, id, viewer.id);
}
/** Somebody liked or commented something, or took it back: if it is an article, those who run its group are told. */
export async function noteReaction(
  ground: Ground,
  tx: Tx,
  after: After,
  {
    by,
    type,
    postId,
    isGone,
  }: { by: string; type: 'like' | 'comment'; postId: string; isGone: boolean },
): Promise<void> {
  const publicId = (await findArticle(tx, postId))?.public_id;
  if (publicId === undefined) return;
  if (isGone) return untellStaff(ground, tx, after, publicId, by, type, postId);
  const group = await findPublic(tx, publicId, null);
  if (group !== undefined) await tellStaff(ground, tx, after, group, { by, type, postId });
}

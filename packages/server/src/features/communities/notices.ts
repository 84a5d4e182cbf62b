import type { CommunityNoticeType } from '@respa/contract/communities';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import { readPage } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { After } from '#platform/database/transaction.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import { gatherCards, presenceFor, presentCard, removedPerson } from '#features/people/service.ts';
import { findArticle } from './articles/article-queries.ts';
import * as queries from './notice-queries.ts';
import { assertMay } from './policy.ts';
import { findCommunity, type CommunityRow } from './queries.ts';
import { getMembership } from './communities.ts';
import { listEditors } from './staff/staff-queries.ts';

/**
 * The text of a community notice after the actor's name; without grammatical gender, so that it
 * fits everyone.
 */
const TEXTS: Record<CommunityNoticeType, string> = {
  subscribe: 'Новый подписчик',
  like: 'Нравится запись',
  comment: 'Новый комментарий к записи',
  proposal: 'Предлагает запись',
};

type Event = { by: string; type: CommunityNoticeType; postId: string | null };
/**
 * Notifies a community's staff of a subscriber's action, in the transaction of that action: in the
 * community's own list, and with one notification per community.
 */
export async function notifyStaff(
  context: AppContext,
  tx: Tx,
  after: After,
  community: Pick<CommunityRow, 'id' | 'name' | 'admin_id'>,
  { by, type, postId }: Event,
): Promise<void> {
  const staff = [community.admin_id, ...(await listEditors(tx, community.id))];
  if (staff.includes(by)) return;
  await queries.saveNotice(tx, {
    id: newId(),
    public_id: community.id,
    from_id: by,
    type,
    post_id: postId,
  });
  for (const to of staff.toSorted())
    await notify(context, tx, after, {
      to,
      from: by,
      type: 'public',
      title: `Новое в группе «${community.name}»`,
      postType: 'publicnotifications',
      postId: community.id,
    });
  after(() => {
    for (const to of staff)
      context.live.publish(`user:${to}`, {
        data: { type: 'public-notice', publicId: community.id },
      });
  });
}
/** Withdraws a notice that is no longer true. */
export async function withdrawStaffNotice(
  context: AppContext,
  tx: Tx,
  after: After,
  publicId: string,
  by: string,
  type: CommunityNoticeType,
  postId: string | null,
): Promise<void> {
  await queries.deleteNotice(tx, publicId, by, type, postId);
  if (!(await queries.hasNotices(tx, publicId, by)))
    await withdraw(context, tx, after, { from: by, type: 'public', postId: publicId });
}
/**
 * Returns the notices of a community to its staff, newest first. `before` is the last notice that
 * the caller has seen. Throws `not_found`, `forbidden`.
 */
export async function listNotices(
  context: AppContext,
  viewer: Viewer,
  id: string,
  before?: string,
) {
  assertMay(viewer, await getMembership(context, viewer, id), 'run');
  const [{ rows, isLast }, mark] = await Promise.all([
    readPage(PAGE_SIZES.notifications, (limit) =>
      queries.pickNotices(context.db, id, { before, limit }),
    ),
    queries.findMark(context.db, id, viewer.id),
  ]);
  const cards = await gatherCards(context.db, [...new Set(rows.map((row) => row.from_id))]);
  const presence = await presenceFor(context, viewer.id, [...cards.values()]);
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
    isLast,
  };
}
/**
 * Marks all current notices as read for the caller. Idempotent. Throws `not_found`, `forbidden`.
 */
export async function readNotices(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  assertMay(viewer, await getMembership(context, viewer, id), 'run');
  await queries.setMark(context.db, id, viewer.id);
}
/**
 * Notifies the staff of an article's community that a user liked or commented it, or took that
 * back. Does nothing for other objects.
 */
export async function noteReaction(
  context: AppContext,
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
  if (isGone) return withdrawStaffNotice(context, tx, after, publicId, by, type, postId);
  const community = await findCommunity(tx, publicId, null);
  if (community !== undefined)
    await notifyStaff(context, tx, after, community, { by, type, postId });
}

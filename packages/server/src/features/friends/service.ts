import { DAY_MS } from '@respa/contract/durations';
import { PAGE_SIZES, REQUEST_PAUSE_DAYS } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { assertNotSuspended } from '#features/account/service.ts';
import * as people from '#features/people/service.ts';
import {
  notify,
  takeNotification,
  notifyChanged,
  withdraw,
} from '#features/notifications/service.ts';

type Relationship = { ok: boolean; message: people.Relation };
const plural = new Intl.PluralRules('ru');
const days = (count: number) =>
  `${count} ${{ one: 'день', few: 'дня' }[plural.select(count) as string] ?? 'дней'}`;

/** Publishes the new relationship to both people's other tabs and to each other's open pages. */
function reportStatus(
  context: AppContext,
  after: After,
  a: string,
  b: string,
  forA: people.Relation,
  forB: people.Relation,
): void {
  after(() => {
    context.live.publish(`user:${a}`, { data: { type: 'relation', userId: b, relation: forA } });
    context.live.publish(`user:${b}`, { data: { type: 'relation', userId: a, relation: forB } });
  });
}
async function lockBoth(tx: Tx, me: string, other: string): Promise<void> {
  if (me === other) throw appError('self');
  if ((await people.lockPair(tx, me, other)).length < 2) throw appError('not_found');
}
async function befriend(
  context: AppContext,
  tx: Tx,
  after: After,
  me: string,
  asked: string,
): Promise<Relationship> {
  await people.deleteRequest(tx, asked, me);
  await people.deleteRefusals(tx, asked, me);
  if (await people.insertFriendship(tx, newId(), me, asked)) {
    await withdraw(context, tx, after, { from: asked, to: me, type: 'friends' });
    await notify(context, tx, after, { to: asked, from: me, type: 'reply' });
    reportStatus(context, after, me, asked, 'friends', 'friends');
  }
  return { ok: true, message: 'friends' };
}

async function turnDown(
  context: AppContext,
  tx: Tx,
  after: After,
  me: string,
  asked: string,
): Promise<boolean> {
  await people.lockPair(tx, me, asked);
  if (!(await people.deleteRequest(tx, asked, me))) return false;
  await people.insertRefusal(tx, asked, me);
  await notify(context, tx, after, { to: asked, from: me, type: 'reject' });
  reportStatus(context, after, me, asked, 'none', 'none');
  return true;
}

/**
 * Requests a friendship; if the other person has already requested it, both become friends at once.
 * Idempotent. Throws `self`, `not_found`, `blocked_by_you`, `request_too_early`,
 * `person_suspended`.
 */
export const requestFriendship = (
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<Relationship> =>
  transaction(context, async (tx, after) => {
    await lockBoth(tx, viewer.id, other);
    const blocks = await people.findBlockState(tx, viewer.id, other);
    if (blocks.byThem) throw appError('not_found');
    if (blocks.byMe) throw appError('blocked_by_you');
    const relation = await people.findRelation(tx, viewer.id, other);
    if (relation === 'incoming') return befriend(context, tx, after, viewer.id, other);
    if (relation !== 'none') return { ok: true, message: relation };
    await assertNotSuspended(tx, other);
    const refused = await people.findRefusal(tx, viewer.id, other);
    const left =
      refused === undefined
        ? 0
        : Math.ceil((refused.getTime() + REQUEST_PAUSE_DAYS * DAY_MS - nowMs()) / DAY_MS);
    if (left > 0)
      throw appError('request_too_early', {
        text: `Заявку можно отправить снова через ${days(left)}`,
      });
    await people.insertRequest(tx, viewer.id, other);
    await notify(context, tx, after, { to: other, from: viewer.id, type: 'friends' });
    reportStatus(context, after, viewer.id, other, 'request', 'incoming');
    return { ok: true, message: 'request' };
  });

/** Cancels the caller's own request; does nothing if there is none. */
export const cancelRequest = (
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<Relationship> =>
  transaction(context, async (tx, after) => {
    await people.lockPair(tx, viewer.id, other);
    if (await people.deleteRequest(tx, viewer.id, other)) {
      await withdraw(context, tx, after, { from: viewer.id, to: other, type: 'friends' });
      reportStatus(context, after, viewer.id, other, 'none', 'none');
    }
    return { ok: true, message: await people.findRelation(tx, viewer.id, other) };
  });

/**
 * Accepts a person's request. Idempotent between friends; throws `not_found` if there is no
 * request.
 */
export const acceptRequest = (
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<Relationship> =>
  transaction(context, async (tx, after) => {
    await lockBoth(tx, viewer.id, other);
    const relation = await people.findRelation(tx, viewer.id, other);
    if (relation === 'friends') return { ok: true, message: 'friends' };
    if (relation !== 'incoming') throw appError('not_found');
    return befriend(context, tx, after, viewer.id, other);
  });

/** Ends a friendship; returns one friend who is not on the screen to fill the gap. */
export async function removeFriend(
  context: AppContext,
  viewer: Viewer,
  other: string,
  shown: string[],
) {
  await transaction(context, async (tx, after) => {
    await people.lockPair(tx, viewer.id, other);
    if (!(await people.deleteFriendship(tx, viewer.id, other))) return;
    await notify(context, tx, after, { to: other, from: viewer.id, type: 'delete' });
    reportStatus(context, after, viewer.id, other, 'none', 'none');
  });
  const without = [...shown.filter(isId).slice(0, PAGE_SIZES.friends), other];
  const [next] = await people.pickFriends(context.db, viewer.id, { limit: 1, without });
  const [card] =
    next === undefined ? [] : await people.presentCards(context, viewer.id, [next.friend_id]);
  return { newFriend: card ?? null };
}

/**
 * Deletes one of the caller's notices, by id or title. Deleting the notice of a request rejects it,
 * and its sender is notified. Throws `not_found`.
 */
export const dismissNotification = (
  context: AppContext,
  viewer: Viewer,
  key: string,
): Promise<Relationship> =>
  transaction(context, async (tx, after) => {
    const taken = await takeNotification(tx, viewer.id, isId(key) ? { id: key } : { title: key });
    if (taken === undefined) throw appError('not_found');
    after(() => notifyChanged(context, [viewer.id]));
    if (taken.type === 'friends') await turnDown(context, tx, after, viewer.id, taken.from_id);
    return { ok: true, message: await people.findRelation(tx, viewer.id, taken.from_id) };
  });

/**
 * Rejects a person's request without its notice at hand. Throws `not_found` if there is no request.
 */
export const rejectRequest = (
  context: AppContext,
  viewer: Viewer,
  other: string,
): Promise<Relationship> =>
  transaction(context, async (tx, after) => {
    if (!(await turnDown(context, tx, after, viewer.id, other))) throw appError('not_found');
    await withdraw(context, tx, after, { from: other, to: viewer.id, type: 'friends' });
    return { ok: true, message: 'none' };
  });

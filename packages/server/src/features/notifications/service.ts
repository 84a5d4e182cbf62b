import type { Static } from 'typebox';
import {
  FROM_PLATFORM,
  type NoticeSection,
  type Notification,
  type NotificationType,
} from '@respa/contract/notifications';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { After } from '#platform/database/transaction.ts';
import { gatherCards, presenceFor, presentCard, removedPerson } from '#features/people/service.ts';
import * as removals from './removal-queries.ts';
import * as queries from './queries.ts';
import { readPage } from '#platform/database/paging.ts';
import { gatherPreviews } from './previews.ts';

export { takeNotification, type NotificationRow } from './queries.ts';
export {
  firstWords,
  READ_LENGTH,
  toPreview,
  type DescribeObjects,
  type FindQuotes,
  type Preview,
} from './state.ts';

/**
 * The text of a notification after its sender's name; without grammatical gender, so that it fits
 * everyone.
 */
const TITLES: Record<NotificationType, string> = {
  friends: 'Заявка в друзья',
  reply: 'Теперь вы друзья',
  delete: 'Вы больше не друзья',
  reject: 'Заявка отклонена',
  like: 'Нравится ваша запись',
  comment: 'Новый комментарий к вашей записи',
  visit: 'Посещение вашей страницы',
  file: 'Вам отправили файл',
  invite: 'Приглашение в беседу',
  mention: 'Вас упомянули в беседе',
  public: 'Новое в вашей группе',
  video: 'Новое видео',
  takedown: 'Удалено администрацией',
  board: 'Новое объявление по вашему поиску',
  promo: 'Ваша реклама проверена',
  device: 'Вход с нового устройства',
};
export type Notice = {
  to: string;
  from: string;
  type: NotificationType;
  title?: string;
  postType?: string;
  postId?: string;
  /**
   * The part of the object it is about, if that part can be deleted on its own. The sender stays in
   * the notification while one of their parts exists.
   */
  part?: string;
};

/**
 * Notifies a user in the transaction of the event; the live event follows after the commit. Nobody
 * is notified of their own actions.
 */
export async function notify(
  context: AppContext,
  tx: Tx,
  after: After,
  notice: Notice,
): Promise<void> {
  const { to, from, type } = notice;
  if (to === from && !FROM_PLATFORM.includes(type)) return;
  const row = await queries.insertNotification(tx, {
    id: newId(),
    to_id: to,
    from_id: from,
    type,
    title: notice.title ?? TITLES[type],
    post_type: notice.postType ?? null,
    post_id: notice.postId ?? null,
  });
  if (row === undefined) return;
  await context.signals.emit('noticeAdded', { tx, id: row.id, to, type });
  if (notice.part !== undefined) await queries.insertPart(tx, row.id, from, notice.part);
  after(async () => {
    const [notification] = await presentAll(context, to, [row]);
    if (notification !== undefined)
      context.live.publish(`user:${to}`, { data: { type: 'notification', notification } });
  });
}

/** Notifies the people whom a text names, whom the caller has chosen by who may see it. */
export async function notifyNamed(
  context: AppContext,
  tx: Tx,
  after: After,
  { to, ...notice }: Omit<Notice, 'to' | 'type'> & { to: readonly string[] },
): Promise<void> {
  for (const one of to) await notify(context, tx, after, { ...notice, to: one, type: 'mention' });
}

/** Notifies of a visit once a day for each pair. */
export async function notifyVisit(
  context: AppContext,
  tx: Tx,
  after: After,
  from: string,
  to: string,
): Promise<void> {
  if (await queries.markVisit(tx, from, to))
    await notify(context, tx, after, { to, from, type: 'visit' });
}

type Untrue =
  | { pair: [string, string] }
  | { from: string; to: string; type: NotificationType }
  | { from: string; type: NotificationType; postId: string; to?: string }
  | { objects: string[] }
  | { object: string; to: string }
  | { object: string; strangersTo: string }
  | { part: string; stillTo?: readonly string[] };
/**
 * Withdraws notifications that are no longer true: of one action, of objects that were deleted or
 * hidden from one user, of an object that only friends of its owner still see, or of a part of an
 * object, except for users who are still to be notified of it.
 */
export async function withdraw(
  context: AppContext,
  tx: Tx,
  after: After,
  what: Untrue,
): Promise<void> {
  const gone =
    'pair' in what
      ? await removals.deleteOfPair(tx, ...what.pair)
      : 'part' in what
        ? await removals.deleteOfPart(tx, what.part, what.stillTo ?? [])
        : 'objects' in what
          ? await removals.deleteOfObjects(tx, what.objects)
          : 'object' in what && 'to' in what
            ? await removals.deleteOfObjectTo(tx, what.object, what.to)
            : 'object' in what
              ? await removals.deleteOfStrangers(tx, what.object, what.strangersTo)
              : 'postId' in what
                ? await removals.deleteOfAct(tx, what.from, what.type, what.postId, what.to)
                : await removals.deleteBetween(tx, what.from, what.to, what.type);
  const owners = new Set(gone.map((row) => row.to_id));
  if (owners.size > 0) after(() => notifyChanged(context, owners));
}
/** Tells the owners to reload their notification lists. */
export function notifyChanged(context: AppContext, owners: Iterable<string>): void {
  for (const owner of owners)
    context.live.publish(`user:${owner}`, { data: { type: 'notifications-changed' } });
}

async function presentAll(
  context: AppContext,
  userId: string,
  rows: queries.NotificationRow[],
): Promise<Static<typeof Notification>[]> {
  const [cards, previews] = await Promise.all([
    gatherCards(context.db, [...new Set(rows.map((row) => row.from_id))]),
    gatherPreviews(context, userId, rows),
  ]);
  const presence = await presenceFor(context, userId, [...cards.values()]);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    type: row.type as NotificationType,
    from: row.from_id,
    to: row.to_id,
    person: presentCard(cards.get(row.from_id) ?? removedPerson(row.from_id), presence),
    postType: row.post_type,
    postID: row.post_id,
    checked: row.checked_at !== null,
    others: row.others,
    date: row.created_at.toISOString(),
    ...(previews.has(row.id) ? { preview: previews.get(row.id)! } : {}),
  }));
}

/** Returns a notification of a user; undefined if it was withdrawn. */
export async function findNotification(
  context: AppContext,
  userId: string,
  id: string,
): Promise<Static<typeof Notification> | undefined> {
  const row = await queries.findNotification(context.db, userId, id);
  return row === undefined ? undefined : (await presentAll(context, userId, [row]))[0];
}

/** Returns a page of a user's notifications, newest first: all, or those of one section. */
export async function listNotifications(
  context: AppContext,
  userId: string,
  page: { before?: string; limit?: number; section?: NoticeSection },
) {
  const limit = page.limit ?? PAGE_SIZES.notifications;
  const { rows, isLast } = await readPage(limit, (most) =>
    queries.pickNotifications(context.db, userId, {
      before: page.before,
      section: page.section,
      limit: most,
    }),
  );
  return {
    notifications: await presentAll(context, userId, rows),
    isLast,
  };
}
export const countUnread = (context: AppContext, userId: string): Promise<number> =>
  queries.countUnread(context.db, userId);
export async function readAll(context: AppContext, userId: string): Promise<void> {
  await queries.checkAll(context.db, userId);
  notifyChanged(context, [userId]);
}
/**
 * Marks a user's notifications about an object as read, because the user has seen the object
 * itself. Idempotent.
 */
export async function readOf(
  context: AppContext,
  userId: string,
  type: NotificationType,
  postId: string,
): Promise<void> {
  if (await queries.checkOf(context.db, userId, type, postId)) notifyChanged(context, [userId]);
}
/** Returns the kinds of notifications that a user has switched off. */
export const listQuiet = async (context: AppContext, userId: string): Promise<NotificationType[]> =>
  (await queries.findQuiet(context.db, userId)) as NotificationType[];
/** Switches the given kinds off and all others on. Existing notifications stay. Idempotent. */
export async function setQuiet(
  context: AppContext,
  userId: string,
  quiet: NotificationType[],
): Promise<NotificationType[]> {
  await queries.setQuiet(context.db, userId, [...new Set(quiet)].sort());
  return listQuiet(context, userId);
}

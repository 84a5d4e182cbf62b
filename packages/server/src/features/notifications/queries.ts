import { sql } from 'kysely';
import {
  SECTION_TYPES,
  type NoticeSection,
  type NotificationType,
} from '@respa/contract/notifications';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type NotificationRow = {
  id: string;
  to_id: string;
  from_id: string;
  type: string;
  title: string;
  post_type: string | null;
  post_id: string | null;
  checked_at: Date | null;
  created_at: Date;
  /** The number of senders besides the newest one. */
  others: number;
};
const columns = [
  'id',
  'to_id',
  'from_id',
  'type',
  'title',
  'post_type',
  'post_id',
  'checked_at',
  'created_at',
  'others',
] as const;
const MAX_COUNTED = 100;

/**
 * Kinds that a muted user does not cause: those that are grouped while unread, and news of a
 * channel or of the classifieds.
 */
const MUTED: readonly NotificationType[] = [
  'like',
  'comment',
  'visit',
  'mention',
  'public',
  'video',
  'board',
];
type NewNotification = {
  id: string;
  to_id: string;
  from_id: string;
  type: NotificationType;
  title: string;
  post_type: string | null;
  post_id: string | null;
};
/**
 * Inserts a notification: a new row, or a new sender in front of an unread group. Returns undefined
 * if the receiver has muted the sender or switched this kind off.
 */
export async function insertNotification(
  tx: Tx,
  row: NewNotification,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`
    insert into notifications (id, to_id, from_id, type, title, post_type, post_id)
    select ${row.id}::uuid, ${row.to_id}::uuid, ${row.from_id}::uuid, ${row.type}::text,
      ${row.title}::text, ${row.post_type}::text, ${row.post_id}::uuid
    where not exists (
      select
      from blocks
      where blocker_id = ${row.to_id} and blocked_id = ${row.from_id}
    )
      and not exists (
        select
        from notice_settings
        where user_id = ${row.to_id} and ${row.type} = any(quiet)
      )
      and not (
        ${MUTED.includes(row.type)}
        and exists (
          select
          from mutes
          where muter_id = ${row.to_id} and muted_id = ${row.from_id}
        )
      )
    on conflict (to_id, type, coalesce(post_id,
      '00000000-0000-0000-0000-000000000000')) where checked_at is null
      and type in ('like', 'comment', 'visit', 'mention', 'public') do update set id = excluded.id,
        title = excluded.title, post_type = excluded.post_type, from_id = excluded.from_id,
        created_at = now()
    returning id
  `.execute(tx);
  // Read the row again: the number of other senders is updated after the insert.
  return rows[0] === undefined
    ? undefined
    : tx
        .selectFrom('notifications')
        .select(columns)
        .where('id', '=', rows[0].id)
        .executeTakeFirst();
}
export const findNotification = (
  db: Db,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  db
    .selectFrom('notifications')
    .select(columns)
    .where('id', '=', id)
    .where('to_id', '=', userId)
    .executeTakeFirst();
// Literals, so that the partial index of each section is used.
const isOf = (section: NoticeSection) =>
  sql.raw<boolean>(`type in (${SECTION_TYPES[section].map((type) => `'${type}'`).join(', ')})`);
/** Returns a page of a user's notifications, newest first: all, or those of one section. */
export async function pickNotifications(
  db: Db,
  userId: string,
  page: { before?: string | undefined; limit: number; section?: NoticeSection | undefined },
): Promise<NotificationRow[]> {
  let query = db.selectFrom('notifications').select(columns).where('to_id', '=', userId);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  if (page.section !== undefined) query = query.where(isOf(page.section));
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
const newestParts = statement<{ notification_id: string; part_id: string }, [ids: string[]]>(`
  select distinct on (p.notification_id) p.notification_id, p.part_id
  from notification_parts p
  join notifications n on n.id = p.notification_id and n.from_id = p.from_id
  where p.notification_id = any($1::uuid[])
  order by p.notification_id, p.part_id desc
`);
/** Returns the newest part of the newest sender of each notification that has parts. */
export const gatherParts = async (db: Db, ids: string[]): Promise<Map<string, string>> =>
  new Map(
    (ids.length === 0 ? [] : await newestParts(db, ids)).map((row) => [
      row.notification_id,
      row.part_id,
    ]),
  );
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (
      select 1
      from notifications
      where to_id = ${userId} and checked_at is null
      limit ${MAX_COUNTED}
    ) as unread
  `.execute(db);
  return rows[0]!.count;
}
export const checkAll = (db: Db, userId: string) =>
  db
    .updateTable('notifications')
    .set({ checked_at: sql`now()` })
    .where('to_id', '=', userId)
    .where('checked_at', 'is', null)
    .execute();
/** Marks matching notifications as read. Returns false if none was unread. */
export const checkOf = async (
  db: Db,
  userId: string,
  type: NotificationType,
  postId: string,
): Promise<boolean> =>
  (
    await db
      .updateTable('notifications')
      .set({ checked_at: sql`now()` })
      .where('to_id', '=', userId)
      .where('checked_at', 'is', null)
      .where('type', '=', type)
      .where('post_id', '=', postId)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;
/** Removes a notification from its owner's list: by id, or the newest one with that title. */
export async function takeNotification(
  tx: Tx,
  userId: string,
  by: { id: string } | { title: string },
): Promise<NotificationRow | undefined> {
  if ('id' in by)
    return tx
      .deleteFrom('notifications')
      .where('id', '=', by.id)
      .where('to_id', '=', userId)
      .returning(columns)
      .executeTakeFirst();
  return tx
    .deleteFrom('notifications')
    .where('id', '=', (e) =>
      e
        .selectFrom('notifications')
        .select('id')
        .where('to_id', '=', userId)
        .where('title', '=', by.title)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .returning(columns)
    .executeTakeFirst();
}
export const insertPart = (tx: Tx, notificationId: string, fromId: string, partId: string) =>
  tx
    .insertInto('notification_parts')
    .values({ notification_id: notificationId, from_id: fromId, part_id: partId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
export const findQuiet = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('notice_settings')
      .select('quiet')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.quiet ?? [];
export const setQuiet = (db: Db, userId: string, quiet: string[]) =>
  db
    .insertInto('notice_settings')
    .values({ user_id: userId, quiet })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ quiet }))
    .execute();
/** Returns true once a day for each pair. */
export async function markVisit(tx: Tx, fromId: string, toId: string): Promise<boolean> {
  const { rows } = await sql`
      insert into visit_notices (from_id, to_id, day)
      values (${fromId}, ${toId}, current_date)
      on conflict (from_id, to_id) do update set day = current_date
      where visit_notices.day < current_date
      returning 1
    `.execute(tx);
  return rows.length === 1;
}

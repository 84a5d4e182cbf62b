import { sql } from 'kysely';
import type { NotificationType } from '@respa/contract/notifications';
import type { Db, Tx } from '#platform/db.ts';

export type NotificationRow = {
  id: string; to_id: string; from_id: string; type: string; title: string; post_type: string | null; post_id: string | null;
  checked_at: Date | null; created_at: Date;
};
const columns = ['id', 'to_id', 'from_id', 'type', 'title', 'post_type', 'post_id', 'checked_at', 'created_at'] as const;
const MAX_COUNTED = 100;

/** Kinds that somebody who is muted does not cause. */
const MUTABLE: readonly NotificationType[] = ['like', 'comment', 'visit'];
/** Answers nothing where the receiver does not want to hear of the sender. */
export async function insertNotification(tx: Tx, row: { id: string; to_id: string; from_id: string; type: NotificationType; title: string; post_type: string | null; post_id: string | null }): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`insert into notifications (id, to_id, from_id, type, title, post_type, post_id)
    select ${row.id}::uuid, ${row.to_id}::uuid, ${row.from_id}::uuid, ${row.type}::text, ${row.title}::text, ${row.post_type}::text, ${row.post_id}::uuid
    where not exists (select from blocks where blocker_id = ${row.to_id} and blocked_id = ${row.from_id})
      and not (${MUTABLE.includes(row.type)} and exists (select from mutes where muter_id = ${row.to_id} and muted_id = ${row.from_id}))
    returning ${sql.raw(columns.join(', '))}`.execute(tx);
  return rows[0];
}
export async function pickNotifications(db: Db, userId: string, page: { before?: string | undefined; limit: number }): Promise<NotificationRow[]> {
  let query = db.selectFrom('notifications').select(columns).where('to_id', '=', userId);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    (select 1 from notifications where to_id = ${userId} and checked_at is null limit ${MAX_COUNTED}) as unread`.execute(db);
  return rows[0]!.count;
}
export const checkAll = (db: Db, userId: string) =>
  db.updateTable('notifications').set({ checked_at: sql`now()` }).where('to_id', '=', userId).where('checked_at', 'is', null).execute();
/** Takes a notification out of its owner's list: by id, or the newest with that title. */
export async function takeNotification(tx: Tx, userId: string, by: { id: string } | { title: string }): Promise<NotificationRow | undefined> {
  if ('id' in by) return tx.deleteFrom('notifications').where('id', '=', by.id).where('to_id', '=', userId).returning(columns).executeTakeFirst();
  return tx.deleteFrom('notifications').where('id', '=', (e) => e.selectFrom('notifications').select('id')
    .where('to_id', '=', userId).where('title', '=', by.title).orderBy('id', 'desc').limit(1)).returning(columns).executeTakeFirst();
}
export const deleteBetween = (tx: Tx, fromId: string, toId: string, type: NotificationType) =>
  tx.deleteFrom('notifications').where('from_id', '=', fromId).where('to_id', '=', toId).where('type', '=', type).returning('to_id').execute();
/** All that two people were told of each other. */
export const deleteOfPair = (tx: Tx, a: string, b: string) =>
  tx.deleteFrom('notifications').where((e) => e.or([e.and([e('from_id', '=', a), e('to_id', '=', b)]), e.and([e('from_id', '=', b), e('to_id', '=', a)])])).returning('to_id').execute();
export const deleteOfObjects = (tx: Tx, ids: string[]) =>
  tx.deleteFrom('notifications').where('post_id', '=', sql<string>`any(${ids})`).returning('to_id').execute();
export const deleteOfAct = (tx: Tx, fromId: string, type: NotificationType, postId: string) =>
  tx.deleteFrom('notifications').where('post_id', '=', postId).where('from_id', '=', fromId).where('type', '=', type).returning('to_id').execute();
/** Answers true once a day for each pair. */
export async function markVisit(tx: Tx, fromId: string, toId: string): Promise<boolean> {
  const { rows } = await sql`insert into visit_notices (from_id, to_id, day) values (${fromId}, ${toId}, current_date)
    on conflict (from_id, to_id) do update set day = current_date where visit_notices.day < current_date returning 1`.execute(tx);
  return rows.length === 1;
}

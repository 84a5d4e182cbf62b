import { sql, type RawBuilder } from 'kysely';
import type { NotificationType } from '@respa/contract/notifications';
import type { Tx } from '#platform/database/db.ts';

/**
 * Removes a sender from notifications, and deletes notifications without senders. Returns the
 * receivers whose lists have changed.
 */
const dropSender = async (
  tx: Tx,
  fromId: string,
  which: RawBuilder<unknown>,
): Promise<{ to_id: string }[]> =>
  (
    await sql<{
      to_id: string;
    }>`
      delete from notification_senders s using notifications n
      where n.id = s.notification_id and s.from_id = ${fromId} and ${which}
      returning n.to_id
    `.execute(tx)
  ).rows;
export const deleteBetween = (tx: Tx, fromId: string, toId: string, type: NotificationType) =>
  dropSender(tx, fromId, sql`n.to_id = ${toId} and n.type = ${type}`);
export const deleteOfAct = (
  tx: Tx,
  fromId: string,
  type: NotificationType,
  postId: string,
  toId?: string,
) =>
  dropSender(
    tx,
    fromId,
    sql`
      n.post_id = ${postId}
        and n.type = ${type}
        and ${toId === undefined ? sql`true` : sql`n.to_id = ${toId}`}
    `,
  );
/** Deletes all notifications between two users. */
export const deleteOfPair = async (tx: Tx, a: string, b: string) => [
  ...(await dropSender(tx, a, sql`n.to_id = ${b}`)),
  ...(await dropSender(tx, b, sql`n.to_id = ${a}`)),
];
/**
 * Removes a part from notifications, and its sender where none of their other parts is left in the
 * notification.
 */
export const deleteOfPart = async (
  tx: Tx,
  partId: string,
  stillTo: readonly string[],
): Promise<{ to_id: string }[]> =>
  (
    await sql<{ to_id: string }>`
      with gone as (
        delete from notification_parts p using notifications n
        where p.part_id = ${partId}
          and n.id = p.notification_id
          and n.to_id <> all(${stillTo}::uuid[])
        returning p.notification_id, p.from_id, n.to_id
      )
      delete
      from notification_senders s using gone
      where s.notification_id = gone.notification_id
        and s.from_id = gone.from_id
        and not exists (
          select
          from notification_parts left_over
          where left_over.notification_id = gone.notification_id
            and left_over.from_id = gone.from_id
            and left_over.part_id <> ${partId}
        )
      returning gone.to_id
    `.execute(tx)
  ).rows;
export const deleteOfObjects = (tx: Tx, ids: string[]) =>
  tx
    .deleteFrom('notifications')
    .where('post_id', '=', sql<string>`any(${ids})`)
    .returning('to_id')
    .execute();
export const deleteOfObjectTo = (tx: Tx, postId: string, toId: string) =>
  tx
    .deleteFrom('notifications')
    .where('post_id', '=', postId)
    .where('to_id', '=', toId)
    .returning('to_id')
    .execute();
/** Deletes the notifications about one object of receivers who are not friends of its owner. */
export const deleteOfStrangers = async (
  tx: Tx,
  postId: string,
  ownerId: string,
): Promise<{ to_id: string }[]> =>
  (
    await sql<{
      to_id: string;
    }>`
      delete from notifications n
      where n.post_id = ${postId}
        and n.to_id <> ${ownerId}
        and not exists (
          select
          from friendships f
          where f.user_id = ${ownerId} and f.friend_id = n.to_id
        )
      returning n.to_id
    `.execute(tx)
  ).rows;

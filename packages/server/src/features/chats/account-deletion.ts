import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { secondsFromNow } from '#platform/runtime/clock.ts';
import type { After } from '#platform/database/transaction.ts';
import { clearMediaOwner } from '#features/media/service.ts';
import { transferGroup } from './groups/group-events.ts';
import { DELETED_USER_ID } from './messages/present.ts';
import { dropRoom } from './rooms/room-removal.ts';

const SHARED_FOLDERS = [
  'message-images',
  'message-videos',
  'message-audio',
  'message-files',
  'room-backgrounds',
  'chatavatars',
] as const;
/**
 * Seconds. A message that was being sent while its author deleted the account is in the database by
 * then.
 */
const LATE_MESSAGE_DELAY_SECONDS = 60;
const BATCH = 500;

/**
 * Deletes a user's chat data on account deletion. The messages stay with their recipients, without
 * an author. A room with no members left is deleted with everything in it, and a group led by the
 * user passes to the member who joined first.
 * A job removes the user's id from messages at once, and again a minute later for messages that
 * were being sent meanwhile. Until then no name is shown either, because the user's card is already
 * deleted.
 */
export async function announceDeletion(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  // Lock the rooms first, so that nobody can leave while the other members are read.
  const { rows: held } = await sql<{
    id: string;
  }>`
    select r.id
    from rooms r
    join room_members m on m.room_id = r.id
    where m.user_id = ${userId}
    order by r.id
    for update of r
  `.execute(tx);
  await tx.deleteFrom('room_members').where('user_id', '=', userId).execute();
  const { rows } = await sql<{
    id: string;
    creator_id: string | null;
    others: string[];
  }>`
    select r.id,
      r.creator_id,
      array(select o.user_id from room_members o where o.room_id = r.id) as others
    from rooms r
    where r.id = any(${held.map((row) => row.id)}::uuid[])
  `.execute(tx);
  const [left, empty] = [
    rows.filter(({ others }) => others.length > 0),
    rows.filter(({ others }) => others.length === 0),
  ];
  await clearMediaOwner(tx, userId, SHARED_FOLDERS);
  for (const { id } of empty) await dropRoom(context, tx, after, id);
  for (const { id } of left.filter(({ creator_id }) => creator_id === userId))
    await transferGroup(context, tx, after, id);
  await context.jobs.add(tx, 'chats.lose-name', { userId });
  await context.jobs.add(
    tx,
    'chats.lose-name',
    { userId },
    { at: secondsFromNow(LATE_MESSAGE_DELAY_SECONDS) },
  );
  after(() => {
    for (const { id, others } of left) {
      context.live.endTagged(`member:${id}:${userId}`);
      for (const other of others) {
        context.live.publish(`user:${other}`, { data: { type: 'rooms-changed', roomId: id } });
        // The author name above every message changes. The empty event id makes the client reload
        // the room instead of resuming.
        context.live.endTagged(`member:${id}:${other}`, { id: '', data: { type: 'anew' } });
      }
    }
  });
}
/**
 * Removes a user's id from everything they wrote, in batches, because years of messages do not fit
 * one statement and others write at the same time. Idempotent.
 */
export async function anonymizeMessages(db: Db, userId: string): Promise<void> {
  const named = JSON.stringify([{ user: userId }]);
  const changes: [change: RawBuilder<unknown>, where: RawBuilder<unknown>][] = [
    [sql`user_id = ${DELETED_USER_ID}, client_id = null`, sql`user_id = ${userId}`],
    [
      sql`system = jsonb_set(system, '{userId}', to_jsonb(${DELETED_USER_ID}::text))`,
      sql`system is not null and system ->> 'userId' = ${userId}`,
    ],
    [sql`forwarded_from = ${DELETED_USER_ID}`, sql`forwarded_from = ${userId}`],
    // The text of a mention stays plain text; a reaction is deleted with its author.
    ...[sql.ref('mentions'), sql.ref('reactions')].map(
      (list): [RawBuilder<unknown>, RawBuilder<unknown>] => [
        sql`
          ${list} = (
            select coalesce(jsonb_agg(one order by place), '[]')
            from jsonb_array_elements(${list}) with ordinality as each (one, place)
            where one ->> 'user' <> ${userId}
          )
        `,
        sql`${list} <> '[]' and ${list} @> ${named}::jsonb`,
      ],
    ),
  ];
  for (const [change, where] of changes) {
    for (let count = BATCH; count === BATCH;) {
      const { numAffectedRows = 0n } = await sql`
          update messages
          set ${change}
          where (room_id, id) in (
            select room_id, id
            from messages
            where ${where}
            limit ${BATCH}
          )
        `.execute(db);
      count = Number(numAffectedRows);
    }
  }
  await db.deleteFrom('message_clients').where('user_id', '=', userId).execute();
}

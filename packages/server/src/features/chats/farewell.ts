import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { secondsFromNow } from '#platform/clock.ts';
import type { After } from '#platform/transaction.ts';
import { disownMedia } from '#features/media/service.ts';
import { handOver } from './group-lines.ts';
import { loseWhom } from './group-queries.ts';
import { NO_ONE } from './present.ts';
import { dropRoom } from './room-removal.ts';

const GIVEN = ['message-images', 'message-videos', 'message-audio', 'room-backgrounds', 'chatavatars'] as const;
/** A message that was on its way while its author went is in the database by then. */
const LATE_SECONDS = 60;

/**
 * Somebody goes for good. What they wrote stays with those they wrote to, from nobody; a room in which nobody is left goes with all that is in it, and a
 * group that they led passes to who has been there longest.
 * A job does the same once more a minute later, for messages that were being sent meanwhile.
 */
export async function sayFarewell(ground: Ground, tx: Tx, after: After, userId: string): Promise<void> {
  // The rooms are held first: who else is there is read when nobody can go at the same time.
  const { rows: held } = await sql<{ id: string }>`select r.id from rooms r join room_members m on m.room_id = r.id where m.user_id = ${userId} order by r.id for update of r`.execute(tx);
  await tx.deleteFrom('room_members').where('user_id', '=', userId).execute();
  const { rows } = await sql<{ id: string; creator_id: string | null; others: string[] }>`select r.id, r.creator_id, array(select o.user_id from room_members o where o.room_id = r.id) as others
    from rooms r where r.id = any(${held.map((row) => row.id)}::uuid[])`.execute(tx);
  const [left, empty] = [rows.filter(({ others }) => others.length > 0), rows.filter(({ others }) => others.length === 0)];
  await disownMedia(tx, userId, GIVEN);
  for (const { id } of empty) await dropRoom(ground, tx, after, id);
  for (const { id } of left.filter(({ creator_id }) => creator_id === userId)) await handOver(ground, tx, after, id);
  await loseName(tx, userId);
  await ground.jobs.add(tx, 'chats.lose-name', { userId }, { at: secondsFromNow(LATE_SECONDS) });
  after(() => {
    for (const { id, others } of left) {
      ground.live.endTagged(`member:${id}:${userId}`);
      for (const other of others) {
        ground.live.publish(`user:${other}`, { data: { type: 'rooms-changed', roomId: id } });
        // The name above every bubble is new: the room is read anew.
        ground.live.endTagged(`member:${id}:${other}`);
      }
    }
  });
}
/** Idempotent. */
export async function loseName(db: Db | Tx, userId: string): Promise<void> {
  await db.updateTable('messages').set({ user_id: NO_ONE, client_id: null }).where('user_id', '=', userId).execute();
  await loseWhom(db, userId, NO_ONE);
  await db.deleteFrom('message_clients').where('user_id', '=', userId).execute();
  await db.updateTable('messages').set({ forwarded_from: NO_ONE }).where('forwarded_from', '=', userId).execute();
  // Words that named somebody stay words; a reaction goes with who gave it.
  for (const list of [sql.ref('mentions'), sql.ref('reactions')]) {
    await sql`update messages set ${list} = (select coalesce(jsonb_agg(one order by place), '[]') from jsonb_array_elements(${list}) with ordinality as each (one, place) where one ->> 'user' <> ${userId})
      where ${list} <> '[]' and ${list} @> ${JSON.stringify([{ user: userId }])}::jsonb`.execute(db);
  }
}

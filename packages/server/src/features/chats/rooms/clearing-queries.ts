import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

/**
 * Sets the mark up to which a member sees nothing to the room's last message. A second call without
 * news keeps the mark to which an undo returns. Returns undefined to a non-member.
 */
export async function clearUpToNow(
  tx: Tx,
  roomId: string,
  userId: string,
): Promise<{ position: number } | undefined> {
  const { rows } = await sql<{ position: number }>`
    update room_members m
    set cleared_before = case when m.cleared_position < r.position then m.cleared_position
        else m.cleared_before end,
      cleared_position = r.position,
      cleared_at = now(),
      read_position = r.position,
      unread = 0,
      mentioned = false
    from rooms r
    where r.id = m.room_id and m.room_id = ${roomId} and m.user_id = ${userId}
    returning r.position
  `.execute(tx);
  return rows[0];
}
/** Returns false if the member has cleared nothing within the last seconds. */
export async function undoClearing(
  db: Db,
  roomId: string,
  userId: string,
  seconds: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update room_members
    set cleared_position = cleared_before
    where room_id = ${roomId}
      and user_id = ${userId}
      and cleared_at > now() - make_interval(secs => ${seconds})
  `.execute(db);
  return numAffectedRows === 1n;
}

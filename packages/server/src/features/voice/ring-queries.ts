import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

/** The messages, from the newest on, among which an answer of the person called is looked for. */
const RECENT = 500;
export type RingRow = {
  id: string;
  room_id: string;
  caller_id: string;
  callee_id: string;
  ends_at: Date;
};
const columns = ['id', 'room_id', 'caller_id', 'callee_id', 'ends_at'] as const;

/** Returns false if the room rings already. */
export const insertRing = async (tx: Tx, ring: RingRow): Promise<boolean> =>
  (
    await tx
      .insertInto('voice_rings')
      .values(ring)
      .onConflict((conflict) => conflict.column('room_id').doNothing())
      .returning('id')
      .execute()
  ).length === 1;
export const takeRing = (
  tx: Tx,
  only: { roomId: string; id?: string; callerId?: string; calleeId?: string },
): Promise<RingRow | undefined> =>
  tx
    .deleteFrom('voice_rings')
    .where('room_id', '=', only.roomId)
    .$if(only.id !== undefined, (query) => query.where('id', '=', only.id!))
    .$if(only.callerId !== undefined, (query) => query.where('caller_id', '=', only.callerId!))
    .$if(only.calleeId !== undefined, (query) => query.where('callee_id', '=', only.calleeId!))
    .returning(columns)
    .executeTakeFirst();
export const findRing = (db: Db, roomId: string): Promise<RingRow | undefined> =>
  db.selectFrom('voice_rings').select(columns).where('room_id', '=', roomId).executeTakeFirst();
/** Returns the calls that wait for a person's answer, at most 20. */
export const listRings = (db: Db, calleeId: string): Promise<RingRow[]> =>
  db
    .selectFrom('voice_rings')
    .select(columns)
    .where('callee_id', '=', calleeId)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('ends_at')
    .limit(20)
    .execute();
export const isInAnyRoom = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('voice_members')
    .select('room_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
/**
 * Returns whether a call of one person may ring at another: they are friends, or the other has
 * written in the conversation.
 */
export async function mayRing(
  db: Db,
  { roomId, callerId, calleeId }: { roomId: string; callerId: string; calleeId: string },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select
      exists (
        select
        from friendships
        where user_id = ${callerId}
          and friend_id = ${calleeId}
      )
      or exists (
        select
        from (
          select user_id, system
          from messages
          where room_id = ${roomId}
            and deleted_at is null
          order by position desc
          limit ${RECENT}
        ) recent
        where user_id = ${calleeId}
          and system is null
      ) as may
  `.execute(db);
  return rows[0]!.may;
}

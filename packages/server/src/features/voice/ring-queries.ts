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
const rings = (db: Db) => db.selectFrom('voice_rings').select(columns);
export const findRing = (db: Db, id: string): Promise<RingRow | undefined> =>
  rings(db).where('id', '=', id).executeTakeFirst();
/** Returns the call that a person has begun in a room and that rings still. */
export const findRingOf = (
  db: Db,
  roomId: string,
  callerId: string,
): Promise<RingRow | undefined> =>
  rings(db).where('room_id', '=', roomId).where('caller_id', '=', callerId).executeTakeFirst();
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
/** Deletes the calls from and to a person, and returns them. */
export const takeRingsOf = (tx: Tx, userId: string): Promise<RingRow[]> =>
  tx
    .deleteFrom('voice_rings')
    .where((eb) => eb.or([eb('caller_id', '=', userId), eb('callee_id', '=', userId)]))
    .returning(columns)
    .execute();
/**
 * Returns who is in a voice room. Until the end of the transaction nobody comes in, and who leaves waits.
 */
export async function lockInside(
  tx: Tx,
  roomId: string,
): Promise<{ user_id: string; client_id: string }[]> {
  await tx
    .selectFrom('voice_rooms')
    .select('room_id')
    .where('room_id', '=', roomId)
    .forUpdate()
    .execute();
  return tx
    .selectFrom('voice_members')
    .select(['user_id', 'client_id'])
    .where('room_id', '=', roomId)
    .forKeyShare()
    .execute();
}
/** Returns the calls that wait for a person's answer, at most 20. */
export const listRings = (db: Db, calleeId: string): Promise<RingRow[]> =>
  rings(db)
    .where('callee_id', '=', calleeId)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('ends_at')
    .limit(20)
    .execute();
/** Returns those of the calls' rooms that the person called has muted. */
export async function findMuted(
  db: Db,
  rings: readonly Pick<RingRow, 'room_id' | 'callee_id'>[],
): Promise<Set<string>> {
  const { rows } = await sql<{ room_id: string }>`
    select room_id
    from room_members
    join unnest(${rings.map((ring) => ring.room_id)}::uuid[], ${rings.map((ring) => ring.callee_id)}::uuid[]) as rung (room, callee)
      on room_id = rung.room and user_id = rung.callee
    where is_muted
  `.execute(db);
  return new Set(rows.map((row) => row.room_id));
}
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

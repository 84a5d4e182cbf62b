import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import { ARCHIVED } from '../rooms/room-queries.ts';

const changesOne = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }): boolean =>
  numAffectedRows === 1n;

/** Returns the user's pinned rooms in their order. */
export const listPinned = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('room_members')
      .select('room_id')
      .where('user_id', '=', userId)
      .where('pin_rank', 'is not', null)
      .orderBy('pin_rank')
      .execute()
  ).map((row) => row.room_id);
/** Pins a room above the others and takes it out of the archive; a pinned one keeps its place. */
export const setPinned = (tx: Tx, roomId: string, userId: string) =>
  sql`
    update room_members
    set archived_position = null,
      pin_rank = coalesce(pin_rank, (
        select coalesce(min(pin_rank), 0) - 1
        from room_members
        where user_id = ${userId}
      ))
    where room_id = ${roomId} and user_id = ${userId}
  `.execute(tx);
/** Returns false to a non-member. */
export const clearPinned = async (db: Db, roomId: string, userId: string): Promise<boolean> =>
  changesOne(
    await sql`
      update room_members
      set pin_rank = null
      where room_id = ${roomId} and user_id = ${userId}
    `.execute(db),
  );
/** Numbers the pinned rooms in the order of the list; others are not changed. */
export const rankPinned = (tx: Tx, userId: string, rooms: string[]) =>
  sql`
    update room_members m
    set pin_rank = given.place
    from unnest(${rooms}::uuid[]) with ordinality as given (id, place)
    where m.room_id = given.id and m.user_id = ${userId} and m.pin_rank is not null
  `.execute(tx);
/**
 * Puts a room into the archive, with everything that it holds now, or takes it out. Returns false
 * to a non-member.
 */
export const setArchived = async (
  db: Db,
  roomId: string,
  userId: string,
  isArchived: boolean,
): Promise<boolean> =>
  changesOne(
    await sql`
      update room_members m
      set archived_position = case when ${isArchived} then r.position end,
        pin_rank = case when ${isArchived} then null else m.pin_rank end
      from rooms r
      where r.id = m.room_id and m.room_id = ${roomId} and m.user_id = ${userId}
    `.execute(db),
  );
/**
 * Mutes or unmutes a room. A group chat's place in the archive depends on it, so that place is
 * stored again. Returns false to a non-member.
 */
export const setMuted = async (
  db: Db,
  roomId: string,
  userId: string,
  isMuted: boolean,
): Promise<boolean> =>
  changesOne(
    await sql`
      update room_members m
      set is_muted = ${isMuted},
        archived_position = case when ${sql.raw(ARCHIVED)} then r.position end
      from rooms r
      where r.id = m.room_id and m.room_id = ${roomId} and m.user_id = ${userId}
    `.execute(db),
  );

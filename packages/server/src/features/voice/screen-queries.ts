import type { Db, Tx } from '#platform/database/db.ts';

export type ScreenRow = {
  room_id: string;
  user_id: string;
  client_id: string;
  height: number;
  has_sound: boolean;
};
const columns = ['room_id', 'user_id', 'client_id', 'height', 'has_sound'] as const;

export const findScreen = (db: Db, roomId: string): Promise<ScreenRow | undefined> =>
  db.selectFrom('voice_screens').select(columns).where('room_id', '=', roomId).executeTakeFirst();
/** Returns the host of a room under a lock, so that two members do not begin to show at once. */
export const lockHost = (tx: Tx, roomId: string): Promise<{ instance_id: string } | undefined> =>
  tx
    .selectFrom('voice_rooms')
    .select('instance_id')
    .where('room_id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
/**
 * Returns the connection of a person to a voice room, made in the given session. It stays until the
 * end of the transaction.
 */
export const lockMember = (
  tx: Tx,
  { roomId, userId, sessionId }: { roomId: string; userId: string; sessionId: string },
): Promise<{ number: number; is_server_muted: boolean } | undefined> =>
  tx
    .selectFrom('voice_members')
    .select(['number', 'is_server_muted'])
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('session_id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst();
/** Returns the number of a person in a voice room. */
export const findNumber = async (
  db: Db,
  roomId: string,
  userId: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('voice_members')
      .select('number')
      .where('user_id', '=', userId)
      .where('room_id', '=', roomId)
      .executeTakeFirst()
  )?.number;
/** Puts the screen of a room in place of the former one. */
export const putScreen = (tx: Tx, row: ScreenRow) =>
  tx
    .insertInto('voice_screens')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('room_id').doUpdateSet({
        client_id: row.client_id,
        height: row.height,
        has_sound: row.has_sound,
      }),
    )
    .execute();
/** Deletes the screen of a room and returns it, if it is the one meant. */
export const takeScreen = (
  db: Db,
  roomId: string,
  only: { userId?: string; clientId?: string },
): Promise<ScreenRow | undefined> =>
  db
    .deleteFrom('voice_screens')
    .where('room_id', '=', roomId)
    .$if(only.userId !== undefined, (query) => query.where('user_id', '=', only.userId!))
    .$if(only.clientId !== undefined, (query) => query.where('client_id', '=', only.clientId!))
    .returning(columns)
    .executeTakeFirst();

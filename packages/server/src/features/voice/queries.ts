import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type RoomRow = { room_id: string; instance_id: string; epoch: number };
export type MemberRow = {
  user_id: string;
  room_id: string;
  session_id: string;
  client_id: string;
  number: number;
  is_muted: boolean;
  is_deaf: boolean;
  is_server_muted: boolean;
  is_listener: boolean;
};
const columns = [
  'user_id',
  'room_id',
  'session_id',
  'client_id',
  'number',
  'is_muted',
  'is_deaf',
  'is_server_muted',
  'is_listener',
] as const;

/** Returns the room under a lock. A new one is hosted by the given server. */
export const lockRoom = (tx: Tx, roomId: string, instanceId: string): Promise<RoomRow> =>
  tx
    .insertInto('voice_rooms')
    .values({ room_id: roomId, instance_id: instanceId })
    // Locks it, in the same statement: between two of them it could be deleted as empty.
    .onConflict((conflict) =>
      conflict
        .column('room_id')
        .doUpdateSet(({ ref }) => ({ instance_id: ref('voice_rooms.instance_id') })),
    )
    .returning(['room_id', 'instance_id', 'epoch'])
    .executeTakeFirstOrThrow();
export const findRoom = (db: Db, roomId: string): Promise<RoomRow | undefined> =>
  db
    .selectFrom('voice_rooms')
    .select(['room_id', 'instance_id', 'epoch'])
    .where('room_id', '=', roomId)
    .executeTakeFirst();
/** Moves a room whose host is gone to another one, where nobody is connected yet. */
export async function moveRoom(tx: Tx, roomId: string, instanceId: string): Promise<number> {
  await tx.deleteFrom('voice_members').where('room_id', '=', roomId).execute();
  return (
    await tx
      .updateTable('voice_rooms')
      .set({ instance_id: instanceId, epoch: sql`epoch + 1` })
      .where('room_id', '=', roomId)
      .returning('epoch')
      .executeTakeFirstOrThrow()
  ).epoch;
}
/** Empties the rooms that a server hosts. Returns them with their new epochs. */
export async function emptyHosted(tx: Tx, instanceId: string): Promise<RoomRow[]> {
  const { rows } = await sql<RoomRow>`
    with gone as (
      delete from voice_members m
      using voice_rooms r
      where r.room_id = m.room_id and r.instance_id = ${instanceId}
    )
    update voice_rooms
    set epoch = epoch + 1
    where instance_id = ${instanceId}
    returning room_id, instance_id, epoch
  `.execute(tx);
  return rows;
}
/** Returns the number of a state that is about to be read. */
export async function nextVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select nextval('voice_versions') as version
  `.execute(db);
  return Number(rows[0]!.version);
}
const byRooms = statement<MemberRow, [roomIds: string[]]>(`
  select
    user_id,
    room_id,
    session_id,
    client_id,
    number,
    is_muted,
    is_deaf,
    is_server_muted,
    is_listener
  from voice_members
  where room_id = any($1::uuid[])
  order by room_id, number
`);
/** Returns who is in the given rooms, ordered by number. */
export const listMembersOf = (db: Db, roomIds: readonly string[]): Promise<MemberRow[]> =>
  byRooms(db, [...roomIds]);
export const listMembers = (db: Db, roomId: string): Promise<MemberRow[]> =>
  db
    .selectFrom('voice_members')
    .select(columns)
    .where('room_id', '=', roomId)
    .orderBy('number')
    .execute();
/** Removes a person's connection, wherever it is, and returns it. */
export const takeMember = (
  tx: Tx,
  userId: string,
  only: { roomId?: string; clientId?: string } = {},
): Promise<MemberRow | undefined> =>
  tx
    .deleteFrom('voice_members')
    .where('user_id', '=', userId)
    .$if(only.roomId !== undefined, (query) => query.where('room_id', '=', only.roomId!))
    .$if(only.clientId !== undefined, (query) => query.where('client_id', '=', only.clientId!))
    .returning(columns)
    .executeTakeFirst();
/** Returns a member's connection, if it is still the one of this tab. */
export const findMember = (
  db: Db,
  roomId: string,
  userId: string,
  clientId: string,
): Promise<MemberRow | undefined> =>
  db
    .selectFrom('voice_members')
    .select(columns)
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
export const takeBySession = (db: Db, sessionId: string): Promise<MemberRow[]> =>
  db.deleteFrom('voice_members').where('session_id', '=', sessionId).returning(columns).execute();
export const insertMember = (tx: Tx, row: MemberRow) =>
  tx.insertInto('voice_members').values(row).returning(columns).executeTakeFirstOrThrow();
export const setMember = (
  db: Db,
  roomId: string,
  userId: string,
  change: Partial<Pick<MemberRow, 'is_muted' | 'is_deaf' | 'is_server_muted'>>,
): Promise<MemberRow | undefined> =>
  db
    .updateTable('voice_members')
    .set(change)
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
/**
 * Deletes a room that nobody is in. Waits for who is just coming in: a statement that looks for members
 * before it waits would delete them with the room.
 */
export async function dropEmpty(tx: Tx, roomId: string): Promise<void> {
  const room = await tx
    .selectFrom('voice_rooms')
    .select('room_id')
    .where('room_id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
  if (room === undefined) return;
  await sql`
    delete from voice_rooms r
    where r.room_id = ${roomId}
      and not exists (
        select
        from voice_members
        where room_id = r.room_id
      )
  `.execute(tx);
}
const mine = statement<{ room_id: string }, [userId: string]>(`
  select r.room_id
  from voice_rooms r
  join room_members m on m.room_id = r.room_id
  where m.user_id = $1
    and exists (
      select
      from voice_members
      where room_id = r.room_id
    )
  order by r.room_id
  limit 200
`);
/** Returns the rooms of a user's conversations in which people are, at most 200. */
export const listMine = async (db: Db, userId: string): Promise<string[]> =>
  (await mine(db, userId)).map((row) => row.room_id);
export type StateRow = {
  id: string;
  is_group: boolean;
  epoch: number;
  callee_id: string | null;
  client_id: string | null;
  user_id: string | null;
  height: number | null;
  has_sound: boolean | null;
};
const states = statement<StateRow, [roomIds: string[]]>(`
  select
    c.id,
    c.is_group,
    coalesce(r.epoch, 0) as epoch,
    g.callee_id,
    s.client_id,
    s.user_id,
    s.height,
    s.has_sound
  from rooms c
  left join voice_rooms r on r.room_id = c.id
  left join voice_rings g on g.room_id = c.id
  left join voice_screens s on s.room_id = c.id
  where c.id = any($1::uuid[])
`);
/** Keeps or lifts the muting of a person for all, for as long as people are in the room. */
export const setMute = (tx: Tx, roomId: string, userId: string, isMuted: boolean) =>
  isMuted
    ? tx
        .insertInto('voice_mutes')
        .values({ room_id: roomId, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    : tx
        .deleteFrom('voice_mutes')
        .where('room_id', '=', roomId)
        .where('user_id', '=', userId)
        .execute();
export const isMutedForAll = async (db: Db, roomId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('voice_mutes')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
/** Returns what conversations and their voice rooms are, apart from the members. */
export const listStates = (db: Db, roomIds: readonly string[]): Promise<StateRow[]> =>
  states(db, [...roomIds]);
export type Conversation = {
  id: string;
  is_group: boolean;
  low_id: string | null;
  high_id: string | null;
};
export const findConversation = (db: Db, roomId: string): Promise<Conversation | undefined> =>
  db
    .selectFrom('rooms')
    .select(['id', 'is_group', 'low_id', 'high_id'])
    .where('id', '=', roomId)
    .executeTakeFirst();
/** Returns how many people are in how many voice rooms, of all servers. */
export async function countAll(db: Db): Promise<{ rooms: number; members: number }> {
  return db
    .selectFrom('voice_members')
    .select((eb) => [
      sql<number>`count(distinct room_id)::int`.as('rooms'),
      eb.cast<number>(eb.fn.countAll(), 'integer').as('members'),
    ])
    .executeTakeFirstOrThrow();
}

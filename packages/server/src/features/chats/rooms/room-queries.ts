import { sql, type RawBuilder } from 'kysely';
import type { StyledPart } from '@respa/contract/formatting';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import type { SystemMessage } from '../messages/message-rows.ts';

export type RoomRow = {
  id: string;
  is_group: boolean;
  low_id: string | null;
  high_id: string | null;
  bg: string;
  seq: number;
  position: number;
};
const columns = ['id', 'is_group', 'low_id', 'high_id', 'bg', 'seq', 'position'] as const;
const inOrder = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a]);
export const findPrivateRoom = (db: Db, a: string, b: string): Promise<RoomRow | undefined> => {
  const [low, high] = inOrder(a, b);
  return db
    .selectFrom('rooms')
    .select(columns)
    .where('is_group', '=', sql<boolean>`false`)
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .executeTakeFirst();
};
/** Creates the private room of two people. Returns false if it already exists. */
export async function insertPrivateRoom(
  tx: Tx,
  id: string,
  a: string,
  b: string,
): Promise<boolean> {
  const [low, high] = inOrder(a, b);
  const { rows } = await sql`
    insert into rooms (id, low_id, high_id)
    values (${id}, ${low}, ${high})
    on conflict (low_id, high_id) where not is_group do nothing
    returning id
  `.execute(tx);
  return rows.length === 1;
}
export const insertMember = (
  tx: Tx,
  roomId: string,
  userId: string,
  touched: string,
  isGroup = false,
) =>
  tx
    .insertInto('room_members')
    .values({ room_id: roomId, user_id: userId, touched, is_group: isGroup })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
const roomOfMember = statement<RoomRow, [roomId: string, userId: string]>(
  `
    select ${columns.map((name) => `r.${name}`).join(', ')}
    from rooms r
    join room_members m on m.room_id = r.id
    where r.id = $1 and m.user_id = $2
  `,
);
/** Returns a room, to its members only. */
export const findRoomOf = async (
  db: Db,
  roomId: string,
  userId: string,
): Promise<RoomRow | undefined> => (await roomOfMember(db, roomId, userId))[0];
export const isMember = async (db: Db, roomId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;
export const lockRoom = (tx: Tx, roomId: string): Promise<RoomRow | undefined> =>
  tx
    .selectFrom('rooms')
    .select(columns)
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
/** Returns the next seq of a change. Needs the room's lock. */
export const nextSeq = async (tx: Tx, roomId: string): Promise<number> =>
  (
    await tx
      .updateTable('rooms')
      .set({ seq: sql`seq + 1` })
      .where('id', '=', roomId)
      .returning('seq')
      .executeTakeFirstOrThrow()
  ).seq;

export type ListedRow = {
  room_id: string;
  touched: string;
  unread: number;
  is_group: boolean;
  title: string;
  avatar_url: string;
  low_id: string | null;
  high_id: string | null;
  is_muted: boolean;
  draft: string | null;
  mentioned: boolean;
  last_text: string | null;
  last_formatting: StyledPart[] | null;
  last_media: unknown;
  last_user: string | null;
  last_at: Date | null;
  last_system: SystemMessage | null;
};
/** Messages. The unread count of a group is shown up to this number. */
const MANY_UNREAD = 1_000;
/**
 * SQL: the unread count of a member `m`. Stored for private rooms; counted for groups, from the
 * member's read position on.
 */
export const UNREAD = `case when m.is_group then (select count(*)::int from (
    select from messages where room_id = m.room_id and position > greatest(m.read_position, m.joined_position) and user_id <> m.user_id and deleted_at is null and system is null limit ${MANY_UNREAD}
  ) as news) else m.unread end`;
const unreadOf = sql.raw<number>(UNREAD);
type RoomsPage = {
  before?: string | undefined;
  limit: number;
  filter?: { partners: string[]; title: string } | undefined;
};
/**
 * Returns a user's rooms that have messages, newest first, each with its last message; with
 * `sought`, only private rooms with certain people and groups whose title contains a text. Private
 * rooms are indexed in the order of their newest messages; a user is in few enough groups to sort
 * those.
 */
export async function pickRooms(
  db: Db,
  userId: string,
  { before, limit, filter: sought }: RoomsPage,
): Promise<ListedRow[]> {
  const older = (touched: RawBuilder<unknown>) =>
    before === undefined ? sql`` : sql`and ${touched} < ${before}`;
  const { rows } = await sql<ListedRow>`
    with listed as (
      (
        select m.room_id, m.touched
        from room_members m
        join rooms r on r.id = m.room_id
        where m.user_id = ${userId}
          and not m.is_group
          and r.position > 0 ${older(sql`m.touched`)} ${
            sought === undefined
              ? sql``
              : sql`
              and (case when r.low_id = ${userId} then r.high_id else r.low_id
                end) = any(${sought.partners}::uuid[])
            `
          }
        order by m.touched desc
        limit ${limit}
      )
      union all (
        select m.room_id, r.touched
        from room_members m
        join rooms r on r.id = m.room_id
        where m.user_id = ${userId}
          and m.is_group ${older(sql`r.touched`)} ${
            sought === undefined
              ? sql``
              : sql`
              and position(${sought.title} in fold_search(r.title)) > 0
            `
          }
        order by r.touched desc
        limit ${limit}
      )
      order by touched desc
      limit ${limit}
    )
    select m.room_id, listed.touched, ${unreadOf} as unread, m.is_muted, m.draft, m.mentioned,
      r.is_group, r.title, r.avatar_url, r.low_id, r.high_id, last.text as last_text,
      last.formatting as last_formatting, last.media as last_media, last.user_id as last_user, last.created_at as last_at,
      last.system as last_system
    from listed
    join room_members m on m.room_id = listed.room_id and m.user_id = ${userId}
    join rooms r on r.id = m.room_id
    left join lateral (
      select text, formatting, media, user_id, created_at, system
      from messages
      where room_id = m.room_id and deleted_at is null
      order by position desc
      limit 1
    ) last on true
    order by listed.touched desc
  `.execute(db);
  return rows;
}
/** Returns the sort key of a room in its member's list. */
export async function findTouched(
  db: Db,
  roomId: string,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{
    touched: string;
  }>`
    select coalesce(r.touched, m.touched) as touched
    from room_members m
    join rooms r on r.id = m.room_id
    where m.room_id = ${roomId} and m.user_id = ${userId}
  `.execute(db);
  return rows[0]?.touched;
}
/** Returns the unread count of all rooms that are not muted. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select (
      select coalesce(sum(unread), 0)
      from room_members
      where user_id = ${userId} and unread > 0 and not is_muted
    )::int + (
      select coalesce(sum(${unreadOf}), 0)
      from room_members m
      join rooms r on r.id = m.room_id and r.position > m.read_position
      where m.user_id = ${userId} and m.is_group and not m.is_muted
    )::int as count
  `.execute(db);
  return rows[0]!.count;
}
/**
 * Returns the partners of the user's private rooms, without those whom they block. They receive the
 * user's presence.
 */
export async function listPartners(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    select case when r.low_id = ${userId} then r.high_id else r.low_id end as id
    from room_members m
    join rooms r on r.id = m.room_id and not r.is_group
    where m.user_id = ${userId}
      and r.position > 0
      and not exists (
        select
        from blocks
        where blocker_id = ${userId}
          and blocked_id = case when r.low_id = ${userId} then r.high_id else r.low_id end
      )
    order by m.touched desc
    limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
/** Returns the two members of a private room; an empty list for a group. */
export const listPrivateMembers = async (db: Db, roomId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('room_members')
      .select('user_id')
      .where('room_id', '=', roomId)
      .where('is_group', '=', false)
      .execute()
  ).map((row) => row.user_id);

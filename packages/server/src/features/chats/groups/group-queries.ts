import { sql } from 'kysely';
import { REFUSAL_DAYS } from '@respa/contract/limits';
import type { Db, Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';
import { columns, type MessageRow, type SystemLine } from '../messages/message-queries.ts';

export type GroupRow = {
  id: string;
  title: string;
  description: string;
  avatar_url: string;
  creator_id: string | null;
  bg: string;
};
const groupColumns = ['id', 'title', 'description', 'avatar_url', 'creator_id', 'bg'] as const;

/** A group, to its members only. */
export const findGroupOf = (
  db: Db | Tx,
  id: string,
  userId: string,
): Promise<GroupRow | undefined> =>
  db
    .selectFrom('rooms')
    .select(groupColumns)
    .where('id', '=', id)
    .where('is_group', '=', true)
    .where((e) =>
      e.exists(
        e
          .selectFrom('room_members')
          .select('user_id')
          .where('room_id', '=', id)
          .where('user_id', '=', userId),
      ),
    )
    .executeTakeFirst();
/** Holds a group's row; whoever changes members or titles does so under it. */
export const lockGroup = (tx: Tx, id: string): Promise<GroupRow | undefined> =>
  tx
    .selectFrom('rooms')
    .select(groupColumns)
    .where('id', '=', id)
    .where('is_group', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
export const insertGroup = (tx: Tx, row: Omit<GroupRow, 'bg'>) =>
  tx
    .insertInto('rooms')
    .values({ ...row, is_group: true, touched: row.id })
    .execute();
export const changeGroup = (
  tx: Tx,
  id: string,
  change: Partial<Pick<GroupRow, 'title' | 'description' | 'avatar_url' | 'creator_id'>>,
) => tx.updateTable('rooms').set(change).where('id', '=', id).execute();

/** The longest-standing first. */
export const listBySeniority = async (
  db: Db | Tx,
  roomId: string,
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('room_members')
      .select('user_id')
      .where('room_id', '=', roomId)
      .orderBy('joined_at')
      .orderBy('user_id')
      .limit(limit)
      .execute()
  ).map((row) => row.user_id);
/** Whom a group passes to: the longest-standing one who is not suspended, if there is any. */
export const findHeir = async (tx: Tx, roomId: string): Promise<string> =>
  (
    await sql<{ user_id: string }>`
      select user_id
      from room_members
      where room_id = ${roomId}
      order by ${sql.raw(suspendedNow('room_members.user_id'))}, joined_at, user_id
      limit 1
    `.execute(tx)
  ).rows[0]!.user_id;
export const countMembers = async (tx: Tx, roomId: string): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('room_members')
        .select((e) => e.fn.countAll().as('count'))
        .where('room_id', '=', roomId)
        .executeTakeFirstOrThrow()
    ).count,
  );
/** Puts people into a group: those of the list who are friends of somebody and may come in. What was said before does not count as unread. Answers who came. */
export async function insertFriends(
  tx: Tx,
  roomId: string,
  { of, ids, touched }: { of: string; ids: string[]; touched: string },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with chosen as (
      select p.id
      from people p
      join friendships f on f.user_id = ${of} and f.friend_id = p.id
      where p.id = any(${ids}::uuid[]) and p.is_listed and not ${sql.raw(suspendedNow('p.id'))}
      order by p.id
      for key share of p
    )
    insert into room_members (room_id, user_id, touched, joined_position, is_group)
    select r.id, chosen.id, ${touched}, r.position, true
    from rooms r
    cross join chosen
    where r.id = ${roomId}
    on conflict do nothing
    returning user_id
  `.execute(tx);
  return rows.map((row) => row.user_id);
}
/** Answers whether somebody was a member. */
export const deleteMember = async (tx: Tx, roomId: string, userId: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('room_members')
      .where('room_id', '=', roomId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;

/** Writes a line of the house: it takes the next place and number like a message, and nobody has it to read. */
export async function insertLine(
  tx: Tx,
  { roomId, id, by, line }: { roomId: string; id: string; by: string; line: SystemLine },
): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    with room as (
      update rooms
      set seq = seq + 1, position = position + 1, touched = ${id}::uuid
      where id = ${roomId}
      returning seq, position
    )
    insert into messages (room_id, id, user_id, position, born, seq, text, system)
    select ${roomId}::uuid, ${id}::uuid, ${by}::uuid, position, seq, seq, '',
      ${JSON.stringify(line)}::jsonb
    from room
    returning ${columns}
  `.execute(tx);
  return rows[0]!;
}

export const insertRefusal = (tx: Tx, roomId: string, userId: string) =>
  sql`
    insert into room_refusals (room_id, user_id)
    values (${roomId}, ${userId})
    on conflict (room_id, user_id) do update set refused_at = now()
  `.execute(tx);
export async function hasRefused(tx: Tx, roomId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
      select 1
      from room_refusals
      where room_id = ${roomId}
        and user_id = ${userId}
        and refused_at > now() - make_interval(days => ${REFUSAL_DAYS})
    `.execute(tx);
  return rows.length === 1;
}

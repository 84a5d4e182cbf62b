import { sql } from 'kysely';
import type { GroupLeaders } from '@respa/contract/group-roles';
import { GROUP_MEMBERS, REFUSAL_DAYS } from '@respa/contract/limits';
import type { Db, Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';
import { columns, type MessageRow, type SystemMessage } from '../messages/message-rows.ts';

export type GroupRow = {
  id: string;
  title: string;
  description: string;
  avatar_url: string;
  creator_id: string | null;
  bg: string;
};
const groupColumns = ['id', 'title', 'description', 'avatar_url', 'creator_id', 'bg'] as const;

/** Returns a group, to its members only. */
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
/** Locks a group's row. Every change of members or title happens under this lock. */
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

/** Returns the members in the order in which they joined. */
export const listMembers = (
  db: Db | Tx,
  roomId: string,
): Promise<{ user_id: string; is_moderator: boolean }[]> =>
  db
    .selectFrom('room_members')
    .select(['user_id', 'is_moderator'])
    .where('room_id', '=', roomId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(GROUP_MEMBERS)
    .execute();
/** Returns who leads a room: nobody a private one, or one that does not exist. */
export async function findLeaders(db: Db | Tx, roomId: string): Promise<GroupLeaders> {
  const { rows } = await sql<GroupLeaders>`
    select creator_id as creator,
      array(
        select user_id::text
        from room_members
        where room_id = rooms.id and is_moderator
      ) as moderators
    from rooms
    where id = ${roomId} and is_group
  `.execute(db);
  return rows[0] ?? { creator: null, moderators: [] };
}
export const changeModerator = (tx: Tx, roomId: string, userId: string, isModerator: boolean) =>
  tx
    .updateTable('room_members')
    .set({ is_moderator: isModerator })
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .execute();
/**
 * Returns the member a group passes to: of those who are not suspended the moderator who joined
 * first, or the first one who joined; if all are suspended, the same of them.
 */
export const findSuccessor = async (tx: Tx, roomId: string): Promise<string> =>
  (
    await sql<{ user_id: string }>`
      select user_id
      from room_members
      where room_id = ${roomId}
      order by ${sql.raw(suspendedNow('room_members.user_id'))}, is_moderator desc, joined_at, user_id
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
/**
 * Adds people to a group: those of the list who are friends of `of`, are listed and are not
 * suspended. Earlier messages do not count as unread. Returns the added ids.
 */
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
/** Returns whether the user was a member. */
export const deleteMember = async (tx: Tx, roomId: string, userId: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('room_members')
      .where('room_id', '=', roomId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows === 1n;

/**
 * Writes a system message. It takes the next position and seq like any message, and counts as
 * unread for nobody.
 */
export async function insertSystemMessage(
  tx: Tx,
  { roomId, id, by, line }: { roomId: string; id: string; by: string; line: SystemMessage },
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

import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { foldQuery, matches } from './search.ts';

export type Relation = 'none' | 'request' | 'incoming' | 'friends';

const relationsOf = statement<
  { id: string; relation: Relation },
  [viewerId: string, ids: string[]]
>(`
  select friend_id as id, 'friends' as relation
  from friendships
  where user_id = $1 and friend_id = any($2::uuid[])
  union all
  select to_id, 'request'
  from friend_requests
  where from_id = $1 and to_id = any($2::uuid[])
  union all
  select from_id, 'incoming'
  from friend_requests
  where to_id = $1 and from_id = any($2::uuid[])
`);
const newestFriends = statement<
  { id: string; friend_id: string },
  [userId: string, skip: number, limit: number]
>('select id, friend_id from friendships where user_id = $1 order by id desc offset $2 limit $3');

/**
 * Returns the viewer's relation to each of the given people, with one query each for friendships
 * and requests.
 */
export async function findRelations(
  db: Db,
  viewerId: string,
  ids: string[],
): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  if (ids.length === 0) return relations;
  for (const { id, relation } of await relationsOf(db, viewerId, ids)) relations.set(id, relation);
  return relations;
}
export const findRelation = async (db: Db, viewerId: string, otherId: string): Promise<Relation> =>
  (await findRelations(db, viewerId, [otherId])).get(otherId) ?? 'none';

/**
 * Locks both people's rows in one order, so that what two users do to each other at once happens
 * one after the other. Returns which of them exist.
 */
export const lockPair = async (tx: Tx, a: string, b: string): Promise<string[]> =>
  (
    await sql<{
      id: string;
    }>`
      select id
      from people
      where id = any(${[a, b]}) and is_listed
      order by id
      for no key update
    `.execute(tx)
  ).rows.map((row) => row.id);

export const insertRequest = (tx: Tx, from: string, to: string) =>
  tx
    .insertInto('friend_requests')
    .values({ from_id: from, to_id: to })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
/** Returns whether there was a request. */
export const deleteRequest = async (tx: Tx, from: string, to: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('friend_requests')
      .where('from_id', '=', from)
      .where('to_id', '=', to)
      .executeTakeFirst()
  ).numDeletedRows === 1n;
export const insertRefusal = (tx: Tx, from: string, to: string) =>
  sql`
    insert into friend_refusals (from_id, to_id)
    values (${from}, ${to})
    on conflict (from_id, to_id) do update set refused_at = now()
  `.execute(tx);
export const deleteRefusals = (tx: Tx, a: string, b: string) =>
  sql`
    delete from friend_refusals
    where (from_id = ${a} and to_id = ${b}) or (from_id = ${b} and to_id = ${a})
  `.execute(tx);
export const findRefusal = async (db: Db, from: string, to: string): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('friend_refusals')
      .select('refused_at')
      .where('from_id', '=', from)
      .where('to_id', '=', to)
      .executeTakeFirst()
  )?.refused_at;

/**
 * Makes two people friends and updates their counters. Returns false if they were friends already.
 */
export async function insertFriendship(tx: Tx, id: string, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{
    user_id: string;
  }>`
    insert into friendships (user_id, friend_id, id)
    values (${a}, ${b}, ${id}), (${b}, ${a}, ${id})
    on conflict (user_id, friend_id) do nothing
    returning user_id
  `.execute(tx);
  if (rows.length === 0) return false;
  await countFriends(
    tx,
    rows.map((row) => row.user_id),
    1,
  );
  return true;
}
export async function deleteFriendship(tx: Tx, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{
    user_id: string;
  }>`
    delete from friendships
    where (user_id, friend_id) in ((${a}, ${b}), (${b}, ${a}))
    returning user_id
  `.execute(tx);
  if (rows.length === 0) return false;
  await countFriends(
    tx,
    rows.map((row) => row.user_id),
    -1,
  );
  return true;
}
const countFriends = (tx: Tx, ids: string[], by: number) =>
  sql`
    update people
    set friends_count = friends_count + ${by}
    where id = any(${ids})
  `.execute(tx);

/**
 * Ends all friendships of a user on account deletion; rows are locked in the same order as pairs.
 */
export async function deleteFriendData(tx: Tx, userId: string): Promise<void> {
  // Wait for running transactions that reference the person, while holding no lock they could wait
  // for. After that their changes are visible, and their counts can be reverted.
  await sql`
    select id
    from people
    where id = ${userId}
    for update
  `.execute(tx);
  await sql`
    select id
    from people
    where id in (select friend_id from friendships where user_id = ${userId})
    order by id
    for no key update
  `.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`
    delete from friendships
    where user_id = ${userId}
    returning friend_id as id
  `.execute(tx);
  await sql`
    delete from friendships
    where friend_id = ${userId} and user_id = any(${rows.map((row) => row.id)}::uuid[])
  `.execute(tx);
  await countFriends(
    tx,
    rows.map((row) => row.id),
    -1,
  );
}

export type Direction = 'incoming' | 'outgoing';
const requestsOf = (mine: string, other: string) => ({
  page: statement<{ id: string }, [userId: string, before: string | null, limit: number]>(`
    select ${other} as id
    from friend_requests
    where ${mine} = $1
      and (
        $2::uuid is null or (created_at, ${other}) < (
          select created_at, ${other}
          from friend_requests
          where ${mine} = $1 and ${other} = $2
        )
      )
    order by created_at desc, ${other} desc
    limit $3
  `),
  count: statement<{ count: number }, [userId: string, most: number]>(`
    select count(*)::int as count
    from (
      select
      from friend_requests
      where ${mine} = $1
      limit $2
    ) open
  `),
});
const REQUESTS = {
  incoming: requestsOf('to_id', 'from_id'),
  outgoing: requestsOf('from_id', 'to_id'),
};
/**
 * Returns the people with an open request to or from a user, newest first. `before` is the last one
 * that the caller has seen.
 */
export const pickRequests = async (
  db: Db,
  userId: string,
  direction: Direction,
  page: { before?: string | undefined; limit: number },
): Promise<string[]> =>
  (await REQUESTS[direction].page(db, userId, page.before ?? null, page.limit)).map(
    (row) => row.id,
  );
/** Returns how many open requests there are, at most `most`. */
export const countRequests = async (
  db: Db,
  userId: string,
  direction: Direction,
  most: number,
): Promise<number> => (await REQUESTS[direction].count(db, userId, most))[0]!.count;

type FriendsPage = {
  before?: string;
  skip?: number;
  limit: number;
  without?: string[];
  matching?: string;
};
/**
 * Returns ids of the newest friends; `before` is a friendship's id, `without` are people to leave
 * out, `matching` is searched in names.
 */
export async function pickFriends(
  db: Db,
  userId: string,
  page: FriendsPage,
): Promise<{ id: string; friend_id: string }[]> {
  const { before, skip = 0, limit, without, matching } = page;
  if (before === undefined && without === undefined && matching === undefined)
    return newestFriends(db, userId, skip, limit);
  const { rows } = await sql<{ id: string; friend_id: string }>`
    select f.id, f.friend_id
    from friendships f ${matching === undefined ? sql`` : sql`join people p on p.id = f.friend_id`}
    where f.user_id = ${userId} ${before === undefined ? sql`` : sql`and f.id < ${before}`}
      ${
        without === undefined || without.length === 0
          ? sql``
          : sql`
        and f.friend_id <> all(${without})
      `
      } ${
        matching === undefined
          ? sql``
          : sql`
        and ${matches(foldQuery(matching), 'p')}
      `
      }
    order by f.id desc
    offset ${skip}
    limit ${limit}
  `.execute(db);
  return rows;
}
export async function countFriendsMatching(
  db: Db,
  userId: string,
  matching: string,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from friendships f
    join people p on p.id = f.friend_id
    where f.user_id = ${userId} and ${matches(foldQuery(matching), 'p')}
  `.execute(db);
  return rows[0]!.count;
}
export const findFriendshipId = async (
  db: Db,
  userId: string,
  friendId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('friendships')
      .select('id')
      .where('user_id', '=', userId)
      .where('friend_id', '=', friendId)
      .executeTakeFirst()
  )?.id;

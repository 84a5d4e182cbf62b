import { statement, type Db } from '#platform/database/db.ts';

export type MutualRow = { id: string; count: number; newest: string[] };
/**
 * Walks the shorter of the two lists of friends, so that a person with thousands of friends costs
 * no more than the other one.
 */
const mutualWith = statement<MutualRow, [viewerId: string, ids: string[], named: number]>(`
  select p.id, m.count, m.newest
  from people me
  cross join people p
  cross join lateral (
    select count(*)::int as count,
      coalesce((array_agg(a.friend_id order by a.id desc))[1:$3], '{}') as newest
    from friendships a
    where a.user_id = case when p.friends_count < me.friends_count then p.id else me.id end
      and exists (
        select
        from friendships b
        where b.user_id = case when p.friends_count < me.friends_count then me.id else p.id end
          and b.friend_id = a.friend_id
        offset 0
      )
  ) m
  where me.id = $1
    and p.id = any($2::uuid[])
    and p.id <> me.id
    and (
      p.friends_for = 'all' or (
        p.friends_for = 'friends' and exists (
          select
          from friendships
          where user_id = p.id and friend_id = me.id
        )
      )
    )
    and m.count > 0
`);
/**
 * Returns how many friends the viewer has in common with each of the given people, and the newest
 * `named` of them. People who do not show the viewer their friends are omitted.
 */
export const gatherMutual = async (
  db: Db,
  viewerId: string,
  ids: string[],
  named: number,
): Promise<Map<string, MutualRow>> =>
  ids.length === 0
    ? new Map()
    : new Map((await mutualWith(db, viewerId, ids, named)).map((row) => [row.id, row]));

import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { suspendedNow } from '#features/account/service.ts';

/**
 * How far each source is read: the newest friends, the newest friends of each, the games that the
 * viewer marked last, the newest players of each, the newest people of the city, and how many
 * candidates a source yields. This bounds the work at about 8,000 index entries, however large the
 * site is.
 */
const READ = { friends: 100, ofEach: 50, games: 20, players: 60, city: 200, candidates: 150 };

export type SuggestionRow = { id: string; is_same_city: boolean };
/**
 * A friend in common weighs more than a game, and a game more than the city. People whom a friend
 * of the viewer shows are candidates only if they show their friends to everyone themselves; the
 * same holds for games.
 */
const suggestedTo = statement<SuggestionRow, [viewerId: string, city: string, limit: number]>(`
  with friends as materialized (
    select friend_id
    from friendships
    where user_id = $1
    order by id desc
    limit ${READ.friends}
  ),
  marked as materialized (
    select game_id
    from game_statuses
    where user_id = $1 and status <> 'dropped'
    order by status = 'playing' desc, id desc
    limit ${READ.games}
  ),
  met as materialized (
    select f.friend_id as id, count(*)::int as friends
    from friends
    cross join lateral (
      select friend_id
      from friendships
      where user_id = friends.friend_id
      order by id desc
      limit ${READ.ofEach}
    ) f
    group by f.friend_id
  ),
  of_friends as (
    select id, friends
    from met
    where not exists (
      select
      from friendships
      where user_id = $1 and friend_id = met.id
      offset 0
    )
    order by friends desc, id desc
    limit ${READ.candidates}
  ),
  of_games as (
    select s.user_id as id, count(*)::int as games
    from marked
    cross join lateral (
      select user_id
      from game_statuses
      where game_id = marked.game_id and status <> 'dropped'
      order by id desc
      limit ${READ.players}
    ) s
    group by s.user_id
    order by games desc, id desc
    limit ${READ.candidates}
  ),
  of_city as (
    select id
    from people
    where is_listed and city <> '' and btrim(fold_search(city)) = $2 and $2 <> ''
    order by id desc
    limit ${READ.city}
  ),
  candidates as materialized (
    select id, sum(friends)::int as friends, sum(games)::int as games, bool_or(city) as city
    from (
      select id, friends, 0 as games, false as city
      from of_friends
      union all
      select id, 0, games, false
      from of_games
      union all
      select id, 0, 0, true
      from of_city
    ) found
    group by id
  )
  select p.id, $2 <> '' and btrim(fold_search(p.city)) = $2 as is_same_city
  from candidates c
  join people p on p.id = c.id
  cross join lateral (
    select case when p.friends_for = 'all' then c.friends else 0 end as friends,
      case when p.games_for = 'all' then c.games else 0 end as games
  ) shown
  where p.id <> $1
    and p.is_listed
    and p.suggested_to = 'all'
    and (shown.friends > 0 or shown.games > 0 or c.city)
    and not ${suspendedNow('p.id')}
    and not exists (select from friendships where user_id = $1 and friend_id = p.id offset 0)
    and not exists (select from friend_requests where from_id = $1 and to_id = p.id offset 0)
    and not exists (select from friend_requests where from_id = p.id and to_id = $1 offset 0)
    and not exists (select from friend_refusals where from_id = $1 and to_id = p.id offset 0)
    and not exists (select from friend_refusals where from_id = p.id and to_id = $1 offset 0)
    and not exists (select from blocks where blocker_id = $1 and blocked_id = p.id offset 0)
    and not exists (select from blocks where blocker_id = p.id and blocked_id = $1 offset 0)
    and not exists (select from mutes where muter_id = $1 and muted_id = p.id offset 0)
    and not exists (
      select
      from hidden_suggestions
      where user_id = $1 and other_id = p.id
      offset 0
    )
  order by shown.friends * 4 + least(shown.games, 5) * 3 + case when c.city then 2 else 0 end desc,
    p.last_online_at desc nulls last, p.id desc
  limit $3
`);
/** Returns people to suggest to the viewer, best first. `city` is the viewer's, folded. */
export const pickSuggested = (
  db: Db,
  viewerId: string,
  city: string,
  limit: number,
): Promise<SuggestionRow[]> => suggestedTo(db, viewerId, city, limit);

export type SharedGame = { user_id: string; id: string; name: string; count: number };
const sharedGames = statement<SharedGame, [viewerId: string, ids: string[], named: number]>(`
  select user_id, id, name, count
  from (
    select theirs.user_id, g.id, g.name,
      count(*) over (partition by theirs.user_id)::int as count,
      row_number() over (
        partition by theirs.user_id
        order by (mine.status = 'playing' and theirs.status = 'playing') desc, theirs.id desc
      ) as place
    from unnest($2::uuid[]) as other
    cross join lateral (
      select user_id, game_id, status, id
      from game_statuses
      where user_id = other and status <> 'dropped'
      offset 0
    ) theirs
    join game_statuses mine on mine.game_id = theirs.game_id
      and mine.user_id = $1
      and mine.status <> 'dropped'
    join games g on g.id = theirs.game_id
    join people p on p.id = other
    where p.games_for = 'all' or (
      p.games_for = 'friends' and exists (
        select
        from friendships
        where user_id = p.id and friend_id = $1
      )
    )
  ) shared
  where place <= $3
  order by user_id, place
`);
/**
 * Returns the games that the viewer and each of the given people marked, at most `named` a person
 * and with their number. Dropped games do not count, nor do those of people who hide their games.
 */
export const gatherSharedGames = (
  db: Db,
  viewerId: string,
  ids: string[],
  named: number,
): Promise<SharedGame[]> =>
  ids.length === 0 ? Promise.resolve([]) : sharedGames(db, viewerId, ids, named);

export const insertHidden = (tx: Tx, userId: string, otherId: string, id: string) =>
  tx
    .insertInto('hidden_suggestions')
    .values({ user_id: userId, other_id: otherId, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
export const deleteHidden = (db: Db, userId: string, otherId: string) =>
  sql`
    delete from hidden_suggestions
    where user_id = ${userId} and other_id = ${otherId}
  `.execute(db);

import { sql } from 'kysely';
import type { GameStatus } from '@respa/contract/catalogue';
import type { PostPicture } from '#features/media/service.ts';
import { LAST_ID } from '#platform/database/paging.ts';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export const findVote = async (tx: Tx, gameId: string, userId: string): Promise<number | null> =>
  (
    await tx
      .selectFrom('game_votes')
      .select('rating')
      .where('game_id', '=', gameId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.rating ?? null;
/** Replaces the member's vote, null for none, and updates the counts; the game must be locked. */
export async function saveVote(
  tx: Tx,
  gameId: string,
  userId: string,
  before: number | null,
  rating: number | null,
): Promise<void> {
  if (rating === null)
    await tx
      .deleteFrom('game_votes')
      .where('game_id', '=', gameId)
      .where('user_id', '=', userId)
      .execute();
  else
    await tx
      .insertInto('game_votes')
      .values({ game_id: gameId, user_id: userId, rating })
      .onConflict((conflict) => conflict.columns(['game_id', 'user_id']).doUpdateSet({ rating }))
      .execute();
  const [sum, votes] = [
    (rating ?? 0) - (before ?? 0),
    Number(rating !== null) - Number(before !== null),
  ];
  await sql`
    update games
    set rating_sum = rating_sum + ${sum}, votes = votes + ${votes}
    where id = ${gameId}
  `.execute(tx);
}

/** An existing mark keeps its position in the list. */
export const saveStatus = (
  tx: Tx,
  gameId: string,
  userId: string,
  status: GameStatus,
  id: string,
) =>
  sql`
    insert into game_statuses (game_id, user_id, status, id)
    values (${gameId}, ${userId}, ${status}, ${id})
    on conflict (game_id, user_id) do update set status = excluded.status, id = excluded.id
    where game_statuses.status <> excluded.status
  `.execute(tx);
export const deleteStatus = (tx: Tx, gameId: string, userId: string) =>
  tx
    .deleteFrom('game_statuses')
    .where('game_id', '=', gameId)
    .where('user_id', '=', userId)
    .execute();
export async function countStatuses(tx: Tx, userId: string, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from (
      select
      from game_statuses
      where user_id = ${userId}
      limit ${most}
    ) as marked
  `.execute(tx);
  return rows[0]!.count;
}
const markedBy = statement<
  { game_id: string },
  [userId: string, status: string, before: string, limit: number]
>(
  'select game_id from game_statuses where user_id = $1 and status = $2 and id < $3 order by id desc limit $4',
);
const markOf = statement<{ id: string }, [userId: string, gameId: string]>(
  'select id from game_statuses where user_id = $1 and game_id = $2',
);
/**
 * Returns the games that a user marked with a status, newest mark first. `before` is the last game
 * that the caller has seen.
 */
export async function pickMarked(
  db: Db,
  userId: string,
  status: GameStatus,
  page: { before?: string | undefined; limit: number },
): Promise<string[]> {
  const from =
    page.before === undefined ? undefined : (await markOf(db, userId, page.before))[0]?.id;
  return (await markedBy(db, userId, status, from ?? LAST_ID, page.limit)).map(
    (row) => row.game_id,
  );
}
export type MarkedRow = {
  id: string;
  name: string;
  preview: PostPicture | null;
  status: GameStatus;
  count: number;
};
const SHOWN = (['playing', 'finished', 'want'] as const).map(
  (status, place) => `
    (
      select game_id, status, id, ${place} as place
      from game_statuses
      where user_id = $1 and status = '${status}'
      order by id desc
      limit $2
    )
  `,
);
const shownOf = statement<MarkedRow, [userId: string, limit: number]>(`
  with marked as (${SHOWN.join(' union all ')})
  select g.id, g.name, g.preview, marked.status,
    (
      select count(*)::int
      from game_statuses
      where user_id = $1 and status <> 'dropped'
    ) as count
  from marked
  join games g on g.id = marked.game_id
  order by marked.place, marked.id desc
  limit $2
`);
/**
 * Returns the games for a member's page, those they play first, each with the number of all.
 * Dropped games are not shown.
 */
export const pickShown = (db: Db, userId: string, limit: number): Promise<MarkedRow[]> =>
  shownOf(db, userId, limit);

export type FriendRow = { user_id: string; status: GameStatus };
// Starts from the friends, because many more people may have marked a game. `offset 0` keeps the
// planner from reversing this.
const friendsOf = statement<
  FriendRow & { count: number },
  [userId: string, gameId: string, limit: number]
>(`
  select f.friend_id as user_id, s.status, count(*) over ()::int as count
  from friendships f
  cross join lateral (
    select status, id
    from game_statuses
    where game_id = $2 and user_id = f.friend_id
    offset 0
  ) s
  cross join lateral (
    select
    from people
    where id = f.friend_id and games_for <> 'nobody'
    offset 0
  ) p
  where f.user_id = $1
  order by array_position(array['playing', 'finished', 'want', 'dropped'], s.status), s.id desc
  limit $3
`);
/**
 * Returns friends who marked a game and show their games, those who play first, and how many there
 * are.
 */
export async function pickFriends(
  db: Db,
  userId: string,
  gameId: string,
  limit: number,
): Promise<{ friends: FriendRow[]; count: number }> {
  const rows = await friendsOf(db, userId, gameId, limit);
  return { friends: rows, count: rows[0]?.count ?? 0 };
}

/**
 * Deletes everything that a user added to games and updates the counts; games are locked in a fixed
 * order.
 */
export async function forgetGames(tx: Tx, userId: string): Promise<void> {
  await sql`
    select id
    from games
    where id in (
      select game_id
      from game_votes
      where user_id = ${userId}
      union
      select v.game_id
      from game_downloads d
      join game_versions v on v.id = d.version_id
      where d.user_id = ${userId}
    )
    order by id
    for no key update
  `.execute(tx);
  await sql`
    with gone as (
      delete from game_votes
      where user_id = ${userId}
      returning game_id, rating
    )
    update games g
    set rating_sum = g.rating_sum - gone.rating, votes = g.votes - 1
    from gone
    where g.id = gone.game_id
  `.execute(tx);
  await sql`
    with gone as (
      delete from game_downloads
      where user_id = ${userId}
      returning version_id
    ),
    counted as (
      update game_versions v
      set downloads = v.downloads - 1
      from gone
      where v.id = gone.version_id
      returning v.game_id
    ),
    summed as (select game_id, count(*)::int as count from counted group by game_id)
    update games g
    set downloads = g.downloads - summed.count
    from summed
    where g.id = summed.game_id
  `.execute(tx);
  await tx.deleteFrom('game_statuses').where('user_id', '=', userId).execute();
}

export type ExportedGame = {
  id: string;
  name: string;
  rating: number | null;
  status: GameStatus | null;
};
const keptBy = statement<ExportedGame, [userId: string, after: string, limit: number]>(`
  with mine as (
    (
      select game_id
      from game_votes
      where user_id = $1 and game_id > $2
      order by game_id
      limit $3
    )
    union (
      select game_id
      from game_statuses
      where user_id = $1 and game_id > $2
      order by game_id
      limit $3
    )
  )
  select g.id, g.name, v.rating, s.status
  from mine
  join games g on g.id = mine.game_id
  left join game_votes v on v.game_id = g.id and v.user_id = $1
  left join game_statuses s on s.game_id = g.id and s.user_id = $1
  order by g.id
  limit $3
`);
export const pickExported = (
  db: Db,
  userId: string,
  after: string,
  limit: number,
): Promise<ExportedGame[]> => keptBy(db, userId, after, limit);
export type ExportedDownload = {
  version_id: string;
  name: string;
  version: string;
  created_at: Date;
};
const downloadedBy = statement<ExportedDownload, [userId: string, after: string, limit: number]>(`
  select d.version_id, g.name, v.version, d.created_at
  from game_downloads d
  join game_versions v on v.id = d.version_id
  join games g on g.id = v.game_id
  where d.user_id = $1 and d.version_id > $2
  order by d.version_id
  limit $3
`);
export const pickDownloads = (
  db: Db,
  userId: string,
  after: string,
  limit: number,
): Promise<ExportedDownload[]> => downloadedBy(db, userId, after, limit);

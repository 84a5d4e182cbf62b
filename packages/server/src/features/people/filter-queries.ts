import { sql, type RawBuilder } from 'kysely';
import { OWN_PLAN, type Db } from '#platform/database/db.ts';
import { matches } from './search.ts';

/** What people are filtered by. The city and the search words are folded. */
export type PeopleFilter = {
  folded: string;
  city: string | undefined;
  game: string | undefined;
  /** Only these people, all of them online; undefined for anyone. */
  among: string[] | undefined;
};
const isFriend = (viewerId: string) =>
  sql`exists (select from friendships where user_id = p.id and friend_id = ${viewerId} offset 0)`;
/** An audience of the person `p` that includes the viewer. */
const admitsViewer = (audience: RawBuilder<unknown>, viewerId: string) =>
  sql`(${audience} = 'all' or p.id = ${viewerId} or (${audience} = 'friends' and ${isFriend(viewerId)}))`;

/** The conditions of a filter on the person `p`, apart from the game, which is a join. */
const fits = (viewerId: string, { folded, city, game, among }: PeopleFilter) => sql`
  ${matches(folded, 'p')}
  ${city === undefined ? sql`` : sql`and p.city <> '' and btrim(fold_search(p.city)) = ${city}`}
  ${game === undefined ? sql`` : sql`and ${admitsViewer(sql`p.games_for`, viewerId)}`}
  ${
    among === undefined
      ? sql``
      : sql`and p.id = any(${among}::uuid[]) and ${admitsViewer(sql`p.presence_for`, viewerId)}`
  }
`;
const withGame = (game: string | undefined) =>
  game === undefined
    ? sql``
    : sql`join game_statuses s on s.user_id = p.id and s.game_id = ${game} and s.status <> 'dropped'`;

const listed = (viewerId: string, filter: PeopleFilter) => sql`
  from people p ${withGame(filter.game)}
  where p.is_listed
    and not exists (
      select
      from blocks
      where blocker_id = p.id and blocked_id = ${viewerId}
      offset 0
    )
    and ${fits(viewerId, filter)}
`;
/** Returns ids of listed people who fit a filter and whom the viewer can find, newest first. */
export async function pickFiltered(
  db: Db,
  viewerId: string,
  filter: PeopleFilter,
  page: { before?: string | undefined; skip: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${OWN_PLAN}
    select p.id ${listed(viewerId, filter)}
      ${page.before === undefined ? sql`` : sql`and p.id < ${page.before}`}
    order by p.id desc
    offset ${page.skip}
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
/** Returns how many there are, at most `most`. */
export async function countFiltered(
  db: Db,
  viewerId: string,
  filter: PeopleFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${OWN_PLAN}
    select count(*)::int as count
    from (
      select ${listed(viewerId, filter)}
      limit ${most}
    ) found
  `.execute(db);
  return rows[0]!.count;
}

const ofFriends = (userId: string, viewerId: string, filter: PeopleFilter) => sql`
  from friendships f
  join people p on p.id = f.friend_id ${withGame(filter.game)}
  where f.user_id = ${userId} and ${fits(viewerId, filter)}
`;
/** Returns the friends of a user who fit a filter, newest friendship first. */
export async function pickFilteredFriends(
  db: Db,
  userId: string,
  viewerId: string,
  filter: PeopleFilter,
  page: { before?: string | undefined; skip: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${OWN_PLAN}
    select f.friend_id as id ${ofFriends(userId, viewerId, filter)}
      ${page.before === undefined ? sql`` : sql`and f.id < ${page.before}`}
    order by f.id desc
    offset ${page.skip}
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
export async function countFilteredFriends(
  db: Db,
  userId: string,
  viewerId: string,
  filter: PeopleFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${OWN_PLAN}
    select count(*)::int as count ${ofFriends(userId, viewerId, filter)}
  `.execute(db);
  return rows[0]!.count;
}

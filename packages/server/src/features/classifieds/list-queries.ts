import { sql, type RawBuilder } from 'kysely';
import type { AdSort } from '@respa/contract/classifieds';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { LAST_ID } from '#platform/database/paging.ts';
import { containing } from '#platform/database/like-search.ts';
import { OWN_PLAN, statement, type Db, type Tx } from '#platform/database/db.ts';
import { LIVE, LIVE_COUNTED } from './queries.ts';

/** The parameters of a search. `needle` and `gameKey` are folded; empty matches anything. */
export type Wanted = {
  needle: string;
  gameKey: string;
  from?: number | undefined;
  to?: number | undefined;
  withPictures: boolean;
  ownerId?: string | undefined;
  since?: string | undefined;
};
const fits = (
  { needle, gameKey, from, to, withPictures, ownerId, since }: Wanted,
  viewerId: string,
  live: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`
  ${live}
    and ${containing(needle)} ${gameKey === '' ? sql`` : sql`and game_key = ${gameKey}`}
      ${from === undefined ? sql`` : sql`and price >= ${from}`}
      ${to === undefined ? sql`` : sql`and price <= ${to}`}
      ${withPictures ? sql`and has_pictures` : sql``}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
      ${since === undefined ? sql`` : sql`and id >= ${since}`}
    and not exists (
      select
      from blocks
      where blocker_id = classifieds.owner_id and blocked_id = ${viewerId}
    )
`;
const ORDERS: Record<AdSort, { keys: string; way: 'asc' | 'desc' }> = {
  new: { keys: 'id', way: 'desc' },
  cheap: { keys: 'price, id', way: 'asc' },
  dear: { keys: 'price, id', way: 'desc' },
};

// The query of every visit of the board is a fixed statement.
const NOT_BLOCKED =
  'not exists (select from blocks where blocker_id = classifieds.owner_id and blocked_id = $1)';
const open = `${LIVE} and ${NOT_BLOCKED}`;
const newestFor = statement<{ id: string }, [viewerId: string, before: string, limit: number]>(
  `
    select id
    from classifieds
    where ${open} and id < $2
    order by id desc
    limit $3
  `,
);
const countFor = statement<{ count: number }, [viewerId: string]>(
  `
    select count(*)::int as count
    from (
      select
      from classifieds
      where ${LIVE_COUNTED} and ${NOT_BLOCKED}
      order by id desc
      limit ${CLASSIFIEDS.counted}
    ) as fitting
  `,
);
const isAnyGame = ({ needle, from, to, withPictures, ownerId, since }: Wanted) =>
  needle === '' &&
  !withPictures &&
  from === undefined &&
  to === undefined &&
  ownerId === undefined &&
  since === undefined;
const isAnything = (wanted: Wanted) => wanted.gameKey === '' && isAnyGame(wanted);
/**
 * For any game, an index has its ads in each order: only narrower searches are worth their own
 * plan.
 */
const planFor = (wanted: Wanted) => (isAnyGame(wanted) ? sql`` : OWN_PLAN);

type Page = {
  before?: string | undefined;
  price?: number | undefined;
  skip: number;
  limit: number;
};
/**
 * Returns ids of ads in an order. `before` is the last one that the caller has seen, `price` its
 * price at that time: without it, the price orders can continue only after an ad that still exists.
 */
export async function pickAds(
  db: Db,
  viewerId: string,
  wanted: Wanted,
  sort: AdSort,
  { before, price, skip, limit }: Page,
): Promise<string[]> {
  if (sort === 'new' && skip === 0 && isAnything(wanted))
    return (await newestFor(db, viewerId, before ?? LAST_ID, limit)).map((row) => row.id);
  const { keys, way } = ORDERS[sort];
  const cursor =
    sort === 'new'
      ? sql`${before}`
      : sql`${price ?? sql`(select price from classifieds where id = ${before})`}, ${before}`;
  const further =
    before === undefined
      ? sql``
      : sql`and (${sql.raw(keys)}) ${sql.raw(way === 'asc' ? '>' : '<')} (${cursor})`;
  const { rows } = await sql<{
    id: string;
  }>`
    ${planFor(wanted)}
    select id
    from classifieds
    where ${fits(wanted, viewerId, sql.raw(LIVE))} ${further}
    order by ${sql.raw(
      keys
        .split(', ')
        .map((key) => `${key} ${way}`)
        .join(', '),
    )}
    offset ${skip}
    limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
/**
 * Counts matching ads, up to the limit of the contract: along an index or, in a text search,
 * unordered, because an order would require a sort first.
 */
export async function countAds(db: Db, viewerId: string, wanted: Wanted): Promise<number> {
  if (isAnything(wanted)) return (await countFor(db, viewerId))[0]!.count;
  const { rows } = await sql<{
    count: number;
  }>`
    ${planFor(wanted)}
    select count(*)::int as count
    from (
      select
      from classifieds
      where ${fits(wanted, viewerId, sql.raw(LIVE_COUNTED))}
        ${wanted.needle === '' ? sql`order by id desc` : sql``}
      limit ${CLASSIFIEDS.counted}
    ) as fitting
  `.execute(db);
  return rows[0]!.count;
}

const ownOf = statement<{ id: string }, [ownerId: string, before: string, limit: number]>(
  'select id from classifieds where owner_id = $1 and id < $2 order by id desc limit $3',
);
/** Returns all ads of a user, newest first. */
export const pickOwn = async (
  db: Db,
  ownerId: string,
  before: string | undefined,
  limit: number,
): Promise<string[]> => (await ownOf(db, ownerId, before ?? LAST_ID, limit)).map((row) => row.id);

export type Mark = { id: string; cursor: string };
const marks = `from classified_favourites f join classifieds on classifieds.id = f.ad_id where f.user_id = $1 and ${open}`;
const markedBy = statement<Mark, [userId: string, before: string, limit: number]>(
  `
    select f.ad_id as id, f.id as cursor ${marks} and f.id < $2
    order by f.id desc
    limit $3
  `,
);
/**
 * Returns favourites that are still on sale, newest mark first; `before` is the position of the
 * last mark that the caller has seen.
 */
export const pickFavourites = (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<Mark[]> => markedBy(db, userId, before ?? LAST_ID, limit);
/** Returns false if the mark already exists. */
export const insertFavourite = async (
  tx: Tx,
  userId: string,
  adId: string,
  id: string,
): Promise<boolean> =>
  (
    await tx
      .insertInto('classified_favourites')
      .values({ user_id: userId, ad_id: adId, id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n;
export const deleteFavourite = (db: Db, userId: string, adId: string) =>
  db
    .deleteFrom('classified_favourites')
    .where('user_id', '=', userId)
    .where('ad_id', '=', adId)
    .execute();
const markedCount = statement<{ count: number }, [userId: string]>(
  `
    select count(*)::int as count
    from (select ${marks} limit ${CLASSIFIEDS.favourites + 1}) as seen
  `,
);
/** Counts the favourites that the user sees in their list, up to one more than the limit. */
export const countFavourites = async (db: Db, userId: string): Promise<number> =>
  (await markedCount(db, userId))[0]!.count;
export type ExportedFavourite = { cursor: string; id: string; title: string };
const keptBy = statement<ExportedFavourite, [userId: string, after: string, limit: number]>(
  'select f.id as cursor, c.id, c.title from classified_favourites f join classifieds c on c.id = f.ad_id where f.user_id = $1 and f.id < $2 order by f.id desc limit $3',
);
export const pickExportedFavourites = (
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<ExportedFavourite[]> => keptBy(db, userId, before ?? LAST_ID, limit);

const newest = statement<{ count: number }, [since: string, most: number]>(`
  select count(*)::int as count
  from (
    select
    from classifieds
    where id > $1 and listed and ${LIVE}
    limit $2
  ) as found
`);
/** Counts the ads added after an id, up to `most`. */
export const countNew = async (db: Db, since: string, most: number): Promise<number> =>
  (await newest(db, since, most))[0]!.count;

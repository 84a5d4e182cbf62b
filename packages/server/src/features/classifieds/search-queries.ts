import { sql } from 'kysely';
import { FIRST_ID } from '#platform/database/paging.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Matchable } from './queries.ts';

export type SearchRow = {
  id: string;
  user_id: string;
  q: string;
  game: string;
  price_from: number | null;
  price_to: number | null;
  pictures: boolean;
  needle: string;
  game_key: string;
  key: string;
  created_at: Date;
};
const columns = [
  'id',
  'user_id',
  'q',
  'game',
  'price_from',
  'price_to',
  'pictures',
  'needle',
  'game_key',
  'key',
  'created_at',
] as const;
/** Stores a search; saving the same one twice stores one. */
export async function insertSearch(tx: Tx, row: Omit<SearchRow, 'created_at'>): Promise<SearchRow> {
  await tx
    .insertInto('classified_searches')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('classified_searches')
    .select(columns)
    .where('user_id', '=', row.user_id)
    .where('needle', '=', row.needle)
    .where('game_key', '=', row.game_key)
    .where('price_from', 'is not distinct from', row.price_from)
    .where('price_to', 'is not distinct from', row.price_to)
    .where('pictures', '=', row.pictures)
    .executeTakeFirstOrThrow();
}
export const listSearches = (db: Db, userId: string): Promise<SearchRow[]> =>
  db
    .selectFrom('classified_searches')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
export const deleteSearch = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('classified_searches')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .execute()
  ).length === 1;
const MOST_COUNTED = 2_000;
/** Returns the key used by the fewest searches, counting up to a limit. */
export async function pickRarestKey(db: Db, keys: readonly string[]): Promise<string> {
  const { rows } = await sql<{
    key: string;
  }>`
    select key
    from unnest(${[...keys]}::text[]) with ordinality as given (key, place)
    cross join lateral (
      select count(*) as count
      from (
        select
        from classified_searches s
        where s.key = given.key
        limit ${MOST_COUNTED}
      ) as those
    ) taken
    order by taken.count, place
    limit 1
  `.execute(db);
  return rows[0]!.key;
}

/** How many saved searches are checked in one statement. */
const PORTION = 5_000;
/** The position reached in the order of saved searches. */
export type Place = { key: string; id: string };
/**
 * Records who searches for an ad, each user once, among the next searches saved under one of the
 * ad's `keys`. Returns where to continue, null after the last;
 * and how many were recorded.
 */
export async function insertMatches(
  tx: Tx,
  ad: Matchable,
  keys: readonly string[],
  after: Place = { key: '', id: FIRST_ID },
): Promise<{ found: number; next: Place | null }> {
  const { rows } = await sql<{ found: number; next: Place | null }>`
    with looked as materialized (
      select row_number() over (order by key, id) as place, id, key, user_id, q, game, price_from,
        price_to, pictures, needle, game_key
      from classified_searches
      where key = any(${[...keys]}::text[]) and (key, id) > (${after.key}, ${after.id}::uuid)
      order by key, id
      limit ${PORTION}
    ),
    noted as (
      insert into classified_matches (ad_id, user_id, words)
      select distinct on (s.user_id) ${ad.id}::uuid, s.user_id,
        case when s.q = '' then s.game else s.q end
      from looked s
      where (s.needle = '' or strpos(${ad.search}, s.needle) > 0)
        and (s.game_key = '' or s.game_key = ${ad.game_key})
        and (s.price_from is null or s.price_from <= ${ad.price})
        and (s.price_to is null or s.price_to >= ${ad.price})
        and (not s.pictures or ${ad.has_pictures})
        and s.user_id <> ${ad.owner_id}
        and not exists (
          select
          from blocks
          where blocker_id = ${ad.owner_id} and blocked_id = s.user_id
        )
      order by s.user_id, s.id
      on conflict do nothing
      returning 1
    )
    select (select count(*)::int from noted) as found,
      (
        select jsonb_build_object('key', key, 'id', id)
        from looked
        where place = ${PORTION}
      ) as next
  `.execute(tx);
  return rows[0]!;
}
export const hasMatches = async (tx: Tx, adId: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('classified_matches')
      .select('user_id')
      .where('ad_id', '=', adId)
      .limit(1)
      .execute()
  ).length > 0;
export type Match = { user_id: string; words: string; is_shut_out: boolean };
/**
 * Takes the next users to notify of an ad; they are notified in the same transaction. Users whom
 * its owner has blocked meanwhile are skipped.
 */
export const takeMatches = async (
  tx: Tx,
  adId: string,
  ownerId: string,
  limit: number,
): Promise<Match[]> =>
  (
    await sql<Match>`
      delete from classified_matches m using (
        select user_id
        from classified_matches
        where ad_id = ${adId}
        order by user_id
        limit ${limit}
      ) taken
      where m.ad_id = ${adId} and m.user_id = taken.user_id
      returning m.user_id,
        m.words,
        exists (
          select
          from blocks
          where blocker_id = ${ownerId} and blocked_id = m.user_id
        ) as is_shut_out
    `.execute(tx)
  ).rows;
export const deleteMatches = (tx: Tx, adId: string) =>
  tx.deleteFrom('classified_matches').where('ad_id', '=', adId).execute();

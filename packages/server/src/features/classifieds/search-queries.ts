import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { AdRow } from './queries.ts';

export type SearchRow = { id: string; user_id: string; q: string; game: string; price_from: number | null; price_to: number | null; pictures: boolean; needle: string; game_key: string; key: string; created_at: Date };
const columns = ['id', 'user_id', 'q', 'game', 'price_from', 'price_to', 'pictures', 'needle', 'game_key', 'key', 'created_at'] as const;
/** Keeps a search; the same one twice is one. */
export async function insertSearch(tx: Tx, row: Omit<SearchRow, 'created_at'>): Promise<SearchRow> {
  await tx.insertInto('classified_searches').values(row).onConflict((conflict) => conflict.doNothing()).execute();
  return tx.selectFrom('classified_searches').select(columns).where('user_id', '=', row.user_id).where('needle', '=', row.needle).where('game_key', '=', row.game_key)
    .where('price_from', 'is not distinct from', row.price_from).where('price_to', 'is not distinct from', row.price_to).where('pictures', '=', row.pictures).executeTakeFirstOrThrow();
}
export const listSearches = (db: Db, userId: string): Promise<SearchRow[]> => db.selectFrom('classified_searches').select(columns).where('user_id', '=', userId).orderBy('id', 'desc').execute();
export const deleteSearch = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('classified_searches').where('id', '=', id).where('user_id', '=', userId).returning('id').execute()).length === 1;
const MOST_COUNTED = 2_000;
/** The one of some keys that the fewest searches have, as far as it is counted. */
export async function pickRarestKey(db: Db, keys: readonly string[]): Promise<string> {
  const { rows } = await sql<{ key: string }>`select key from unnest(${[...keys]}::text[]) with ordinality as given (key, place)
    cross join lateral (select count(*) as count from (select from classified_searches s where s.key = given.key limit ${MOST_COUNTED}) as those) taken order by taken.count, place limit 1`.execute(db);
  return rows[0]!.key;
}

/**
 * Notes everybody who looks for an advert, each once; answers how many. Searches are found by what the advert has (`keys`), and only those are looked at:
 * one statement, however many are saved.
 */
export async function insertMatches(tx: Tx, ad: AdRow, keys: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`insert into classified_matches (ad_id, user_id, words)
    select distinct on (s.user_id) ${ad.id}::uuid, s.user_id, case when s.q = '' then s.game else s.q end from classified_searches s
    where s.key = any(${[...keys]}::text[]) and (s.needle = '' or strpos(${ad.search}, s.needle) > 0) and (s.game_key = '' or s.game_key = ${ad.game_key})
      and (s.price_from is null or s.price_from <= ${ad.price}) and (s.price_to is null or s.price_to >= ${ad.price}) and (not s.pictures or ${ad.has_pictures})
      and s.user_id <> ${ad.owner_id} and not exists (select from blocks where blocker_id = ${ad.owner_id} and blocked_id = s.user_id)
    order by s.user_id, s.id on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
export type Match = { user_id: string; words: string; is_shut_out: boolean };
/** The next who are to be told of an advert; they are told in the same transaction. Whom its owner shuts out meanwhile is not. */
export const takeMatches = async (tx: Tx, adId: string, ownerId: string, limit: number): Promise<Match[]> => (await sql<Match>`
  delete from classified_matches m using (select user_id from classified_matches where ad_id = ${adId} order by user_id limit ${limit}) taken
  where m.ad_id = ${adId} and m.user_id = taken.user_id returning m.user_id, m.words, exists (select from blocks where blocker_id = ${ownerId} and blocked_id = m.user_id) as is_shut_out`.execute(tx)).rows;
export const deleteMatches = (tx: Tx, adId: string) => tx.deleteFrom('classified_matches').where('ad_id', '=', adId).execute();

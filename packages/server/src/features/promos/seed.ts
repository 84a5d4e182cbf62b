import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

/** Changes the dates of an ad; with `ends`, the ad counts as approved at `at`. */
export const datePromo = async (db: Db, id: string, at: Date, ends?: Date): Promise<void> =>
  void (await db
    .updateTable('promos')
    .set({ created_at: at, ...(ends === undefined ? {} : { approved_at: at, ends_at: ends }) })
    .where('id', '=', id)
    .execute());
export type SeededSeen = { userId: string; day: string; clicked: boolean };
/** Inserts who saw an ad on which day, and its counters. */
export async function seedSeen(db: Db, id: string, rows: readonly SeededSeen[]): Promise<void> {
  await sql`
    insert into promo_seen (promo_id, user_id, day, viewed, clicked)
    select ${id}::uuid, user_id, day, true, clicked
    from unnest(
      ${rows.map((row) => row.userId)}::uuid[], ${rows.map((row) => row.day)}::date[],
      ${rows.map((row) => row.clicked)}::bool[]
    ) as row (user_id, day, clicked)
  `.execute(db);
  await sql`
    insert into promo_days (promo_id, day, views, clicks)
    select promo_id, day, count(*), count(*) filter (where clicked)
    from promo_seen
    where promo_id = ${id}
    group by promo_id, day
  `.execute(db);
  await sql`
    update promos
    set views = d.views, clicks = d.clicks
    from (
      select sum(views) as views, sum(clicks) as clicks
      from promo_days
      where promo_id = ${id}
    ) d
    where id = ${id}
  `.execute(db);
}
/** Deletes all ads, because they reference the people who made them. */
export const clearPromos = (db: Db) => sql`truncate promos cascade`.execute(db);

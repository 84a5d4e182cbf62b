import { sql } from 'kysely';
import { statement, type Db } from '#platform/database/db.ts';
import { PICKERS } from '../ranking-queries.ts';

export type PicksRow = { ids: string[]; made_at: Date };
const picksOf = statement<PicksRow, [userId: string, kind: string, at: Date]>(
  'update video_picks set asked_at = $3 where user_id = $1 and kind = $2 returning ids, made_at',
);
/** Returns a user's stored picks and records the time of the request. */
export const findPicks = async (
  db: Db,
  userId: string,
  kind: string,
  at: Date,
): Promise<PicksRow | undefined> => (await picksOf(db, userId, kind, at))[0];
export const savePicks = (
  db: Db,
  row: { user_id: string; kind: string; ids: string[]; made_at: Date; asked_at: Date },
) =>
  sql`
    insert into video_picks (user_id, kind, ids, made_at, asked_at)
    values (${row.user_id}, ${row.kind}, ${row.ids}::uuid[], ${row.made_at}, ${row.asked_at})
    on conflict (user_id, kind) do update set ids = excluded.ids, made_at = excluded.made_at
  `.execute(db);
/** Returns lists that were requested recently and are about to expire. */
export const pickAging = async (
  db: Db,
  askedSince: Date,
  madeBefore: Date,
  limit: number,
): Promise<{ user_id: string; kind: keyof typeof PICKERS }[]> =>
  (
    await sql<{
      user_id: string;
      kind: keyof typeof PICKERS;
    }>`
      select user_id, kind
      from video_picks
      where asked_at >= ${askedSince} and made_at < ${madeBefore}
      order by asked_at desc
      limit ${limit}
    `.execute(db)
  ).rows;
/** Deletes lists that nobody has requested for a month. */
export const dropForgotten = (db: Db, askedBefore: Date) =>
  sql`delete from video_picks where asked_at < ${askedBefore}`.execute(db);

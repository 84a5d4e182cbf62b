import { sql } from 'kysely';
import type { PostPicture } from '#features/media/service.ts';
import type { Db } from '#platform/database/db.ts';

export { inventAd, type Drawing, type InventedAd } from './seed-words.ts';

export type SeededAd = {
  id: string;
  ownerId: string;
  title: string;
  description: string;
  price: number;
  game: string;
  phone: string;
  passport: object | null;
  picture: PostPicture | null;
  at: Date;
};
/** Inserts ads that count as matched long ago, so no one is notified of them. */
export async function seedAds(db: Db, rows: SeededAd[]): Promise<void> {
  await sql`
    insert into classifieds (
      id, owner_id, title, description, price, game, phone, passport, pictures, created_at,
      matched_at
    )
    select id, owner_id, title, description, price, game, phone, passport,
      case when picture is null then '[]'::jsonb else jsonb_build_array(picture) end, at, at
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.ownerId)}::uuid[],
      ${rows.map((row) => row.title)}::text[], ${rows.map((row) => row.description)}::text[],
      ${rows.map((row) => row.price)}::int[], ${rows.map((row) => row.game)}::text[],
      ${rows.map((row) => row.phone)}::text[],
      ${rows.map((row) => (row.passport === null ? null : JSON.stringify(row.passport)))}::jsonb[],
      ${rows.map((row) => (row.picture === null ? null : JSON.stringify(row.picture)))}::jsonb[],
      ${rows.map((row) => row.at)}::timestamptz[]
    ) as row (id, owner_id, title, description, price, game, phone, passport, picture, at)
  `.execute(db);
}
export const dateAd = async (db: Db, id: string, at: Date): Promise<void> =>
  void (await db.updateTable('classifieds').set({ created_at: at }).where('id', '=', id).execute());
/** Empties the board: ads reference the people who wrote them. */
export const clearAds = (db: Db) => sql`truncate classifieds cascade`.execute(db);

import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';

export type StoredPicture = { name: string; width: number; height: number; thumbhash: string };
export type PhotoRow = { id: string; user_id: string; picture: StoredPicture; created_at: Date };
const columns = ['id', 'user_id', 'picture', 'created_at'] as const;

export const insertPhoto = (
  tx: Tx,
  row: { id: string; user_id: string; picture: StoredPicture },
): Promise<PhotoRow> =>
  tx
    .insertInto('photos')
    .values({ ...row, picture: JSON.stringify(row.picture) })
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<PhotoRow>;
export const findPhoto = (db: Db | Tx, id: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('photos').select(columns).where('id', '=', id).executeTakeFirst() as Promise<
    PhotoRow | undefined
  >;
/** Deletes a photo of its owner. Of concurrent calls only one gets the row. */
export const takePhoto = (tx: Tx, userId: string, name: string): Promise<PhotoRow | undefined> =>
  tx
    .deleteFrom('photos')
    .where(sql`picture ->> 'name'`, '=', name)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst() as Promise<PhotoRow | undefined>;
export async function pickPhotos(
  db: Db,
  userId: string,
  page: { before?: string | undefined; limit: number },
): Promise<PhotoRow[]> {
  let query = db.selectFrom('photos').select(columns).where('user_id', '=', userId);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute() as Promise<PhotoRow[]>;
}

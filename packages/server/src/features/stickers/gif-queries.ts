import type { Db, Tx } from '#platform/database/db.ts';
import type { StoredPicture } from './queries.ts';

export type GifRow = { id: string; picture: StoredPicture; saved_at: Date };
const columns = ['id', 'picture', 'saved_at'] as const;

/** Returns undefined if the member has saved the same bytes before. */
export const insertGif = (
  tx: Tx,
  row: { id: string; user_id: string; hash: Buffer; picture: StoredPicture },
): Promise<GifRow | undefined> =>
  tx
    .insertInto('saved_gifs')
    .values({ ...row, picture: JSON.stringify(row.picture) })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doNothing())
    .returning(columns)
    .executeTakeFirst() as Promise<GifRow | undefined>;
export const findByHash = (db: Db, userId: string, hash: Buffer): Promise<GifRow | undefined> =>
  db
    .selectFrom('saved_gifs')
    .select(columns)
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst() as Promise<GifRow | undefined>;
export const findGif = (db: Db, userId: string, id: string): Promise<GifRow | undefined> =>
  db
    .selectFrom('saved_gifs')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst() as Promise<GifRow | undefined>;
export const deleteGif = (tx: Tx, userId: string, id: string): Promise<GifRow | undefined> =>
  tx
    .deleteFrom('saved_gifs')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst() as Promise<GifRow | undefined>;
export const countGifs = async (tx: Tx, userId: string): Promise<number> =>
  (
    await tx
      .selectFrom('saved_gifs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count;
/** Returns a member's saved GIFs, newest first. */
export async function pickGifs(
  db: Db,
  userId: string,
  page: { before?: string | undefined; limit: number },
): Promise<GifRow[]> {
  let query = db.selectFrom('saved_gifs').select(columns).where('user_id', '=', userId);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute() as Promise<GifRow[]>;
}

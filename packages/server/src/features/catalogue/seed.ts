import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

/** Changes the date of a game and its versions. */
export const dateGame = async (db: Db, id: string, at: Date): Promise<void> => {
  await db
    .updateTable('games')
    .set({ created_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
  await db.updateTable('game_versions').set({ created_at: at }).where('game_id', '=', id).execute();
};
/** Empties the catalogue. */
export const clearGames = (db: Db) => sql`truncate games, game_labels cascade`.execute(db);

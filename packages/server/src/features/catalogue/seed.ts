import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';

/** Empties the catalogue. */
export const clearGames = (db: Db) => sql`truncate games, game_labels cascade`.execute(db);

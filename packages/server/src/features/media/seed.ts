import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';

/** Forgets every stored thing; the bytes are then orphans, which the sweep removes. */
export const clearMedia = (db: Db) => sql`truncate media_files, blobs`.execute(db);

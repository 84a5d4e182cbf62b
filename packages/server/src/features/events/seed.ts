import type { Db } from '#platform/database/db.ts';

/** Deletes every event; the pictures are deleted with all other media. */
export const clearEvents = (db: Db) => db.deleteFrom('events').execute();

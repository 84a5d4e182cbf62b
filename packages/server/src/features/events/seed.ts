import type { Db } from '#platform/database/db.ts';

/** Takes every event away; their pictures go with all others. */
export const clearEvents = (db: Db) => db.deleteFrom('events').execute();

import type { Db } from '#platform/db.ts';

/** Takes every event away; their pictures go with all others. */
export const clearEvents = (db: Db) => db.deleteFrom('events').execute();

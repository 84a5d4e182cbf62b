import type { Db } from '#platform/db.ts';

/** Gives the notices that were made since a moment another date. */
export const dateNotices = (db: Db, since: Date, at: Date) => db.updateTable('notifications').set({ created_at: at }).where('created_at', '>=', since).execute();

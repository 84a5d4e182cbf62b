import type { Db } from '#platform/db.ts';

export const dateArticle = async (db: Db, id: string, at: Date): Promise<void> => void (await db.updateTable('public_posts').set({ created_at: at }).where('id', '=', id).execute());
/** Gives what groups were told since a moment another date. */
export const dateNotices = (db: Db, since: Date, at: Date) => db.updateTable('public_notices').set({ created_at: at }).where('created_at', '>=', since).execute();

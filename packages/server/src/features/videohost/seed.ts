import type { Db } from '#platform/db.ts';

export const dateVideo = async (db: Db, id: string, at: Date): Promise<void> => void (await db.updateTable('videos').set({ created_at: at }).where('id', '=', id).execute());

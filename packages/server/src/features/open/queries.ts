import type { Db } from '#platform/database/db.ts';

export const isGone = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('gone_pages').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;
export const deleteGoneBefore = async (db: Db, moment: Date): Promise<void> =>
  void (await db.deleteFrom('gone_pages').where('gone_at', '<', moment).execute());

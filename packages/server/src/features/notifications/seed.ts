import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

/** Gives the notices that were made since a moment another date, and ids that carry it: lists are in their order. */
export async function dateNotices(db: Db, since: Date, at: Date): Promise<void> {
  const time = at.getTime().toString(16).padStart(12, '0');
  const id = sql<string>`(${time}::text || right(replace(id::text, '-', ''), 20))::uuid`;
  await db
    .updateTable('notifications')
    .set({ id, created_at: at })
    .where('created_at', '>=', since)
    .execute();
}

import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

/**
 * Changes the date of notifications created since a moment, and gives them ids with that time,
 * because lists are sorted by id.
 */
export async function dateNotices(db: Db, since: Date, at: Date): Promise<void> {
  const time = at.getTime().toString(16).padStart(12, '0');
  const id = sql<string>`(${time}::text || right(replace(id::text, '-', ''), 20))::uuid`;
  await db
    .updateTable('notifications')
    .set({ id, created_at: at })
    .where('created_at', '>=', since)
    .execute();
}

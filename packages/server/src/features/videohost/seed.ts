import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

export const dateVideo = async (db: Db, id: string, at: Date): Promise<void> =>
  void (await db
    .updateTable('videos')
    .set({
      created_at: at,
      opened_at: sql<Date | null>`case when opened_at is not null then ${at}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute());
/**
 * Returns how many videos the encoder still has to process and for how many subscribers are still
 * to be notified.
 */
export const countUnfinished = async (db: Db): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`
      select (
        (
          select count(*)
          from videos
          where ladder = 'waiting'
        ) + (
          select count(*)
          from graphile_worker.jobs
          where task_identifier = 'videos.tell'
        )
      )::int as count
    `.execute(db)
  ).rows[0]!.count;
/** Deletes the video totals; the videos themselves are deleted with their owners. */
export const clearTotals = (db: Db) => sql`truncate video_totals`.execute(db);

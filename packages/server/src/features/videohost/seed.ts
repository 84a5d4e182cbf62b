import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

export const dateVideo = async (db: Db, id: string, at: Date): Promise<void> =>
  void (await db.updateTable('videos').set({ created_at: at }).where('id', '=', id).execute());
/** How many videos the encoder still works on, and how many subscribers still hear of. */
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
/** Forgets how many videos there are; the videos themselves go with their people. */
export const clearTotals = (db: Db) => sql`truncate video_totals`.execute(db);

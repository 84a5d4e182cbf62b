import type { TestApp } from '../../support/driver.ts';
import { until } from '../../support/files/pictures.ts';
import { sql } from 'kysely';

/**
 * Records everything that the server publishes to live streams, whether anyone listens or not, at
 * the function through which all of it passes. Returns what was published since the last call, and
 * which streams were ended.
 */
export function listenToLive({ server }: TestApp): () => string[] {
  const { live } = server.context;
  const { publish, endTagged } = live;
  const published: string[] = [];
  live.publish = (channel, event) => {
    published.push(`${channel}: ${(event.data as { type?: string }).type ?? 'an event'}`);
    publish(channel, event);
  };
  live.endTagged = (tag, last) => {
    published.push(`${tag}: ended`);
    endTagged(tag, last);
  };
  return () => published.splice(0);
}

/** Jobs that requeue themselves by the clock and not by a call. */
const REGULAR = ['counters.prove', 'videos.rank'];
/**
 * Waits until no job is due, and postpones those started by the clock: earlier calls have no more
 * effects, and everything written from now on is written by a call.
 */
export const settle = ({
  server: {
    context: { db },
  },
}: TestApp): Promise<void> =>
  until(async () => {
    await sql`
      update graphile_worker._private_jobs
      set run_at = now() + interval '2 days'
      where key = any(${REGULAR}) and locked_at is null
    `.execute(db);
    return (
      (
        await sql`
          select
          from graphile_worker.jobs
          where run_at <= now() or (key = any(${REGULAR}) and run_at < now() + interval '1 day')
        `.execute(db)
      ).rows.length === 0
    );
  });

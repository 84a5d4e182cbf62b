import type { TestApp } from '../support/driver.ts';
import { until } from '../support/files/pictures.ts';
import { sql } from 'kysely';

/**
 * Hears what a house tells anybody over live streams, whoever is there to read it: at the door of the server through which all of it goes.
 * Answers what was told since it was asked before, and which streams were ended.
 */
export function listenToLive({ server }: TestApp): () => string[] {
  const { live } = server.context;
  const { publish, endTagged } = live;
  const told: string[] = [];
  live.publish = (channel, event) => {
    told.push(`${channel}: ${(event.data as { type?: string }).type ?? 'an event'}`);
    publish(channel, event);
  };
  live.endTagged = (tag, last) => {
    told.push(`${tag}: ended`);
    endTagged(tag, last);
  };
  return () => told.splice(0);
}

/** What puts itself back into the queue, by the clock and not by a call. */
const REGULAR = ['counters.prove', 'videos.rank'];
/** Waits until no job is due, and puts off those that the clock brings: what was done before tells no more of itself, and what is written from now on was written by a call. */
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

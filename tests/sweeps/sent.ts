import type { TestHouse } from '../driver.ts';
import { until } from '../pictures.ts';
import { sql } from 'kysely';

/**
 * Hears what a house tells anybody over live streams, whoever is there to read it: at the door of the server through which all of it goes.
 * Answers what was told since it was asked before, and which streams were ended.
 */
export function listenToLive({ server }: TestHouse): () => string[] {
  const { live } = server.ground;
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

/** Waits until no job is due: what was done before tells no more of itself. */
export const settle = ({ server }: TestHouse): Promise<void> =>
  until(async () => (await sql`select from graphile_worker.jobs where run_at <= now()`.execute(server.ground.db)).rows.length === 0);

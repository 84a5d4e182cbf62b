import { sql } from 'kysely';
import type { Logger } from 'pino';
import { nowMs } from './clock.ts';
import { openDatabase, type Database, type Db } from './db.ts';
import type { Config } from './config.ts';

const CHECK_MS = 2_000;
/** A replica that is further behind is left alone until it has caught up. */
const MOST_BEHIND_SECONDS = 5;
const MAX_WRITERS = 100_000;

/** Reads that may be some seconds old: from the replica of DATABASE_REPLICA_URL while it answers and keeps up, else from the main database. */
export type Lagging = {
  /** Runs a read that changes nothing. Whoever has just written is answered from the main database, and so is what the replica fails at. */
  read<T>(viewerId: string | null, work: (db: Db) => Promise<T>): Promise<T>;
  /** Somebody is changing something: for a while they read what they have written. */
  noteWriter(viewerId: string): void;
  /** Whether reads go to a replica now. */
  isInUse(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export function makeLagging(main: Db, config: Config, log: Logger): Lagging {
  if (config.databaseReplicaUrl === undefined) {
    return { read: (_viewerId, work) => work(main), noteWriter: () => {}, isInUse: () => false, start: async () => {}, stop: async () => {} };
  }
  const replica: Database = openDatabase(config.databaseReplicaUrl, config, log);
  const wroteAt = new Map<string, number>();
  let isGood = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = (good: boolean) => {
    if (good !== isGood) log.warn({ good }, good ? 'the replica is read from' : 'the replica is not read from');
    isGood = good;
  };
  const check = async () => {
    try {
      // A main database that is idle writes nothing to be replayed: only what has come and is not replayed yet counts.
      const { rows } = await sql<{ behind: number }>`
        select case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() is not distinct from pg_last_wal_replay_lsn() then 0
          else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 end as behind`.execute(replica.db);
      turn(rows[0]!.behind <= MOST_BEHIND_SECONDS);
    } catch {
      turn(false);
    }
  };
  const hasWritten = (viewerId: string) => nowMs() - (wroteAt.get(viewerId) ?? 0) < (MOST_BEHIND_SECONDS * 1000 + CHECK_MS);
  return {
    async read(viewerId, work) {
      if (!isGood || (viewerId !== null && hasWritten(viewerId))) return work(main);
      try {
        return await work(replica.db);
      } catch (error) {
        // What is wrong with the read itself is wrong on the main database too; a connection that is lost is lost for the next ones as well.
        if ((error as { code?: string }).code === undefined || /^(08|57|E)/.test((error as { code: string }).code)) turn(false);
        return work(main);
      }
    },
    noteWriter(viewerId) {
      wroteAt.delete(viewerId);
      wroteAt.set(viewerId, nowMs());
      if (wroteAt.size > MAX_WRITERS) wroteAt.delete(wroteAt.keys().next().value!);
    },
    isInUse: () => isGood,
    async start() {
      await check();
      timer = setInterval(() => void check(), CHECK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await replica.close();
    },
  };
}

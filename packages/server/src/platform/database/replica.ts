import { sql } from 'kysely';
import type { Logger } from 'pino';
import { nowMs } from '#platform/runtime/clock.ts';
import { openDatabase, type Database, type Db } from './db.ts';
import type { Config } from '#platform/runtime/config.ts';

const CHECK_MS = 2_000;
/** A replica that lags further behind is not used until it has caught up. */
const MOST_BEHIND_SECONDS = 5;
const MAX_WRITERS = 100_000;
/** A replica in use never lags further behind than this. */
const WRITER_MS = MOST_BEHIND_SECONDS * 1000 + 2 * CHECK_MS;
const WROTE = 'respa_wrote';

/**
 * Runs reads that may be a few seconds stale: on the replica of DATABASE_REPLICA_URL while it
 * answers and keeps up, otherwise on the main database.
 */
export type ReplicaReads = {
  /**
   * Runs a read that changes nothing. Uses the main database for a viewer who has just written, and
   * as a fallback when the replica fails.
   */
  read<T>(viewerId: string | null, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Records that the viewer is writing: for a while they read from the main database, here and,
   * through the cookie that this returns, at every other server.
   */
  noteWriter(viewerId: string): string | null;
  /**
   * Reads the viewer's cookies: one of them may say that the viewer has just written at another
   * server.
   */
  handleCookies(viewerId: string, cookies: string | undefined): void;
  /** Returns whether reads currently go to a replica. */
  isInUse(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Remembers who has written lately. */
function makeRecentWriters() {
  const wroteAt = new Map<string, number>();
  return {
    has: (viewerId: string) => nowMs() - (wroteAt.get(viewerId) ?? 0) < WRITER_MS,
    note(viewerId: string) {
      wroteAt.delete(viewerId);
      wroteAt.set(viewerId, nowMs());
      if (wroteAt.size > MAX_WRITERS) wroteAt.delete(wroteAt.keys().next().value!);
    },
  };
}

/** Returns a check of whether the replica has replayed what the main database held a moment ago. */
function makeNearness(main: Db, replica: Db): () => Promise<boolean> {
  /** The WAL positions of the main database at the last checks, oldest first. */
  const marks: { at: number; place: string }[] = [];
  return async () => {
    const at = nowMs();
    const {
      rows: [mark],
    } = await sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(main);
    marks.push({ at, place: mark!.place });
    // The replica must have replayed what the main database had written by then. Why not the
    // replica's own clock: by it, a replica that receives nothing any more would always be up to
    // date.
    while (marks[1] !== undefined && marks[1].at <= at - MOST_BEHIND_SECONDS * 1000) marks.shift();
    const {
      rows: [near],
    } = await sql<{
      is_near: boolean | null;
    }>`
      select pg_is_in_recovery()
        and pg_last_wal_replay_lsn() >= ${marks[0]!.place}::pg_lsn as is_near
    `.execute(replica);
    return near!.is_near === true;
  };
}

export function makeLagging(main: Db, config: Config, log: Logger): ReplicaReads {
  if (config.databaseReplicaUrl === undefined) {
    return {
      read: (_viewerId, work) => work(main),
      noteWriter: () => null,
      handleCookies: () => {},
      isInUse: () => false,
      start: async () => {},
      stop: async () => {},
    };
  }
  const replica: Database = openDatabase(config.databaseReplicaUrl, config, log);
  const writers = makeRecentWriters();
  let isGood = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = (good: boolean) => {
    if (good !== isGood)
      log.warn({ good }, good ? 'the replica is read from' : 'the replica is not read from');
    isGood = good;
  };
  const isNear = makeNearness(main, replica.db);
  const check = async () => turn(await isNear().catch(() => false));
  const cookie = `${WROTE}=1; Path=/api; HttpOnly; SameSite=Lax; Max-Age=${WRITER_MS / 1000}${config.publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    async read(viewerId, work) {
      if (!isGood || (viewerId !== null && writers.has(viewerId))) return work(main);
      try {
        return await work(replica.db);
      } catch (error) {
        // An error in the read itself also occurs on the main database; a lost connection is lost
        // for the next reads as well.
        if (
          (error as { code?: string }).code === undefined ||
          /^(08|57|E)/.test((error as { code: string }).code)
        )
          turn(false);
        return work(main);
      }
    },
    noteWriter(viewerId) {
      writers.note(viewerId);
      return cookie;
    },
    handleCookies(viewerId, cookies) {
      if (cookies?.includes(`${WROTE}=1`) === true) writers.note(viewerId);
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

import { HOUR_MS, MINUTE_MS } from '@respa/contract/durations';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { sumMedia } from '#features/media/service.ts';
import { countWaiting } from '#features/promos/service.ts';
import { countOpen } from '#features/reports/service.ts';
import { countNewAppeals } from '#features/support/service.ts';
import { countFailed } from './jobs.ts';

const MOST = 1_000;

/**
 * Returns a size that is measured at most once per the given milliseconds, and never waits for a
 * measurement: the last value with its time, null before the first.
 */
function makeGauge<Size extends object>(
  { log }: AppContext,
  measure: () => Promise<Size>,
  every: number,
): () => (Size & { measured: string }) | null {
  let kept: (Size & { measured: string }) | null = null;
  let next = 0;
  return () => {
    if (nowMs() >= next) {
      next = nowMs() + every;
      const keep = (size: Size) => {
        kept = { ...size, measured: new Date(nowMs()).toISOString() };
      };
      measure()
        .then(keep)
        .catch((error: Error) => log.warn({ err: error }, 'a size was not measured'));
    }
    return kept;
  };
}

/**
 * Reports the work that waits for the admin and the used space. Files are counted at most once an
 * hour, because that reads every row of them.
 */
export function createServerState(context: AppContext) {
  const { db, config } = context;
  const database = makeGauge(
    context,
    async () =>
      (
        await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
          db,
        )
      ).rows[0]!,
    HOUR_MS,
  );
  const storage = makeGauge(context, () => sumMedia(db), HOUR_MS);
  const disk = makeGauge(
    context,
    async () => {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return { free: bavail * bsize, total: blocks * bsize, reserve: config.diskReserve };
    },
    MINUTE_MS,
  );
  return async () => {
    const sizes = { database: database(), storage: storage(), disk: disk() };
    const [messages, reports, promos, failed] = await Promise.all([
      countNewAppeals(db, MOST),
      countOpen(db, MOST),
      countWaiting(context),
      countFailed(db, MOST),
    ]);
    return { waiting: { messages, reports, promos, failed }, ...sizes };
  };
}

import type { Logger } from 'pino';
import type { Bus } from '#platform/live/bus.ts';
import type { Config } from './config.ts';
import type { Database, Db } from '#platform/database/db.ts';
import type { Jobs } from './jobs.ts';
import type { Lagging } from '#platform/database/replica.ts';
import type { Live } from '#platform/live/live.ts';
import type { Print } from './log.ts';
import type { Metrics } from '#platform/http/metrics.ts';
import type { RateLimits } from '#platform/http/rate-limits.ts';
import type { Signals } from './signals.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** Everything that a service needs from below. One value per server; nothing is kept in modules. */
export type AppContext = {
  config: Config;
  db: Db;
  database: Database;
  /** For reads that may be some seconds old. */
  lagging: Lagging;
  log: Logger;
  print: Print;
  storage: Storage;
  stagingDir: string;
  bus: Bus;
  live: Live;
  jobs: Jobs;
  limits: RateLimits;
  metrics: Metrics;
  signals: Signals;
};

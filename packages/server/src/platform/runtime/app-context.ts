import type { Logger } from 'pino';
import type { Bus } from '#platform/live/bus.ts';
import type { Config } from './config.ts';
import type { Database, Db } from '#platform/database/db.ts';
import type { Jobs } from './jobs.ts';
import type { ReplicaReads } from '#platform/database/replica.ts';
import type { Live } from '#platform/live/live.ts';
import type { Print } from './log.ts';
import type { Metrics } from '#platform/http/metrics.ts';
import type { OpenUploads } from '#platform/http/open-uploads.ts';
import type { Pace } from '#platform/http/body-pace.ts';
import type { RateLimits } from '#platform/http/rate-limits.ts';
import type { SecretBox } from './secret-box.ts';
import type { SecurityLog } from '#platform/http/security-log.ts';
import type { Signals } from './signals.ts';
import type { Totals } from '../database/totals.ts';
import type { FreeSpace } from '#platform/storage/free-space.ts';
import type { Storage } from '#platform/storage/storage.ts';

/**
 * State of the features that lives as long as the server. A feature adds its field here by
 * declaration merging in its `state.ts`; `createContext` creates it.
 */
export interface FeatureState {}

/**
 * Everything that a service needs from below. One value per server; modules keep no state of
 * their own.
 */
export type AppContext = FeatureState & {
  config: Config;
  db: Db;
  database: Database;
  /** For reads that may be a few seconds stale. */
  replica: ReplicaReads;
  log: Logger;
  print: Print;
  storage: Storage;
  freeSpace: FreeSpace;
  stagingDir: string;
  bus: Bus;
  live: Live;
  jobs: Jobs;
  limits: RateLimits;
  openUploads: OpenUploads;
  pace: Pace;
  metrics: Metrics;
  secrets: SecretBox;
  security: SecurityLog;
  signals: Signals;
  /** Counts of searches, for half a minute. */
  totals: Totals;
};

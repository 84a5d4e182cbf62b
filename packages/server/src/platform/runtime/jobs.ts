import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  run,
  runMigrations,
  type Runner,
  type TaskList,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '#platform/database/db.ts';
import { openMigrationPool, withSchemaLock } from '#platform/database/migrate.ts';

export type JobMap = {
  'mail.send': { to: string; subject: string; text: string; html: string; link?: string };
  'media.remove': { files: { folder: string; name: string }[] };
  'counters.prove': Record<string, never>;
  'chats.lose-name': { userId: string };
  'accounts.sweep': Record<string, never>;
  'accounts.return': { email: string };
  'media.sweep': Record<string, never>;
  'media.view': { blobId: string };
  'uploads.remove': { ids: string[] };
  'uploads.sweep': Record<string, never>;
  'cloud.sweep': Record<string, never>;
  'exports.make': { id: string };
  'exports.remove': { run: string };
  'exports.sweep': Record<string, never>;
  'publics.publish': { id: string };
  'videos.process': { id: string };
  'videos.tell': { id: string; after: string };
  'classifieds.match': { id: string; after?: { key: string; id: string } };
  'classifieds.tell': { id: string };
  'classifieds.sweep': Record<string, never>;
  'promos.forget': { ids: string[] };
  'promos.sweep': Record<string, never>;
  'videos.rank': Record<string, never>;
};
export type JobName = keyof JobMap;
type Handler<K extends JobName> = (payload: JobMap[K], stopping: AbortSignal) => Promise<void>;

export type Jobs = {
  /**
   * Declares what does a job; handlers must be idempotent: a job may run twice. A long one looks at `stopping` and throws: it is done anew later. What a server declares
   * nothing for it leaves to the others on its database, without counting an attempt.
   */
  on<K extends JobName>(name: K, handler: Handler<K>): void;
  /** Puts a job into the queue inside the transaction that makes its data. One `key` is one job; of one `queue` one job runs at a time. */
  add<K extends JobName>(
    db: Db,
    name: K,
    payload: JobMap[K],
    options?: { key?: string; at?: Date; attempts?: number; queue?: string },
  ): Promise<void>;
  start(pool: pg.Pool): Promise<void>;
  stop(): Promise<void>;
  /** The names under which this server holds its jobs. */
  workers(): string[];
  /** Which jobs this server does. */
  done(): string[];
  /** Whether a server that is there does a job, by the rows of `instances`, this one included. */
  isDone(db: Db, name: JobName): Promise<boolean>;
  /** Gives back what these hold, who are dead: it would wait for four hours. */
  release(pool: pg.Pool, workers: string[]): Promise<void>;
  /** Gives back what is held under names that no row of `instances` has. */
  releaseUnknown(pool: pg.Pool): Promise<void>;
};

/** Creates the queue's own schema under the lock of the schema; safe to run on every start. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = openMigrationPool(url, 2);
  try {
    await withSchemaLock(url, () => runMigrations({ pgPool: pool }));
  } finally {
    await pool.end();
  }
}

/** Retries back off exponentially (graphile-worker: e^attempts seconds), 15 attempts are about five days. */
export function makeJobs(log: Logger): Jobs {
  const handlers: TaskList = {};
  let runners: Runner[] = [];
  const names = new Set<string>();
  const events = new EventEmitter();
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) =>
    names.add(worker.workerId),
  );
  events.on('worker:stop', ({ worker }: { worker: { workerId: string } }) =>
    names.delete(worker.workerId),
  );
  return {
    on: (name, handler) =>
      void (handlers[name] = async (payload, { abortSignal }) =>
        handler(payload as never, abortSignal!)),
    async add(db, name, payload, options = {}) {
      await sql`
        select graphile_worker.add_job(
          ${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null},
          run_at := ${options.at ?? null}, max_attempts := ${options.attempts ?? 15},
          queue_name := ${options.queue ?? null}
        )
      `.execute(db);
    },
    async start(pool) {
      // A post office that holds letters without a word must hold nothing else.
      const { 'mail.send': mails, ...others } = handlers;
      for (const taskList of [...(mails === undefined ? [] : [{ 'mail.send': mails }]), others]) {
        const runner = await run({
          pgPool: pool,
          taskList,
          concurrency: 2,
          noHandleSignals: true,
          parsedCronItems: [],
          pollInterval: 2_000,
          logger: quiet(log),
          events,
        });
        runner.promise.catch((error: Error) => log.error({ err: error }, 'job runner stopped'));
        runners.push(runner);
      }
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
      runners = [];
    },
    workers: () => [...names],
    done: () => Object.keys(handlers),
    async isDone(db, name) {
      return (
        name in handlers ||
        (
          await sql`
          select
          from instances
          where ${name} = any(jobs)
          limit 1
        `.execute(db)
        ).rows.length > 0
      );
    },
    async release(pool, workers) {
      if (workers.length > 0)
        await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workers]);
    },
    // A job that another server is still doing is done twice, which it may be.
    async releaseUnknown(pool) {
      await pool.query(`select graphile_worker.force_unlock_workers(array(
        select locked_by from graphile_worker._private_jobs where locked_by is not null
        union select locked_by from graphile_worker._private_job_queues where locked_by is not null
        except select unnest(workers) from instances))`);
    },
  };
}

const quiet = (log: Logger) =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.warn({ message: message.split('\n', 1)[0] }, 'job failed');
  });

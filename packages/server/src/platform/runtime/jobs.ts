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
  'messages.encode': { roomId: string; id: string; name: string };
  'messages.scheduled': { id: string };
  'chats.lose-name': { userId: string };
  'accounts.sweep': Record<string, never>;
  'accounts.return': { email: string };
  'media.sweep': Record<string, never>;
  'media.view': { blobId: string };
  'uploads.remove': { ids: string[] };
  'uploads.sweep': Record<string, never>;
  'creations.sweep': Record<string, never>;
  'mails.sweep': Record<string, never>;
  'cloud.sweep': Record<string, never>;
  'exports.make': { id: string };
  'exports.remove': { run: string };
  'exports.sweep': Record<string, never>;
  'publics.publish': { id: string };
  'wall.publish': { id: string };
  'videos.process': { id: string };
  'videos.tell': { id: string; after: string };
  'classifieds.match': { id: string; after?: { key: string; id: string } };
  'classifieds.tell': { id: string };
  'classifieds.sweep': Record<string, never>;
  'promos.forget': { ids: string[] };
  'promos.sweep': Record<string, never>;
  'push.room': { roomId: string; from: number; devices?: string[]; attempt?: number };
  'push.notice': { id: string; to: string; devices?: string[]; attempt?: number };
  'push.call': { roomId: string; callerId: string; calleeId: string; began: string };
  'voice.ring-ends': { roomId: string; id: string };
  'voice.caller-lost': { roomId: string; id: string };
  'stickers.sweep': Record<string, never>;
  'links.fetch': { hash: string };
  'links.sweep': Record<string, never>;
  'pages.sweep': Record<string, never>;
  'videos.rank': Record<string, never>;
};
export type JobName = keyof JobMap;
type Handler<K extends JobName> = (payload: JobMap[K], stopping: AbortSignal) => Promise<void>;

export type Jobs = {
  /**
   * Registers the handler of a job. Handlers must be idempotent, because a job may run twice. A
   * long handler checks `stopping` and throws: the job runs again later. A job without a handler
   * on this server is left to the other servers on the database, without counting an attempt.
   */
  on<K extends JobName>(name: K, handler: Handler<K>): void;
  /**
   * Adds a job to the queue inside the transaction that creates its data. Jobs with the same `key`
   * are one job; jobs of one `queue` run one at a time. Jobs of one kind with an `owner`, a
   * member's id, run in turns of their owners.
   */
  add<K extends JobName>(
    db: Db,
    name: K,
    payload: JobMap[K],
    options?: { key?: string; at?: Date; attempts?: number; queue?: string; owner?: string },
  ): Promise<void>;
  start(pool: pg.Pool): Promise<void>;
  stop(): Promise<void>;
  /** Returns the names under which this server holds its jobs. */
  workers(): string[];
  /** Returns which jobs this server handles. */
  done(): string[];
  /**
   * Returns whether any live server handles a job, according to the rows of `instances`, including
   * this one.
   */
  isDone(db: Db, name: JobName): Promise<boolean>;
  /** Releases the jobs held by dead workers; otherwise they would wait for four hours. */
  release(pool: pg.Pool, workers: string[]): Promise<void>;
  /** Releases jobs held under names that no row of `instances` has. */
  releaseUnknown(pool: pg.Pool): Promise<void>;
};

/** Creates the queue's own schema under the schema lock; safe to run on every start. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = openMigrationPool(url, 2);
  try {
    await withSchemaLock(url, () => runMigrations({ pgPool: pool }));
  } finally {
    await pool.end();
  }
}

/**
 * Creates the job queue. Retries back off exponentially (graphile-worker: e^attempts seconds); 15
 * attempts take about five days.
 */
export function makeJobs(log: Logger): Jobs {
  const handlers: TaskList = {};
  let runners: Runner[] = [];
  const events = new EventEmitter();
  const names = collectWorkers(events);
  return {
    on: (name, handler) =>
      void (handlers[name] = async (payload, { abortSignal }) =>
        handler(payload as never, abortSignal!)),
    async add(db, name, payload, options = {}) {
      const { owner } = options;
      await sql`
        select graphile_worker.add_job(
          ${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null},
          run_at := ${options.at ?? null}, max_attempts := ${options.attempts ?? 15},
          queue_name := ${options.queue ?? null},
          priority := ${owner === undefined ? null : turnOf(name, owner, options.key)},
          flags := ${owner === undefined ? null : [flagOf(owner)]}::text[]
        )
      `.execute(db);
    },
    async start(pool) {
      // Mail, push, videos and pages of other sites get runners of their own: a server that hangs
      // without answering, or videos that take hours, must not block other jobs.
      const isAlone = (name: string) =>
        [...MAILS, ...PUSHES, ...ENCODINGS, ...FETCHES].some((one) => one === name);
      const others = Object.keys(handlers).filter((name) => !isAlone(name));
      for (const names of [MAILS, PUSHES, ENCODINGS, FETCHES, others]) {
        const found = names.filter((name) => name in handlers);
        const taskList = Object.fromEntries(found.map((name) => [name, handlers[name]]));
        const concurrency = names === PUSHES ? PUSHES_AT_ONCE : AT_ONCE;
        if (found.length > 0)
          runners.push(await startRunner(pool, { taskList, concurrency }, events, log));
      }
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
      runners = [];
    },
    workers: () => [...names],
    done: () => Object.keys(handlers),
    isDone: async (db, name) => name in handlers || (await isDoneElsewhere(db, name)),
    async release(pool, workers) {
      if (workers.length > 0)
        await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workers]);
    },
    // A job that another server is still running may run twice, which is allowed.
    async releaseUnknown(pool) {
      await pool.query(`select graphile_worker.force_unlock_workers(array(
        select locked_by from graphile_worker._private_jobs where locked_by is not null
        union select locked_by from graphile_worker._private_job_queues where locked_by is not null
        except select unnest(workers) from instances))`);
    },
  };
}

/** Returns the names of the workers that run now. */
function collectWorkers(events: EventEmitter): Set<string> {
  const names = new Set<string>();
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) =>
    names.add(worker.workerId),
  );
  events.on('worker:stop', ({ worker }: { worker: { workerId: string } }) =>
    names.delete(worker.workerId),
  );
  return names;
}

const MAILS: readonly string[] = ['mail.send'] satisfies JobName[];
const PUSHES: readonly string[] = ['push.room', 'push.notice', 'push.call'] satisfies JobName[];
const ENCODINGS: readonly string[] = ['videos.process', 'messages.encode'] satisfies JobName[];

const FETCHES: readonly string[] = ['links.fetch'] satisfies JobName[];

/** Jobs of one runner at once. Those that tell devices wait for push services that members name. */
const [AT_ONCE, PUSHES_AT_ONCE] = [2, 16];

const flagOf = (owner: string) => `owner:${owner}`;
/**
 * Returns the priority of a job, as SQL: lower numbers run first. An owner's first job gets the
 * lowest number that is waiting, and each further one the next number, so that an owner with many
 * jobs delays another's first by one job only (start-time fair queueing, Goyal, Vin and Cheng,
 * 1996). A job that is added again under its `key` does not count.
 */
const turnOf = (name: JobName, owner: string, key: string | undefined) => sql<number>`(
  select coalesce(greatest(
    min(priority),
    max(priority) filter (where flags ? ${flagOf(owner)}) + 1
  ), 0)
  from graphile_worker.jobs
  where task_identifier = ${name} and key is distinct from ${key ?? null} and attempts < max_attempts
)`;

async function startRunner(
  pool: pg.Pool,
  { taskList, concurrency }: { taskList: TaskList; concurrency: number },
  events: EventEmitter,
  log: Logger,
): Promise<Runner> {
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    pollInterval: 2_000,
    logger: quiet(log),
    events,
  });
  runner.promise.catch((error: Error) => log.error({ err: error }, 'job runner stopped'));
  return runner;
}

async function isDoneElsewhere(db: Db, name: JobName): Promise<boolean> {
  const { rows } = await sql`
    select
    from instances
    where ${name} = any(jobs)
    limit 1
  `.execute(db);
  return rows.length > 0;
}

const quiet = (log: Logger) =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.warn({ message: message.split('\n', 1)[0] }, 'job failed');
  });

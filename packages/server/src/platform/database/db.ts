import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#platform/runtime/config.ts';
import type { Tables } from './tables.gen.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const MAX_STATEMENTS = 500;
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_STATEMENTS) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

const OWN_PLAN_TEXT = '/* own plan */';
/**
 * Prefix for a statement that needs a fresh plan for its own values each time: the best plan for a
 * rare word is bad for a common one.
 */
export const OWN_PLAN = sql.raw(OWN_PLAN_TEXT);
export const hasOwnPlan = (text: string): boolean => text.trimStart().startsWith(OWN_PLAN_TEXT);

/** After this time no answer will come: the database itself cancels a statement after 5 s. */
const ANSWER_MS = 8_000;
const LOOK_MS = 500;
/**
 * A client that can be closed once an answer is too late. Its pending queries then fail, as with a
 * lost connection, and the client is never used again.
 * Why: the statement may still be running. After an abandoned `begin`, the next user's writes would
 * land in a transaction that nobody commits.
 */
class ObservingClient extends pg.Client {
  /** When the last query was sent, while any answer is outstanding. */
  #askedAt: number | undefined;
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('drain', () => {
      this.#askedAt = undefined;
    });
  }
  override query(...args: unknown[]): never {
    this.#askedAt = performance.now();
    const [asked, values] = args as [never, never];
    if (
      args.some((arg) => typeof arg === 'function') ||
      typeof (asked as { submit?: unknown }).submit === 'function'
    )
      return super.query(...(args as [never])) as never;
    // Passing the callback here avoids the library assigning it to a field (see below).
    return new Promise((resolve, reject) => {
      super.query(asked, values, (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result),
      );
    }) as never;
  }
  endIfLate(now: number): void {
    if (this.#askedAt === undefined || now - this.#askedAt < ANSWER_MS) return;
    this.#askedAt = undefined;
    this.end().catch(() => {});
  }
}
/**
 * Checks twice a second for late answers, instead of using the library's timer per statement. V8
 * allocates a function directly in the old space if it is written
 * where it is assigned to a field, and everything it references (a query, its rows) then survives
 * every young-generation collection: with the
 * library's `query.callback = …` the pauses were three times as long (docs/measurements/speed.md).
 */
function watchLateAnswers(pool: pg.Pool): () => void {
  const clients = new Set<ObservingClient>();
  pool
    .on('connect', (client) => clients.add(client as unknown as ObservingClient))
    .on('remove', (client) => clients.delete(client as unknown as ObservingClient));
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // A process that was asleep has not yet read what is waiting in its sockets.
    const wasAsleep = now - lookedAt > 4 * LOOK_MS;
    lookedAt = now;
    if (!wasAsleep) for (const client of clients) client.endIfLate(now);
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * A client that names statements with values, so that the server parses and plans them once per
 * connection.
 */
class PreparingClient extends ObservingClient {
  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (
      typeof text === 'string' &&
      Array.isArray(values) &&
      values.length > 0 &&
      !hasOwnPlan(text)
    ) {
      const name = nameOf(text);
      if (name !== undefined) return super.query({ name, text, values }, ...args.slice(2));
    }
    return super.query(...args);
  }
}

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Opens the single pool of this process. Statements time out after 5 s, lock waits after 3 s, idle
 * transactions after 10 s.
 */
export function openDatabase(
  url: string,
  config: Pick<Config, 'poolSize' | 'preparedStatements'>,
  log: Logger,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: config.poolSize,
    Client: config.preparedStatements ? PreparingClient : ObservingClient,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
  });
  watchLosses(pool, log, 'database connection lost');
  const stopWatching = watchLateAnswers(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return { db, pool, close: () => db.destroy().finally(stopWatching) };
}

/**
 * Lost connections, or a server that is starting or stopping: conditions that recover on their own.
 */
const AWAY = /^(?:57P0|08|ECONN|EPIPE|ETIMEDOUT)/;
const LOST =
  /Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect/;
/**
 * Returns whether the database was unavailable or too slow. Such an error says nothing about the
 * statement itself.
 */
export function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return AWAY.test(code ?? '') || LOST.test(message ?? '');
}

const AGAIN_MS = 250;
/**
 * The code that makes the queue's library retry; any other failure leaves the job unclaimed for
 * four hours.
 */
const CANNOT_CONNECT_NOW = '57P03';
class PersistentClient extends pg.Client {
  override query(...args: unknown[]): never {
    const answer: unknown = super.query(...(args as [never]));
    if (!(answer instanceof Promise)) return answer as never;
    return answer.catch((error: unknown) => {
      throw isAway(error) ? Object.assign(error as Error, { code: CANNOT_CONNECT_NOW }) : error;
    }) as never;
  }
}
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;
/** The pool of the job queue: it waits for a connection while the database is down. */
export class JobsPool extends pg.Pool {
  #isPatient = true;
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    return callback === undefined ? this.#wait() : void this.#tell(callback);
  }
  /** From now on an unavailable database is an error; otherwise nothing could shut down. */
  hurry(): void {
    this.#isPatient = false;
  }
  async #tell(callback: Connected): Promise<void> {
    const found = await this.#wait().catch((error: Error) => error);
    if (found instanceof Error) callback(found, undefined, () => {});
    else callback(undefined, found, (error) => found.release(error));
  }
  async #wait(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!this.#isPatient || !isAway(error)) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }
}

/**
 * Opens the few connections of the job queue. They are separate from the pool of the API calls and
 * wait as long as needed: the queue's library
 * completes jobs in the background, where a failed connection would be an error that nothing
 * catches.
 */
export function openJobsPool(url: string, log: Logger): JobsPool {
  const pool = new JobsPool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 0,
    keepAlive: true,
    Client: PersistentClient,
  });
  watchLosses(pool, log, 'database connection of the job queue lost');
  return pool;
}

/**
 * A pool reports its end before its last connections are closed; errors of the database on those
 * connections are harmless.
 */
function watchLosses(pool: pg.Pool, log: Logger, loss: string): void {
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error.message }, loss);
  });
  pool.on('connect', (client) => client.on('error', () => {}));
}

const pools = new WeakMap<Db, pg.Pool>();
/**
 * Defines a statement of a hot call: its text is written once and, outside a transaction, goes to
 * the pool without Kysely, which would
 * build and compile it each time.
 */
export function statement<Row extends object, Values extends readonly unknown[]>(
  text: string,
): (db: Db, ...values: Values) => Promise<Row[]> {
  return async (db, ...values) => {
    const pool = pools.get(db);
    return (
      pool === undefined
        ? await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
        : await pool.query<Row>(text, [...values])
    ).rows;
  };
}

/**
 * Rejects a database in which Cyrillic search would silently not work (encoding, case folding,
 * trigrams).
 */
export async function assertCyrillic(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // `if not exists` checks before it creates: of servers that start at the same time, one would
    // fail.
    await sql`select pg_advisory_xact_lock(hashtext('respa pg_trgm'))`.execute(tx);
    await sql`create extension if not exists pg_trgm`.execute(tx);
  });
  const { rows } = await sql<{ ok: boolean; version: number }>`
    select pg_encoding_to_char(encoding) = 'UTF8' and lower('ПРИВЕТ') = 'привет' and array_length(show_trgm('Привет'), 1) = 7 as ok,
      current_setting('server_version_num')::int as version
    from pg_database
    where datname = current_database()
  `.execute(db);
  if (rows[0]!.version < 150_000) throw new Error('Нужен PostgreSQL 15 или новее.');
  if (!rows[0]!.ok) {
    throw new Error(
      'База не знает кириллицы: создайте её с ENCODING UTF8 и LC_CTYPE C.UTF-8 или ru_RU.UTF-8 (сейчас lower() или триграммы не работают для русских букв).',
    );
  }
}

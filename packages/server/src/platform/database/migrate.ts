import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import type { Db } from './db.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Plain forward SQL files, in name order. */
class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const entries = await Promise.all(
      files.map(async (name): Promise<[string, Migration]> => {
        const text = await readFile(new URL(name, folder), 'utf8');
        return [
          name.replace(/\.sql$/, ''),
          { up: async (db) => void (await sql.raw(text).execute(db)) },
        ];
      }),
    );
    return Object.fromEntries(entries);
  }
}

/** An arbitrary number that nothing else locks. */
const SCHEMA_LOCK = 20_260_111;
/**
 * Runs a schema change while no other server runs one. Why: before its first step a migrator reads
 * every existing table, including those of the queue, and fails
 * if a column disappears meanwhile. Waits as long as it takes; the lock ends with its connection.
 */
export async function withSchemaLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/**
 * Opens connections for schema changes. A pool reports its end before its last connections are
 * closed, so errors of a stopping database on those connections are ignored.
 */
export function openMigrationPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, keepAlive: true });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Migrates the schema under the schema lock, all files or none. Returns how many files were run.
 * Throws a sentence that names the failed file. Uses its own connection, which
 * waits as long as it takes: an index over millions of rows is not a stuck call. `upTo` names the
 * last file to run.
 */
export async function migrate(url: string, upTo?: string): Promise<number> {
  const pool = openMigrationPool(url, 1);
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    return await withSchemaLock(url, () => migrateOn(db, upTo));
  } finally {
    await db.destroy();
  }
}
async function migrateOn(db: Db, upTo: string | undefined): Promise<number> {
  const migrator = new Migrator({ db, provider: new SqlFiles() });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  const failed = results?.find(({ status }) => status === 'Error');
  if (failed !== undefined) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `схема базы не обновлена, шаг ${failed.migrationName} не прошёл. База осталась такой, какой была, и прежняя версия работает с ней дальше. Что сказала база: ${why}`,
      { cause: error },
    );
  }
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  return results?.filter((result) => result.status === 'Success').length ?? 0;
}

/** Returns whether this version of the program includes the named migration. */
export const hasMigration = async (name: string): Promise<boolean> =>
  (await readdir(folder)).includes(`${name}.sql`);

import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import type { Db } from './db.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Plain forward SQL files, in the order of their names. */
class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const entries = await Promise.all(files.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
    }));
    return Object.fromEntries(entries);
  }
}

/** Brings the schema up to date under the migrator's lock; answers how many files were run. Throws the database's error. */
export async function migrate(db: Db): Promise<number> {
  const migrator = new Migrator({ db, provider: new SqlFiles() });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  return results?.filter((result) => result.status === 'Success').length ?? 0;
}

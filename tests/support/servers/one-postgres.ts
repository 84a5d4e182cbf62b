import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import { makeLog } from '../../../packages/server/src/platform/runtime/log.ts';
import { assertCyrillic, openDatabase } from '../../../packages/server/src/platform/database/db.ts';
import { startEmbeddedPostgres } from '../../../packages/server/src/platform/database/embedded/embedded-postgres.ts';
import { migrateJobs } from '../../../packages/server/src/platform/runtime/jobs.ts';
import { migrate } from '../../../packages/server/src/platform/database/migrate.ts';

/** An empty database with all tables, used as a template. */
export const EMPTY_DATABASE = 'empty_migrated';

/** Starts one real PostgreSQL for the whole run; every test file creates its own database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'respa-tests-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await createEmptyDatabase(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function createEmptyDatabase(base: string): Promise<void> {
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create database ${EMPTY_DATABASE}`);
  await admin.end();
  const url = Object.assign(new URL(base), { pathname: `/${EMPTY_DATABASE}` }).toString();
  const log = makeLog('fatal');
  const database = openDatabase(url, { poolSize: 2, preparedStatements: false }, log);
  await assertCyrillic(database.db);
  await migrate(url);
  await migrateJobs(url);
  await database.close();
}

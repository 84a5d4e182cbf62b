import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { EMPTY_DATABASE } from '../support/servers/one-postgres.ts';
import { makeDatabase } from '../support/servers/own-database.ts';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const SERVER = new URL('../../packages/server/src/', import.meta.url).href;
const SHAPE = `
  select coalesce(json_agg(c order by c), '[]') as shape
  from (
    select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as c
    from information_schema.columns
    where table_schema in ('public', 'graphile_worker')
    union all
    select indexdef
    from pg_indexes
    where schemaname in ('public', 'graphile_worker')
    union all
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    from pg_constraint
    where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    union all
    select proname || ' ' || prosrc
    from pg_proc
    where pronamespace = 'graphile_worker'::regnamespace
    union all
    select 'ran ' || name
    from kysely_migration
  ) as found
`;

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('four servers started at once on an empty database create one schema, run each migration once, and none of them fails', async () => {
  const base = inject('postgresUrl');
  const database = await makeDatabase('bare');
  const folder = await mkdtemp(join(tmpdir(), 'respa-migrators-'));
  // Each runs in its own process; the short run does only what a server does to the schema before
  // it serves.
  const script = isLong
    ? `
    const { startServer } = await import('${SERVER}app/server.ts');
    const { readConfig } = await import('${SERVER}platform/runtime/config.ts');
    let ran = '0';
    const print = (line) => { ran = /шагов: (\\d+)/.exec(line)?.[1] ?? ran; };
    const server = await startServer(readConfig({ ...process.env, DB_POOL: '2' }), process.env.DATABASE_URL, { print, siteDir: '/nowhere' });
    const { ok } = await (await fetch(server.url + '/api/ready')).json();
    console.log(JSON.stringify([Number(ran), ok]));
    await server.stop();
    process.exit(0);`
    : `
    const { assertCyrillic, openDatabase } = await import('${SERVER}platform/database/db.ts');
    const { migrate } = await import('${SERVER}platform/database/migrate.ts');
    const { migrateJobs } = await import('${SERVER}platform/runtime/jobs.ts');
    const { makeLog } = await import('${SERVER}platform/runtime/log.ts');
    const url = process.env.DATABASE_URL;
    await assertCyrillic(openDatabase(url, { poolSize: 2, preparedStatements: false }, makeLog('fatal')).db);
    const ran = await migrate(url);
    await migrateJobs(url);
    console.log(JSON.stringify([ran, true]));
    process.exit(0);`;
  try {
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const env = {
          PATH: process.env['PATH'],
          PORT: '0',
          DATA_DIR: join(folder, String(index)),
          DATABASE_URL: database.url,
          LOG_LEVEL: 'fatal',
        };
        const { stdout } = await promisify(execFile)(
          process.execPath,
          ['--input-type=module', '-e', script],
          { env },
        );
        return JSON.parse(stdout.trim().split('\n').at(-1)!) as [number, boolean];
      }),
    );
    const steps = (await ask(database.url, 'select name from kysely_migration')).length;
    expect(steps).toBeGreaterThan(5);
    expect(answers.map(([, ok]) => ok)).toEqual([true, true, true, true]);
    expect(answers.map(([ran]) => ran).sort((one, other) => one - other)).toEqual([0, 0, 0, steps]);
    expect((await ask(database.url, SHAPE))[0]).toEqual(
      (
        await ask(
          Object.assign(new URL(base), { pathname: `/${EMPTY_DATABASE}` }).toString(),
          SHAPE,
        )
      )[0],
    );
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { makeWriters } from '../support/acknowledged.ts';
import { openOwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FAILING = [
  ['select 1 / 0', 'division by zero'],
  ...(process.env['RESPA_LONG_TESTS'] === '1'
    ? [
        ['create table people (id int)', 'already exists'],
        ['выбрать всё', 'syntax error'],
      ]
    : []),
] as [string, string][];
const server = await openOwnServer();
let newer: string;
/**
 * Copies the server as its next version would be: with the packages that it needs, and with
 * whatever migrations come next.
 */
beforeAll(async () => {
  newer = await mkdtemp(join(tmpdir(), 'respa-newer-'));
  await mkdir(join(newer, 'packages'));
  await cp(join(ROOT, 'packages/server'), join(newer, 'packages/server'), {
    recursive: true,
    filter: (path) => !/node_modules|clips|\.test\.ts$/.test(path),
  });
  for (const name of ['node_modules', 'package.json'])
    await symlink(join(ROOT, name), join(newer, name));
});
afterAll(() => rm(newer, { recursive: true, force: true }));

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
const shape = () =>
  ask(`
    select table_name || '.' || column_name || ' ' || data_type as what
    from information_schema.columns
    where table_schema = 'public'
    union all
    select indexdef
    from pg_indexes
    where schemaname = 'public'
    union all
    select 'ran ' || name
    from kysely_migration
    order by 1
  `);
/**
 * Puts migrations into the newer version, in place of previous ones, and starts it on the same
 * database. Returns how it ended.
 */
async function begin(steps: Record<string, string>): Promise<{ code: number; said: string }> {
  const folder = join(newer, 'packages/server/src/platform/database/migrations');
  for (const name of await readdir(folder)) if (name.startsWith('9')) await rm(join(folder, name));
  for (const [name, text] of Object.entries(steps))
    await writeFile(join(folder, `${name}.sql`), text);
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: server.folder,
    DATABASE_URL: server.databaseUrl,
    LOG_LEVEL: 'fatal',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(newer, 'packages/server/src/main.ts')],
      { env, timeout: patient(60_000) },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: stdout + stderr }),
    );
  });
}

test(
  'a failing migration rolls back all migrations before it: the newer server exits with a message, and the older one keeps running with all its data',
  async () => {
    const writers = await makeWriters(server);
    const before = await shape();
    writers.begin();
    await writers.untilAcknowledged();
    for (const [failing, why] of FAILING) {
      const { code, said: text } = await begin({
        '9001_good':
          'create table nicknames (person_id uuid primary key, nickname text not null); alter table events add column mood text; update people set posts_count = posts_count + 1',
        '9002_failing': `delete from posts; ${failing}`,
      });
      expect([code, text]).toEqual([
        1,
        expect.stringMatching(
          /^Не удалось запустить: схема базы не обновлена, шаг 9002_failing не прошёл\. База осталась такой, какой была, и прежняя версия работает с ней дальше\./m,
        ),
      ]);
      expect(text).toContain(why);
      expect(await shape()).toEqual(before);
      await writers.untilAcknowledged();
    }
    await writers.end();
    expect([...writers.refused.keys()].filter((status) => status !== 503)).toEqual([]);
    await writers.verify(server);
  },
  patient(180_000),
);

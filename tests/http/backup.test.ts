import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeWriters } from '../support/acknowledged.ts';
import { openOwnServer, OwnServer } from '../support/servers/own-server.ts';
import { patient } from '../support/patience.ts';

const BEGUN = process.env['RESPA_LONG_TESTS'] === '1' ? 5_000 : 600;
const server = await openOwnServer();
const other = await OwnServer.make();
afterAll(() => other.leave());
const writers = await makeWriters(server);
let backup = '';
const backups = () => join(server.folder, 'backups');
/** Runs one of the two commands, like `npm run`. Returns its exit code and output. */
async function run(
  name: 'backup' | 'restore',
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL(`../../packages/server/src/app/backup/${name}.ts`, import.meta.url)),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env },
  );
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said: text };
}

test(
  'a backup made while people write is a snapshot of one moment and contains everything acknowledged before',
  async () => {
    writers.begin();
    await writers.untilAcknowledged();
    await new Promise((resolve) => {
      setTimeout(resolve, BEGUN);
    });
    const told = {
      messages: new Set(writers.acknowledged.messages),
      posts: new Set(writers.acknowledged.posts),
      files: new Set(writers.acknowledged.files),
    };
    const { code, said: text } = await run('backup', server.env, '--to', backups());
    await writers.end();
    expect([code, text]).toEqual([0, expect.stringMatching(/^Файлы: \d+.*\nГотово: /s)]);
    expect(text).not.toContain('нет файлов');
    backup = join(backups(), (await readdir(backups()))[0]!);

    const begun = performance.now();
    const restored = await run('restore', other.env, backup);
    expect([restored.code, restored.said]).toEqual([
      0,
      expect.stringContaining('Готово: всё, что было'),
    ]);
    await other.start();
    const seconds = (performance.now() - begun) / 1_000;
    const [lost, all] = [
      (await writers.findLost(other)).length,
      Object.values(writers.acknowledged).reduce((sum, { size }) => sum + size, 0),
    ];
    // Writes after the moment of the snapshot. Their files that were copied already have no row.
    console.log(
      `${text.trim().split('\n').at(-1)!.replace(/^.*\(/, 'копия за (').replace(/[()]/g, '')}; восстановлено и отвечает через ${seconds.toFixed(1)} с; из ${all} подтверждённых записей потеряны ${lost}, все после начала копии`,
    );
    expect(lost).toBeLessThanOrEqual(
      all - Object.values(told).reduce((sum, { size }) => sum + size, 0),
    );
    await writers.verify(other, { told, allowedLeftovers: 'orphans' });
  },
  patient(120_000),
);

test(
  'refuses a database in use, a damaged backup and an unfinished one with a message, and changes nothing',
  async () => {
    expect(await run('restore', other.env, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Остановите его'),
    });
    await other.end('SIGTERM');
    expect(await run('restore', other.env, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('уже есть люди'),
    });
    expect(await run('restore', other.env, join(backups(), 'nothing'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('нет готовой копии'),
    });

    const third = await OwnServer.make();
    const sums = await readFile(join(backup, 'media.sha256'), 'utf8');
    const path = /userposts\/\S+/.exec(sums)![0];
    const bytes = await readFile(join(backup, 'media', path));
    await writeFile(join(backup, 'media', path), 'damaged');
    expect(await run('restore', third.env, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('испорчен'),
    });
    await writeFile(join(backup, 'media', path), bytes);
    await third.leave();
  },
  patient(120_000),
);

test(
  'runs nothing that the description of a backup smuggles into a table name',
  async () => {
    const path = join(backup, 'manifest.json');
    const before = await readFile(path, 'utf8');
    const manifest = JSON.parse(before) as { tables: { name: string }[] };
    manifest.tables.at(-1)!.name += '; commit; create table smuggled (); commit; begin; --';
    await writeFile(path, JSON.stringify(manifest));
    const third = await OwnServer.make();
    expect(await run('restore', third.env, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('не от копии Респы'),
    });
    await writeFile(path, before);
    await third.start();
    const client = new pg.Client(third.databaseUrl);
    await client.connect();
    const { rows } = await client.query(`select to_regclass('smuggled') as found`);
    await client.end();
    expect(rows).toEqual([{ found: null }]);
    await third.leave();
  },
  patient(120_000),
);

test(
  'an interrupted backup leaves nothing, and of the finished ones the newest stay',
  async () => {
    // The lock holds the backup in the middle, however fast it is.
    const holder = new pg.Client(server.databaseUrl);
    await holder.connect();
    await holder.query('begin; lock table accounts in access exclusive mode');
    const child = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('../../packages/server/src/app/backup/backup.ts', import.meta.url)),
        '--to',
        backups(),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: server.env },
    );
    while (!(await readdir(backups())).some((name) => name.endsWith('.unfinished')))
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    child.kill('SIGTERM');
    await holder.query('rollback');
    await holder.end();
    await once(child, 'close');
    expect(await readdir(backups())).toHaveLength(1);
    expect((await run('backup', server.env, '--to', backups(), '--keep', '1')).said).toContain(
      'Прежняя копия удалена',
    );
    expect(await readdir(backups())).toHaveLength(1);
    expect((await readdir(backups()))[0]).not.toBe(backup.split('/').at(-1));
    await rm(backups(), { recursive: true });
  },
  patient(120_000),
);

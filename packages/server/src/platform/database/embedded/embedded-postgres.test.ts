import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';

const SUPERVISOR = new URL('./embedded-postgres.ts', import.meta.url).href;

let dataDir: string;
let home: string;
let cluster: string;
let cleanups: (() => unknown)[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'respa-postgres-'));
  home = join(dataDir, 'postgres');
  cluster = join(home, 'cluster');
  cleanups = [];
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  const left = findPostmaster(cluster);
  if (left) process.kill(left.pid, 'SIGQUIT');
  await until(() => !findPostmaster(cluster));
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('a fresh database supports Cyrillic, accepts only local access and survives a restart', async () => {
  const first = await start();
  const [row] = await query(
    first.url,
    `create extension pg_trgm; create table kept (id int); insert into kept values (7);
     select pg_encoding_to_char(encoding) = 'UTF8' and lower('ПРИВЕТ') = 'привет' and array_length(show_trgm('Привет'), 1) = 7 as cyrillic,
            array(select x from unnest(array['ё', 'ж', 'е']) as x order by x collate "ru-x-icu") as sorted,
            current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes') as durable,
            current_setting('jit') as jit,
            (select rolsuper from pg_roles where rolname = current_user) as super
     from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({
    cyrillic: true,
    sorted: ['е', 'ё', 'ж'],
    durable: 'ononon',
    jit: 'off',
    super: false,
  });
  expect(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n').slice(4, 6)).toEqual([
    '',
    '127.0.0.1',
  ]);
  expect(statSync(join(home, 'secret')).mode & 0o777).toBe(0o600);
  await expect(
    query(first.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1'),
  ).rejects.toMatchObject({ code: '28P01' });
  await first.stop();
  expect(findPostmaster(cluster)).toBeUndefined();

  const logPath = join(home, 'server.log');
  writeFileSync(logPath, 'x'.repeat(6 * 1024 * 1024), { flag: 'a' });
  const second = await start();
  expect(statSync(logPath).size).toBeLessThan(100_000);
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
  await second.stop();

  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  cleanups.push(() => squatter.close());
  await until(() => squatter.listening);
  const third = await start();
  expect(third.url).not.toBe(first.url);
  expect(await query(third.url, 'select id from kept')).toEqual([{ id: 7 }]);
});

test('adopts a server left by a killed parent, with its data', async () => {
  const holder = hold();
  const url = await holder.url;
  await query(url, 'create table kept (id int); insert into kept values (1)');
  const postmaster = findPostmaster(cluster)?.pid;
  await holder.kill('SIGKILL');
  expect(findPostmaster(cluster)?.pid).toBe(postmaster);

  const server = await start();
  expect(findPostmaster(cluster)?.pid).toBe(postmaster);
  expect(await query(server.url, 'select id from kept')).toEqual([{ id: 1 }]);
  await server.stop();
  expect(findPostmaster(cluster)).toBeUndefined();
});

test('starts despite reused pids in stale files after parent and server are killed', async () => {
  const holder = hold();
  await query(await holder.url, 'create table kept (id int); insert into kept values (2)');
  const postmaster = findPostmaster(cluster)?.pid ?? 0;
  await holder.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await until(() => !findPostmaster(cluster));

  const stranger = spawn('sleep', ['60']);
  cleanups.push(() => stranger.kill());
  for (const path of [join(cluster, 'postmaster.pid'), join(home, 'starter.lock')]) {
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, `${stranger.pid}`));
  }
  const server = await start();
  expect(await query(server.url, 'select id from kept')).toEqual([{ id: 2 }]);
});

test('repeats an interrupted initdb', async () => {
  const holder = hold();
  holder.url.catch(() => {});
  await until(() => existsSync(home) && unfinished().length > 0);
  await holder.kill('SIGKILL');
  expect(existsSync(cluster)).toBe(false);

  const server = await start();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(unfinished()).toEqual([]);
});

test('of two concurrent starters, one runs and the other waits for it to end or gives up', async () => {
  const lines: string[] = [];
  const starters = [start({ lines }), start({ lines })];
  const first = await Promise.race(starters);
  await expect(start({ lockWaitMs: 100 })).rejects.toThrow(/держит другой процесс/);
  await query(first.url, 'create table kept (id int)');
  await first.stop();
  const [one, two] = await Promise.all(starters);
  expect(one).not.toBe(two);
  expect(await query(first.url, 'select id from kept')).toEqual([]);
  expect(lines.filter((line) => line.includes('занята другим процессом'))).toHaveLength(1);
});

test('a parent that dies from a signal stops its server', async () => {
  const holder = hold();
  await holder.url;
  await holder.kill('SIGTERM');
  await until(() => !findPostmaster(cluster));
  expect(existsSync(join(home, 'starter.lock'))).toBe(false);
});

test('rejects a database of another major version and leaves it unchanged', async () => {
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/создана PostgreSQL 17/);
  expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
});

async function start({ lines = [] as string[], lockWaitMs = 10_000 } = {}) {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (line) => lines.push(line),
    lockWaitMs,
  });
  cleanups.push(server.stop);
  return server;
}

/** Starts another process that starts the database and keeps it running until killed. */
function hold() {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(SUPERVISOR)});
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  cleanups.push(() => child.kill('SIGKILL'));
  return {
    url: new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
      child.once('exit', () => reject(new Error('the holder ended early')));
    }),
    async kill(signal: NodeJS.Signals) {
      child.kill(signal);
      await ended;
    },
  };
}

function unfinished(): string[] {
  return readdirSync(home).filter((name) => name.startsWith('unfinished-'));
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const results: unknown = await client.query(text);
    const last = Array.isArray(results) ? results.at(-1) : results;
    return (last as pg.QueryResult<Record<string, unknown>>).rows;
  } finally {
    await client.end();
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

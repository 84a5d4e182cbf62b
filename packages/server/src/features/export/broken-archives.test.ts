import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as exports from '@respa/contract/exports';
import { countReadyMails, isIdle, openLink, waitFor } from '#tests/support/files/archive.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { openJobsPool } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import { listFilesIn, readExport } from '#tests/support/members/exports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
const filesIn = (folder: string, of = app) => listFilesIn(of, folder);
const exportOf = (who: Caller, of = app) => readExport(of, who);
const db = () => app.server.context.db;
/** Locks the posts against reads and writes while `work` runs, so an export of them waits. */
async function whilePostsAreHeld<T>(work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: app.server.context.database.pool.options.connectionString!,
  });
  await client.connect();
  await client.query('begin; lock table posts in access exclusive mode');
  try {
    return await work();
  } finally {
    await client.query('commit');
    await client.end();
  }
}

test('leaves nothing when cancelled while it is being made', async () => {
  const anna = await app.join('Анна');
  await whilePostsAreHeld(async () => {
    expect(await anna.call(exports.start)).toMatchObject({ state: 'making', link: null });
    await until(async () => (await exportOf(anna)).run !== null);
    await until(async () => (await filesIn('staging')).length > 0);
    expect(await anna.call(exports.remove)).toMatchObject({ state: 'none' });
    expect((await anna.call(exports.status)).state).toBe('none');
  });
  await until(async () => (await isIdle(app)) && (await filesIn('staging')).length === 0);
  expect((await anna.call(exports.status)).state).toBe('none');
  expect(await countReadyMails(app, anna)).toBe(0);
});

test('leaves one archive when it is made twice at the same time', async () => {
  const anna = await app.join('Анна');
  const before = await filesIn('media/exports');
  await whilePostsAreHeld(async () => {
    await Promise.all(Array.from({ length: 5 }, () => anna.call(exports.start)));
    const { id } = await exportOf(anna);
    await app.server.context.jobs.add(db(), 'exports.make', { id });
    await until(async () => (await exportOf(anna)).tries >= 2);
  });
  await waitFor(anna, 'ready');
  await until(async () => (await isIdle(app)) && (await filesIn('staging')).length === 0);
  const { run } = await exportOf(anna);
  expect((await filesIn('media/exports')).filter((name) => !before.includes(name))).toEqual([
    `${run}.zip`,
  ]);
  await until(async () => (await countReadyMails(app, anna)) === 1);
  // And once more, long after it has finished.
  await app.server.context.jobs.add(db(), 'exports.make', { id: (await exportOf(anna)).id });
  await until(() => isIdle(app));
  expect(await exportOf(anna)).toMatchObject({ run, state: 'ready' });
});

test('a new server restarts the archive that a killed server was making', async () => {
  const own = await startTestApp();
  const anna = await own.join('Анна');
  const { db: base, jobs, storage, stagingDir, database, log } = own.server.context;
  await jobs.stop();
  await anna.call(exports.start);
  // The state after a kill: an attempt is recorded and its file stored, and a dead worker holds the
  // job.
  const run = newId();
  await writeFile(join(stagingDir, 'half'), 'half a zip');
  await storage.put('exports', `${run}.zip`, join(stagingDir, 'half'));
  await sql`
    update exports
    set run = ${run}, tries = 1, progress = 40
    where user_id = ${anna.id}
  `.execute(base);
  await sql`
    update graphile_worker._private_jobs
    set locked_by = 'worker-dead', locked_at = now(), attempts = 1
  `.execute(base);
  await sql`
    update graphile_worker._private_job_queues
    set locked_by = 'worker-dead', locked_at = now()
  `.execute(base);
  const pool = openJobsPool(database.pool.options.connectionString!, log);
  await jobs.releaseUnknown(pool);
  await jobs.start(pool);
  const { link } = await waitFor(anna, 'ready');
  expect((await openLink(own, link)).status).toBe(200);
  expect(await filesIn('media/exports', own)).toEqual([`${(await exportOf(anna, own)).run}.zip`]);
  await jobs.stop();
  await pool.end();
  await own.stop();
});

test('a lost file is made again, by opening the link or reading the status', async () => {
  const anna = await app.join('Анна');
  await anna.call(exports.start);
  const { link } = await waitFor(anna, 'ready');
  const lose = async () =>
    app.server.context.storage.remove('exports', `${(await exportOf(anna)).run}.zip`);
  await lose();
  expect((await openLink(app, link)).status).toBe(404);
  const again = await waitFor(anna, 'ready');
  expect((await openLink(app, again.link)).status).toBe(200);
  await lose();
  expect(await anna.call(exports.status)).toMatchObject({ state: 'making', link: null });
  expect((await openLink(app, (await waitFor(anna, 'ready')).link)).status).toBe(200);
});

test('an archive that cannot be made fails after five attempts and can be requested again', async () => {
  const anna = await app.join('Анна');
  const { stagingDir } = app.server.context;
  const live = await openLive(anna);
  await whilePostsAreHeld(async () => {
    await anna.call(exports.start);
    await until(async () => (await exportOf(anna)).run !== null);
    // The fifth attempt finds no space to write.
    await sql`
      update exports
      set tries = 4, run = ${newId()}
      where user_id = ${anna.id}
    `.execute(db());
    await rm(stagingDir, { recursive: true });
    await app.server.context.jobs.add(db(), 'exports.make', { id: (await exportOf(anna)).id });
    await live.next('export', (event) => event['state'] === 'failed');
  });
  expect(await anna.call(exports.status)).toEqual({
    state: 'failed',
    progress: 0,
    link: null,
    bytes: null,
    dies: null,
  });
  await mkdir(stagingDir);
  await anna.call(exports.start);
  expect((await openLink(app, (await waitFor(anna, 'ready')).link)).status).toBe(200);
});

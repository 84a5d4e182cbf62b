import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@respa/contract/durations';
import * as exports from '@respa/contract/exports';
import { openLink, waitFor } from '#tests/support/files/archive.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { newId } from '#platform/runtime/ids.ts';
import { listFilesIn, readExport } from '#tests/support/members/exports.ts';
import * as account from '@respa/contract/account';
import { PASSWORD, signIn } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
const filesIn = (folder: string, of = app) => listFilesIn(of, folder);
const exportOf = (who: Caller, of = app) => readExport(of, who);
const db = () => app.server.context.db;

test('a link opens the archive without a session, for a day, and the newest five links work', async () => {
  const anna = await app.join('Анна');
  const live = await openLive(anna);
  expect(await anna.call(exports.status)).toEqual({
    state: 'none',
    progress: 0,
    link: null,
    bytes: null,
    dies: null,
  });
  expect((await anna.call(exports.start)).state).not.toBe('none');
  await live.next('export', (event) => event['state'] === 'ready');
  const { link, bytes, dies } = await anna.call(exports.status);
  expect(Math.abs(Date.parse(dies!) - Date.now() - DAY_MS)).toBeLessThan(600_000);
  // A repeated start returns the same archive.
  const { id } = await exportOf(anna);
  expect(await anna.call(exports.start)).toMatchObject({ state: 'ready', bytes, dies });
  expect((await exportOf(anna)).id).toBe(id);

  const answer = await openLink(app, link);
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-length'),
    answer.headers.get('cache-control'),
    answer.headers.get('x-content-type-options'),
  ]).toEqual([200, 'application/zip', String(bytes), 'private, no-store', 'nosniff']);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="respa-20\d\d-\d\d-\d\d\.zip"$/,
  );
  expect((await answer.arrayBuffer()).byteLength).toBe(bytes);
  const { run } = await exportOf(anna);
  for (const wrong of [
    'x'.repeat(43),
    `${link!.slice(0, -1)}${link!.endsWith('A') ? 'B' : 'A'}`,
    'x',
    'x'.repeat(300),
    '..%2f',
    run!,
  ]) {
    const refused = await openLink(app, wrong);
    expect([wrong, refused.status, await refused.json()]).toMatchObject([
      wrong,
      404,
      { code: 'not_found' },
    ]);
  }
  for (const path of ['exports', 'export'])
    expect((await fetch(`${app.url}/media/${path}/${run}.zip`)).status).toBe(404);

  const links = [];
  for (let turn = 0; turn < 5; turn += 1) links.push((await anna.call(exports.status)).link);
  expect((await openLink(app, link)).status).toBe(404);
  for (const each of links) expect((await openLink(app, each)).status).toBe(200);
  const { rows } = await sql<{ text: string }>`select t::text as text from export_links t`.execute(
    db(),
  );
  for (const each of links) expect(rows.some(({ text }) => text.includes(each!))).toBe(false);

  // A day later the link stops working at once, and the sweep deletes the archive with its file.
  await sql`
    update exports
    set dies_at = now() - interval '1 second'
    where user_id = ${anna.id}
  `.execute(db());
  expect((await openLink(app, links[0]!)).status).toBe(404);
  expect((await anna.call(exports.status)).state).toBe('none');
  expect(await filesIn('media/exports')).toContain(`${run}.zip`);
  await app.server.context.jobs.add(db(), 'exports.sweep', {});
  await live.next('export', (event) => event['state'] === 'none');
  await until(async () => !(await filesIn('media/exports')).includes(`${run}.zip`));
  expect(
    (
      await sql`
    select 1
    from exports
    where user_id = ${anna.id}
  `.execute(db())
    ).rows,
  ).toEqual([]);
});

test('a link ends with the session that asked for it', async () => {
  const anna = await app.join('Анна');
  const thief = await signIn(app, anna);
  await anna.call(exports.start);
  await until(async () => (await anna.call(exports.status)).state === 'ready');
  const [own, stolen] = [await anna.call(exports.status), await thief.call(exports.status)];
  const statuses = async () => [
    (await openLink(app, own.link)).status,
    (await openLink(app, stolen.link)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  const body = { password: PASSWORD, newPassword: 'другой-пароль' };
  await anna.call(account.changePassword, { body });
  expect(await statuses()).toEqual([200, 404]);
  await anna.call(account.logout);
  expect(await statuses()).toEqual([404, 404]);
});

test('starts again after the day or after a deletion, and sweeps files without a row', async () => {
  const anna = await app.join('Анна');
  await anna.call(exports.start);
  const { link } = await waitFor(anna, 'ready');
  const { run } = await exportOf(anna);
  await sql`
    update exports
    set dies_at = now() - interval '1 second'
    where user_id = ${anna.id}
  `.execute(db());
  expect((await anna.call(exports.start)).state).not.toBe('none');
  const second = await waitFor(anna, 'ready');
  await until(async () => !(await filesIn('media/exports')).includes(`${run}.zip`));
  expect(await anna.call(exports.remove)).toMatchObject({ state: 'none', link: null });
  for (const each of [link, second.link]) expect((await openLink(app, each)).status).toBe(404);
  expect(await anna.call(exports.remove)).toMatchObject({ state: 'none' });

  const { storage, stagingDir } = app.server.context;
  const [old, young] = [newId(), newId()];
  for (const name of [old, young]) {
    await writeFile(join(stagingDir, name), 'zip');
    await storage.put('exports', `${name}.zip`, join(stagingDir, name));
  }
  await utimes(
    join(app.dataDir, 'media/exports', old.slice(0, 2), `${old}.zip`),
    new Date(Date.now() - 2 * HOUR_MS),
    new Date(Date.now() - 2 * HOUR_MS),
  );
  await app.server.context.jobs.add(db(), 'exports.sweep', {});
  await until(async () => !(await filesIn('media/exports')).includes(`${old}.zip`));
  expect(await filesIn('media/exports')).toContain(`${young}.zip`);
});

test('limits archives to three a day, whatever their outcome', async () => {
  const strict = await startTestApp({ RATE_LIMITS: 'on' });
  const anna = await strict.join('Анна');
  for (let turn = 0; turn < 3; turn += 1) {
    await anna.call(exports.start);
    await anna.call(exports.start);
    await anna.call(exports.remove);
  }
  expect(await anna.refusal(exports.start)).toMatchObject({ status: 429, code: 'too_often' });
  await strict.stop();
});

test('returns no archive, without an error, if it is deleted while its link is requested', async () => {
  const anna = await app.join('Анна');
  await anna.call(exports.start);
  await waitFor(anna, 'ready');
  const client = new pg.Client({
    connectionString: app.server.context.database.pool.options.connectionString!,
  });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('delete from exports where user_id = $1', [anna.id]);
    const asked = anna.call(exports.status);
    const waiting = sql<{
      count: number;
    }>`
      select count(*)::int as count
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `;
    await until(async () => (await waiting.execute(db())).rows[0]!.count > 0);
    await client.query('commit');
    expect(await asked).toMatchObject({ state: 'none', link: null });
  } finally {
    await client.end();
  }
});

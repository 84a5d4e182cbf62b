import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '@respa/contract/durations';
import * as account from '@respa/contract/account';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import { UPLOADS } from '@respa/contract/limits';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import {
  askUpload,
  beginUpload,
  idOf,
  offsetOf,
  sendPart,
} from '#tests/support/members/uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ CLOUD_QUOTA: '1000000' });
});
afterAll(() => app.stop());

const begin = async (who: Caller, bytes: number, filename = 'сейв.dat') => {
  const answer = await beginUpload(who, bytes, { purpose: 'cloud', filename });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(/^\/api\/uploads\/[0-9a-f-]{36}$/),
  ]);
  return answer.headers.get('location')!;
};
const name = (who: Caller, ...uploads: string[]) =>
  who.call(cloud.upload, { body: { uploads: uploads.map(idOf) } });
const arrived = (address: string) =>
  stat(join(app.dataDir, 'uploads', idOf(address))).then(
    (found) => found.size,
    () => -1,
  );
const waiting = () => readdir(join(app.dataDir, 'uploads'));

test('an upload sent in parts becomes one cloud file, under the name it was started with', async () => {
  const anna = await app.join('Анна');
  const bytes = randomBytes(300_000);
  const address = await begin(anna, bytes.length, 'Сейв/../босс.dat');
  expect(await anna.refusal(cloud.upload, { body: { uploads: [idOf(address)] } })).toMatchObject({
    status: 409,
    code: 'upload_unfinished',
  });
  const first = await sendPart(anna, address, 0, bytes.subarray(0, 100_000));
  expect([
    first.status,
    first.headers.get('upload-offset'),
    first.headers.get('x-content-type-options'),
  ]).toEqual([204, '100000', 'nosniff']);
  expect((await sendPart(anna, address, 0, bytes.subarray(0, 10))).status).toBe(409);
  expect(
    (await sendPart(anna, address, 100_000, randomBytes(200_001))).status,
  ).toBeGreaterThanOrEqual(400);
  expect(await offsetOf(anna, address)).toBe(100_000);
  await sendPart(anna, address, 100_000, bytes.subarray(100_000));
  const { added } = await name(anna, address);
  expect(added).toMatchObject([{ name: 'босс.dat', size: 300_000 }]);
  const saved = await anna.request(cloud.download, { params: { id: added[0]!._id } as never });
  expect(Buffer.from(await saved.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await anna.refusal(cloud.upload, { body: { uploads: [idOf(address)] } })).toMatchObject({
    status: 404,
    code: 'upload_lost',
  });
  await until(async () => (await waiting()).length === 0, 20_000);
});

test('an interrupted upload keeps the bytes that arrived and can be resumed', async () => {
  const anna = await app.join('Анна');
  const bytes = randomBytes(800_000);
  const address = await begin(anna, bytes.length);
  const { hostname, port } = new URL(app.url);
  const broken = request({
    hostname,
    port,
    path: address,
    method: 'PATCH',
    headers: {
      ...anna.headers(),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  });
  broken.on('error', () => {});
  broken.write(bytes.subarray(0, 300_000));
  await until(async () => (await arrived(address)) === 300_000, 20_000);
  broken.destroy();
  await until(async () => (await askUpload(anna, address)).status === 200, 20_000);
  expect(await offsetOf(anna, address)).toBe(300_000);
  expect((await sendPart(anna, address, 300_000, bytes.subarray(300_000))).status).toBe(204);
  const {
    added: [file],
  } = await name(anna, address);
  const saved = await anna.request(cloud.download, { params: { id: file!._id } as never });
  expect(Buffer.from(await saved.arrayBuffer()).equals(bytes)).toBe(true);
});

test('an upload is invisible to other users, and invalid requests start none', async () => {
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  const address = await begin(anna, 10);
  for (const who of [boris, app.nobody]) {
    const expected = who === boris ? 404 : 401;
    for (const answer of [
      await askUpload(who, address),
      await askUpload(who, address, 'DELETE'),
      await sendPart(who, address, 0, randomBytes(10)),
    ])
      expect(answer.status).toBe(expected);
  }
  expect(await boris.refusal(cloud.upload, { body: { uploads: [idOf(address)] } })).toMatchObject({
    status: 404,
    code: 'upload_lost',
  });
  expect(await offsetOf(anna, address)).toBe(0);
  const early = await app.register('Фома');
  expect((await beginUpload(early, 10, { purpose: 'cloud', filename: 'x' })).status).toBe(403);
  const wrong: [number | string, Record<string, string>, number, string][] = [
    [10, { purpose: 'film', filename: 'x' }, 400, 'bad_input'],
    [10, { filename: 'x' }, 400, 'bad_input'],
    ['x', { purpose: 'cloud' }, 400, 'bad_input'],
    [101 * 1024 * 1024, { purpose: 'cloud', filename: 'x' }, 413, 'too_large'],
    [1_000_001, { purpose: 'cloud', filename: 'x' }, 507, 'cloud_full'],
  ];
  for (const [bytes, metadata, status, code] of wrong) {
    const answer = await beginUpload(boris, bytes, metadata);
    expect(
      [answer.status, ((await answer.json()) as { code: string }).code],
      JSON.stringify([bytes, metadata]),
    ).toEqual([status, code]);
  }
  for (const path of ['x', '..%2f..%2fetc%2fpasswd', '01890000-0000-7000-8000-000000000000'])
    expect((await askUpload(boris, `/api/uploads/${path}`)).status).toBe(404);
  expect((await fetch(`${app.url}${address}`, { headers: anna.headers() })).status).toBe(404);
  for (const uploads of ['x', '{', [1], Array.from({ length: 6 }, () => idOf(address))])
    expect(await anna.refusal(cloud.upload, { body: { uploads } })).toMatchObject({ status: 400 });
  expect(await anna.refusal(cloud.upload, { body: { uploads: ['../../x'] } })).toMatchObject({
    status: 404,
  });
});

test('unfinished uploads count toward the quota, and an upload that exceeds it is kept', async () => {
  const anna = await app.join('Анна');
  const address = await begin(anna, 600_000);
  expect((await beginUpload(anna, 500_000, { purpose: 'cloud', filename: 'x' })).status).toBe(507);
  await anna.call(cloud.upload, { files: { file: [new File([randomBytes(500_000)], 'x')] } });
  await sendPart(anna, address, 0, randomBytes(600_000));
  expect(await anna.refusal(cloud.upload, { body: { uploads: [idOf(address)] } })).toMatchObject({
    status: 507,
    error: 'В облаке закончилось место',
  });
  const {
    files: [file],
  } = await anna.call(cloud.rootFiles);
  await anna.call(cloud.remove, { params: { id: file!._id } });
  await anna.call(cloudTrash.emptyTrash);
  expect((await name(anna, address)).added).toMatchObject([{ size: 600_000 }]);
});

test('concurrent requests for one upload make one file of it', async () => {
  const anna = await app.join('Анна');
  const address = await begin(anna, 1000);
  await sendPart(anna, address, 0, randomBytes(1000));
  const answers = await Promise.all(
    [1, 2, 3].map(() => anna.request(cloud.upload, { body: { uploads: [idOf(address)] } })),
  );
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 404, 404]);
  expect(await anna.call(cloud.usage)).toMatchObject({ used: 1000, files: 1 });
});

test('an upload that is cancelled, expired, over the limit or of a deleted account is removed', async () => {
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  const before = (await waiting()).length;
  const address = await begin(anna, 10);
  expect((await askUpload(anna, address, 'DELETE')).status).toBe(204);
  expect((await askUpload(anna, address)).status).toBe(404);
  expect((await waiting()).length).toBe(before);
  const first = await begin(anna, 10);
  for (let at = 0; at < UPLOADS.waiting; at += 1) await begin(anna, 10);
  expect((await askUpload(anna, first)).status).toBe(404);
  await until(async () => (await waiting()).length === before + UPLOADS.waiting * 2, 20_000);
  const { db, jobs } = app.server.context;
  await db
    .updateTable('uploads')
    .set({ created_at: new Date(Date.now() - (UPLOADS.hours + 1) * HOUR_MS) })
    .where('owner_id', '=', anna.id)
    .execute();
  await begin(boris, 10);
  await jobs.add(db, 'uploads.sweep', {});
  await until(async () => (await waiting()).length === before + 2, 20_000);
  await boris.call(account.deleteProfile, { body: { password: PASSWORD } });
  await until(async () => (await waiting()).length === before, 20_000);
});

test('files without a row, left by a crash, are removed by the sweep once they are old', async () => {
  const anna = await app.join('Анна');
  const address = await begin(anna, 10);
  const { db, jobs } = app.server.context;
  await db.deleteFrom('uploads').where('id', '=', idOf(address)).execute();
  const old = new Date(Date.now() - 7_200_000);
  const path = join(app.dataDir, 'uploads', idOf(address));
  await jobs.add(db, 'uploads.sweep', {});
  await until(
    async () =>
      (
        await app.server.context.database.pool.query(
          "select 1 from graphile_worker.jobs where task_identifier = 'uploads.sweep'",
        )
      ).rowCount === 0,
    20_000,
  );
  expect(await waiting()).toContain(idOf(address));
  await utimes(path, old, old);
  await jobs.add(db, 'uploads.sweep', {});
  await until(async () => !(await waiting()).includes(idOf(address)), 20_000);
});

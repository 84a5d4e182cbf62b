import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { video, voice } from '#tests/support/files/videos.ts';
import { cookieOf } from '#tests/support/files/pictures.ts';
import { unzip } from '#tests/support/files/unzip.ts';

type BlobPart = ConstructorParameters<typeof File>[0][number];
let app: TestApp;
let anna: Caller;
let cookie: string;
beforeAll(async () => {
  app = await startTestApp({ CLOUD_QUOTA: String(300 * 1024 * 1024) });
  anna = await app.join('Анна');
  cookie = await cookieOf(app, anna);
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});
const put = async (who: Caller, name: string, bytes: BlobPart, folderId = '') =>
  (
    await who.call(cloud.upload, {
      body: { folder: { id: folderId } },
      files: { file: [new File([bytes], name)] },
    })
  ).added[0]!;
const get = (path: string, headers: Record<string, string> = { cookie }, method = 'GET') =>
  fetch(`${app.url}${path}`, { headers, method });

describe('downloads', () => {
  test('send a file under its own name, whole and by ranges, with the header and with the cookie', async () => {
    const bytes = randomBytes(500_000);
    const file = await put(anna, "Сейв «финал» (2)'.dat", bytes);
    const path = `/api/cloud/download/${file._id}`;
    const whole = await get(path, anna.headers());
    expect([
      whole.status,
      whole.headers.get('content-type'),
      whole.headers.get('content-security-policy'),
      whole.headers.get('x-content-type-options'),
      whole.headers.get('cache-control'),
    ]).toEqual([
      200,
      'application/octet-stream',
      "sandbox; default-src 'none'; frame-ancestors 'none'",
      'nosniff',
      'private, no-store',
    ]);
    const disposition = whole.headers.get('content-disposition')!;
    expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)![1]!)).toBe(file.name);
    expect(/filename="([\x20-\x7e]+)";/.exec(disposition)![1]).not.toContain('"');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await get(path, { ...anna.headers(), range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      'bytes 1000-1999/500000',
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    expect((await get(path, { ...anna.headers(), range: 'bytes=500000-' })).status).toBe(416);
    expect((await get(`/media/download/${file._id}`)).status).toBe(200);
    for (const answer of [
      await get(`/media/download/${file._id}`, {}),
      await get(path, {}),
      await get('/media/download/x'),
      await get(`/media/download/${file._id}`, {}, 'HEAD'),
    ])
      expect(answer.status).toBe(404);
    const head = await get(`/media/download/${file._id}`, { cookie }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '500000']);
  });
  test('play video and music inline, without allowing them to be treated as a page', async () => {
    for (const [name, bytes, type] of [
      ['кино.mp4', await video(), 'video/mp4'],
      ['песня.mp3', voice(), 'audio/mpeg'],
    ] as const) {
      const { path } = await put(anna, name, bytes);
      const answer = await get(`/media/cloud/${path}`, { cookie, range: 'bytes=0-99' });
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('content-disposition'),
        answer.headers.get('content-security-policy'),
      ]).toEqual([206, type, null, "sandbox; default-src 'none'; frame-ancestors 'none'"]);
      await answer.body!.cancel();
    }
    const { path } = await put(anna, 'x.html', '<script>alert(document.cookie)</script>');
    const page = await get(`/media/cloud/${path}`);
    expect([page.headers.get('content-type'), page.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      `attachment; filename="${path}"`,
    ]);
    await page.body!.cancel();
  });
  test('send a folder as a zip of everything in it, without anything from the trash', async () => {
    const mkdir = async (name: string, folderId = '') =>
      (await anna.call(cloud.mkdir, { body: { name, folderId } })).created._id;
    const top = await mkdir('Клан «Респа»');
    const [inner, empty] = [await mkdir('Сейвы', top), await mkdir('Пусто', top)];
    const bytes = randomBytes(300_000);
    await put(anna, 'босс.sav', bytes, inner);
    await put(anna, 'читай.txt', 'Привет', top);
    const thrown = await put(anna, 'старое.txt', 'x', top);
    await anna.call(cloud.remove, { params: { id: thrown._id } });
    await anna.call(cloud.remove, { params: { id: await mkdir('Удалённая', top) } });
    expect(empty).toBeTruthy();
    const answer = await get(`/media/download/${top}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain(
      'Клан «Респа».zip',
    );
    const files = await unzip(new Uint8Array(await answer.arrayBuffer()));
    expect([...files.keys()].sort()).toEqual(['Пусто/', 'Сейвы/босс.sav', 'читай.txt']);
    expect([
      files.get('Сейвы/босс.sav')!.equals(bytes),
      files.get('читай.txt')!.toString(),
    ]).toEqual([true, 'Привет']);
    const vera = await app.join('Вера');
    expect(
      (await get(`/media/download/${top}`, { cookie: await cookieOf(app, vera) })).status,
    ).toBe(404);
  });
});

import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { allNames } from './blobs/stored-names.ts';
import { photo, publishPhoto, readMediaRows, storeFile } from '#tests/support/files/media-rows.ts';
import { isStored } from '#tests/support/files/pictures.ts';

let app: TestApp;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.join('Анна', 'Белова');
});
afterAll(() => app.stop());
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}${path}`, { method, headers });
/** Sends a path unchanged; `fetch` would normalize it. */
const getRaw = (path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    httpRequest({ hostname, port, path }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

describe('A public picture', () => {
  test('is served to anyone who knows its name, in three sizes, never as anything but a picture', async () => {
    const { name } = await publishPhoto(anna);
    const stem = name.replace('.webp', '');
    const widths = [];
    for (const each of allNames(name)) {
      const answer = await get(`/media/userposts/${each}`);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'accept-ranges': 'bytes',
      });
      widths.push((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width);
    }
    expect(widths).toEqual([1000, 640, 160]);
    expect(stem).toMatch(/^[0-9a-f]{32}$/);
    const [row] = await readMediaRows(app, name);
    expect(row?.owner_id).toBe(anna.id);
  });

  test('serves the picture itself for a rendition that was not made, and returns 404 for other names', async () => {
    const { name } = await publishPhoto(anna, [300, 200]);
    expect(await isStored(app, 'userposts', name.replace('.webp', '-640.webp'))).toBe(false);
    const answer = await get(`/media/userposts/${name.replace('.webp', '-640.webp')}`);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(300);
    for (const other of ['-320.webp', '-640-640.webp', '-640.jpg'])
      expect((await get(`/media/userposts/${name.replace('.webp', other)}`)).status).toBe(404);
  });

  test('is deleted with its post: the row at once, the bytes on disk and in memory soon after', async () => {
    const { id, name } = await publishPhoto(anna);
    for (const each of allNames(name))
      expect((await get(`/media/userposts/${each}`)).status).toBe(200);
    await anna.call(wall.remove, { params: { id } });
    expect(await readMediaRows(app, name)).toEqual([]);
    await until(async () => !(await isStored(app, 'userposts', name)));
    for (const each of allNames(name)) {
      expect(await isStored(app, 'userposts', each)).toBe(false);
      expect((await get(`/media/userposts/${each}`)).status).toBe(404);
    }
  });

  test('is also served under the neutral name of its folder', async () => {
    const { bannerUrl } = await anna.call(profile.updateImages, {
      files: { banner: [await photo(1200, 300)] },
    });
    expect((await get(`/media/userbanners/${bannerUrl}`)).status).toBe(200);
    expect((await get(`/media/covers/${bannerUrl}`)).status).toBe(200);
    expect((await get(`/media/board/${bannerUrl}`)).status).toBe(404);
  });

  test('is refused with 415 if it is no picture, and leaves neither row nor file', async () => {
    const stored = async () =>
      (await readdir(join(app.dataDir, 'media', 'userposts'), { recursive: true }))
        .filter((name) => name.endsWith('.webp'))
        .toSorted();
    const before = await stored();
    expect(before.length).toBeGreaterThan(0);
    const bad = new File(['GIF89a<script>alert(1)</script>'], 'x.gif', { type: 'image/gif' });
    const refusal = await anna.refusal(wall.create, {
      body: { title: 'x' },
      files: { file: [await photo(), await photo(), bad] },
    });
    expect([refusal.status, refusal.code]).toEqual([415, 'bad_type']);
    expect(await stored()).toEqual(before);
    expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
  });
});

describe('Conditional and range requests', () => {
  test.each([
    ['from memory', 1000],
    ['from the disk', 400_000],
  ])('%s', async (_where, bytes) => {
    const { url, content } = await storeFile(app, 'portfolio', 'mp4', bytes, anna.id);
    const whole = await get(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    const etag = whole.headers.get('etag')!;
    const modified = whole.headers.get('last-modified')!;

    const part = await get(url, { range: 'bytes=100-199' });
    expect([
      part.status,
      part.headers.get('content-range'),
      part.headers.get('content-length'),
    ]).toEqual([206, `bytes 100-199/${bytes}`, '100']);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
    const last = await get(url, { range: 'bytes=-5', 'if-range': etag });
    expect(Buffer.from(await last.arrayBuffer()).equals(content.subarray(-5))).toBe(true);
    const beyond = await get(url, { range: `bytes=${bytes}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`]);
    const changed = await get(url, { range: 'bytes=0-1', 'if-range': '"other"' });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, bytes]);

    for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const same = await get(url, headers);
      expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, etag, '']);
    }
    const head = await get(url, { range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes),
      '',
    ]);
    expect((await get(url, {}, 'POST')).status).toBe(404);
  });

  test('a file that is no picture, audio or video is sent as an attachment', async () => {
    for (const extension of ['apk', 'pdf', 'zip', 'html', 'svg', 'xml']) {
      const { url, name } = await storeFile(app, 'gamedownloads', extension, 10, anna.id);
      const answer = await get(url);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(answer.headers.get('content-type')).not.toMatch(/html|svg|xml|text/);
      await answer.arrayBuffer();
    }
  });

  test('a client that disconnects in the middle does no harm', async () => {
    const { url, content } = await storeFile(app, 'portfolio', 'mp4', 5_000_000, anna.id);
    const gone = new AbortController();
    const answer = await fetch(`${app.url}${url}`, { signal: gone.signal });
    await answer.body!.getReader().read();
    gone.abort();
    expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(content)).toBe(true);
  });
});

test.each([
  '/media/nothing/0123.webp',
  '/media/userposts/0123456789.webp',
  '/media/userposts/..%2f..%2fpostgres.conf',
  '/media/userposts/%2e%2e%2f%2e%2e%2fx.webp',
  '/media/userposts/..%5c..%5cx.webp',
  '/media/..%2fstaging/x.part',
  '/media/userposts/X.webp',
  '/media/userposts/x',
  '/media/userposts/x.webp%00.png',
  '/media/userposts/.webp',
  `/media/userposts/${'x'.repeat(300)}.webp`,
  '/media/userposts/../../secret',
  '/media/__proto__/x.webp',
  '/media/constructor/x.webp',
  '/media/userposts/',
  '/media/',
  '/media',
])('%s returns 404', async (path) => {
  const { status, text } = await getRaw(path);
  expect([status, JSON.parse(text)]).toEqual([404, { error: 'Не найдено', code: 'not_found' }]);
});

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as photos from '@respa/contract/photos';
import * as profile from '@respa/contract/profile';
import { Caller, type TestApp } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import { openLive } from '../support/stream-reader.ts';
import { openBehindNginx, type BehindNginx } from '../support/servers/behind-nginx.ts';

const path = process.env['NGINX_PATH'];
let behind: BehindNginx | undefined;
let app: TestApp;
let url: string;
let anna: Caller;
let boris: Caller;
let file: BehindNginx['file'];
let bytes: Buffer;
let cookie: string;
let stranger: string;
beforeAll(async () => {
  if (path === undefined) return;
  behind = await openBehindNginx(path);
  ({ app, url, anna, boris, file, bytes, cookie, stranger } = behind);
});
afterAll(() => behind?.stop());
const get = (at: string, headers: Record<string, string> = { cookie }, method = 'GET') =>
  fetch(`${url}${at}`, { headers, method });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const download = () => `/media/download/${file._id}`;

describe('Behind nginx, which sends the files itself', () => {
  beforeEach(({ skip }) => skip(path === undefined, 'нет nginx (укажите NGINX_PATH)'));

  test('a member gets the right bytes with the protective headers', async () => {
    const answer = await get(download());
    expect([answer.status, (await bytesOf(answer)).equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-length': String(bytes.length),
    });
    expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain(
      'Мир тайн.sav',
    );
    const head = await get(download(), { cookie }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect(
      (await get(download(), { cookie, 'if-none-match': answer.headers.get('etag')! })).status,
    ).toBe(304);
  });

  test('nginx reads the files as a member of the group, and everything else is for the server alone', async () => {
    const modeOf = async (name: string) =>
      ((await stat(join(app.dataDir, name))).mode & 0o777).toString(8);
    const { 'x-accel-redirect': told } = Object.fromEntries(
      (await fetch(`${app.url}${download()}`, { headers: { cookie } })).headers,
    );
    const stored = told!.replace('/stored/', 'media/');
    expect(
      await Promise.all(['', 'media', dirname(stored), stored, 'outbox', 'staging'].map(modeOf)),
    ).toEqual(['710', '750', '750', '640', '700', '700']);
  });

  test('ranges are served as requested', async () => {
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1000000-1999999', 1_000_000, 2_000_000],
      ['bytes=-500', bytes.length - 500, bytes.length],
      ['bytes=2999999-', 2_999_999, bytes.length],
    ] as const) {
      const answer = await get(download(), { cookie, range });
      expect([
        answer.status,
        answer.headers.get('content-range'),
        (await bytesOf(answer)).equals(bytes.subarray(from, to)),
      ]).toEqual([206, `bytes ${from}-${to - 1}/${bytes.length}`, true]);
    }
    const beyond = await get(download(), { cookie, range: 'bytes=3000000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
  });

  test('others are refused, and the file is no longer served after its deletion', async () => {
    const { added } = await anna.call(cloud.upload, {
      body: { folder: { id: '' } },
      files: { file: [new File([randomBytes(1_000)], 'снимок.bin')] },
    });
    const at = `/media/download/${added[0]!._id}`;
    expect((await get(at)).status).toBe(200);
    for (const headers of [{}, { cookie: stranger }] as Record<string, string>[]) {
      const answer = await get(at, headers);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        404,
        'not_found',
      ]);
    }
    await anna.call(cloud.remove, { params: { id: added[0]!._id } });
    await anna.call(cloudTrash.emptyTrash);
    expect((await get(at)).status).toBe(404);
  });

  test('the internal location of a file is neither revealed nor accessible', async () => {
    const { 'x-accel-redirect': told } = Object.fromEntries(
      (await fetch(`${app.url}${download()}`, { headers: { cookie } })).headers,
    );
    expect(told).toMatch(/^\/stored\/blobs\/..\/[\w-]+\.bin$/);
    expect(JSON.stringify([...(await get(download())).headers])).not.toMatch(/accel|stored|blobs/);
    const sneaked = [
      told!,
      told!.replace('/stored', '//stored'),
      told!.replace('/stored', '/media/../stored'),
      told!.replace('s', '%73'),
      `${told!}/`,
      '/stored/',
    ];
    for (const at of sneaked) expect([at, (await get(at)).status]).toEqual([at, 404]);
    expect((await get(told!, { cookie, 'x-accel-redirect': told! })).status).toBe(404);
    expect((await get(`/media/blobs/${told!.split('/').at(-1)}`)).status).toBe(404);
  });

  test('public pictures are cached, and the event stream passes at once', async () => {
    const live = await openLive(anna);
    await boris.call(profile.visit, { params: { id: anna.id } });
    expect(await live.next('notification')).toMatchObject({
      notification: { type: 'visit', from: boris.id },
    });
    await live.cut();
    const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
    const answer = await get(`/media/userphotos/${photo.imageUrl}`, {});
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable']);
  });
});

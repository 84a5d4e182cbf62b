import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { appError } from '@respa/contract/app-errors';
import * as profile from '@respa/contract/profile';
import * as wall from '@respa/contract/wall';
import { newId } from '#platform/runtime/ids.ts';
import { transaction } from '#platform/database/transaction.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { cookieOf, until } from '#tests/support/files/pictures.ts';
import type { Folder } from './serving/folders.ts';
import {
  findOrphans,
  keepPrepared,
  prepareFile,
  preparePictures,
  registerReader,
  removeMediaOf,
  removeOrphans,
} from './service.ts';
import { allNames } from './blobs/stored-names.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = await Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
});
afterAll(() => app.stop());

const context = () => app.server.context;
const photo = async (width = 1000, height = 700) =>
  new Blob([
    Buffer.from(
      await sharp({ create: { width, height, channels: 3, background: '#3070b0' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);
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
const disk = (folder: string, name: string) =>
  join(app.dataDir, 'media', folder, name.slice(0, 2), name);
const isThere = (folder: string, name: string) =>
  stat(disk(folder, name)).then(
    () => true,
    () => false,
  );
const rowsOf = async (name: string) =>
  (
    await sql<{
      owner_id: string;
      scope_id: string;
      bytes: number;
    }>`
      select owner_id, scope_id, bytes
      from media_files
      where name = ${name}
    `.execute(context().db)
  ).rows;
async function stagedBytes(bytes: number) {
  const path = join(app.dataDir, 'staging', `${newId()}.part`);
  const content = randomBytes(bytes);
  await writeFile(path, content);
  return { path, bytes, content };
}
/** Stores a file in a folder, with its row. */
async function store(
  folder: Folder,
  extension: string,
  bytes: number,
  owner = anna.id,
  scopeId = newId(),
) {
  const staged = await stagedBytes(bytes);
  const prepared = await prepareFile(context(), staged, folder, { extension, mime: 'x/x' });
  await keepPrepared(context(), [prepared], { ownerId: owner, scopeId }, async () => true);
  return { name: prepared.name, content: staged.content, url: `/media/${folder}/${prepared.name}` };
}
async function postWithPicture(size?: [number, number]): Promise<{ id: string; name: string }> {
  const { post } = await anna.call(wall.create, {
    body: { title: 'Кот' },
    files: { file: [await photo(...(size ?? []))] },
  });
  return { id: post._id, name: post.images[0]! };
}

describe('A public picture', () => {
  test('is served to anyone who knows its name, in three sizes, never as anything but a picture', async () => {
    const { name } = await postWithPicture();
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
    const [row] = await rowsOf(name);
    expect(row?.owner_id).toBe(anna.id);
  });

  test('serves the picture itself for a rendition that was not made, and returns 404 for other names', async () => {
    const { name } = await postWithPicture([300, 200]);
    expect(await isThere('userposts', name.replace('.webp', '-640.webp'))).toBe(false);
    const answer = await get(`/media/userposts/${name.replace('.webp', '-640.webp')}`);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(300);
    for (const other of ['-320.webp', '-640-640.webp', '-640.jpg'])
      expect((await get(`/media/userposts/${name.replace('.webp', other)}`)).status).toBe(404);
  });

  test('is deleted with its post: the row at once, the bytes on disk and in memory soon after', async () => {
    const { id, name } = await postWithPicture();
    for (const each of allNames(name))
      expect((await get(`/media/userposts/${each}`)).status).toBe(200);
    await anna.call(wall.remove, { params: { id } });
    expect(await rowsOf(name)).toEqual([]);
    await until(async () => !(await isThere('userposts', name)));
    for (const each of allNames(name)) {
      expect(await isThere('userposts', each)).toBe(false);
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
    const { url, content } = await store('portfolio', 'mp4', bytes);
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
      const { url, name } = await store('gamedownloads', extension, 10);
      const answer = await get(url);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(answer.headers.get('content-type')).not.toMatch(/html|svg|xml|text/);
      await answer.arrayBuffer();
    }
  });

  test('a client that disconnects in the middle does no harm', async () => {
    const { url, content } = await store('portfolio', 'mp4', 5_000_000);
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

describe('Private media', () => {
  test('a picture of a room is served to members by cookie only, and never cached', async () => {
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const { message } = await anna.call(chats.send, {
      params: { roomId: room._id },
      files: { image: [await photo()] },
    });
    const name = message.images[0]!;
    const stranger = await app.join('Вера', 'Чужая');
    const [annas, boriss, strangers] = await Promise.all(
      [anna, boris, stranger].map((who) => cookieOf(app, who)),
    );

    for (const each of allNames(name)) {
      const url = `/media/message-images/${each}`;
      for (const cookie of [annas!, boriss!]) {
        const answer = await get(url, { cookie: `a=b; ${cookie}; c=d` });
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([
          200,
          'private, no-store',
        ]);
        await answer.arrayBuffer();
      }
      // Also after the members' requests have brought it into the memory cache.
      expect((await get(url, { cookie: strangers! })).status).toBe(404);
      expect((await get(url)).status).toBe(404);
      expect(
        (await get(url, { cookie: 'respa_media=0123456789012345678901234567890123456789012' }))
          .status,
      ).toBe(404);
      expect((await get(url, anna.headers())).status).toBe(404);
      expect((await get(url, {}, 'HEAD')).status).toBe(404);
    }
    expect((await get(`/media/userposts/${name}`, { cookie: annas! })).status).toBe(404);

    await sql`delete from room_members where room_id = ${room._id} and user_id = ${boris.id}`.execute(
      context().db,
    );
    expect((await get(`/media/message-images/${name}`, { cookie: boriss! })).status).toBe(404);
    expect((await get(`/media/message-images/${name}`, { cookie: annas! })).status).toBe(200);
  });

  test('a message whose video is invalid leaves none of its pictures behind', async () => {
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const stored = async () =>
      (await readdir(join(app.dataDir, 'media', 'message-images'), { recursive: true }))
        .filter((name) => name.endsWith('.webp'))
        .toSorted();
    const before = await stored();
    const refusal = await anna.refusal(chats.send, {
      params: { roomId: room._id },
      files: { image: [await photo()], video: [new Blob(['#EXTM3U'])] },
    });
    expect([refusal.status, refusal.code]).toEqual([415, 'bad_type']);
    expect(await stored()).toEqual(before);
  });

  test('a private folder without a registered reader is closed to everyone; with a reader it is never cached, not even what everyone may see', async () => {
    const { url } = await store('room-backgrounds', 'png', 10);
    const { readers } = context().media;
    const whoIsInTheRoom = readers.get('room-backgrounds')!;
    readers.delete('room-backgrounds');
    expect((await get(url, { cookie: await cookieOf(app, anna) })).status).toBe(404);
    registerReader(context(), 'room-backgrounds', async () => true);
    const answer = await get(url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    registerReader(context(), 'room-backgrounds', whoIsInTheRoom);
  });

  test('in an open folder the reader decides: what a visitor may see is public, the rest is private', async () => {
    const asked: (string | null)[] = [];
    registerReader(context(), 'events', async (viewerId, row) => {
      asked.push(viewerId);
      return row.owner_id === boris.id || viewerId === anna.id;
    });
    const open = await store('events', 'png', 10, boris.id);
    const closed = await store('events', 'png', 10, anna.id);
    const cookie = await cookieOf(app, anna);
    const forAll = await get(open.url);
    expect([forAll.status, forAll.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await get(closed.url)).status).toBe(404);
    const forAnna = await get(closed.url, { cookie });
    expect([forAnna.status, forAnna.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    expect(asked).toEqual([null, null, null, null, anna.id]);
  });
});

describe('Rows and bytes', () => {
  test('a refusal in the transaction, and work that returns undefined, delete the bytes too', async () => {
    for (const work of [
      () => Promise.reject(appError('forbidden')),
      () => Promise.resolve(undefined),
    ]) {
      const prepared = await preparePictures(
        context(),
        [await stagedPhoto(), await stagedPhoto()],
        'portfolio',
      );
      for (const { name } of prepared) expect(await isThere('portfolio', name)).toBe(true);
      await keepPrepared(context(), prepared, { ownerId: anna.id }, work).catch(() => undefined);
      for (const { name } of prepared) {
        for (const each of allNames(name)) expect(await isThere('portfolio', each)).toBe(false);
        expect(await rowsOf(name)).toEqual([]);
      }
    }
  });

  test('a lost connection leaves the bytes to the orphan sweep, because the commit may have succeeded', async () => {
    const [prepared] = await preparePictures(context(), [await stagedPhoto()], 'portfolio');
    for (const lost of [
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
      Object.assign(new Error('shut down'), { code: '57P01' }),
    ]) {
      await expect(
        keepPrepared(context(), [prepared!], { ownerId: anna.id }, () => Promise.reject(lost)),
      ).rejects.toThrow(lost.message);
    }
    expect(await isThere('portfolio', prepared!.name)).toBe(true);
    await age('portfolio', allNames(prepared!.name));
    expect(await removeOrphans(context())).toBe(3);
    expect(await isThere('portfolio', prepared!.name)).toBe(false);
  });

  test('the orphan sweep finds old files without a row, and nothing else', async () => {
    const kept = await postWithPicture();
    const fresh = await prepareFile(context(), await stagedBytes(10), 'userposts', {
      extension: 'png',
      mime: 'image/png',
    });
    const lost = await prepareFile(context(), await stagedBytes(10), 'userposts', {
      extension: 'png',
      mime: 'image/png',
    });
    await age('userposts', [...allNames(kept.name), lost.name]);
    expect(await Array.fromAsync(findOrphans(context()))).toEqual([
      { folder: 'userposts', name: lost.name },
    ]);
    expect(await removeOrphans(context())).toBe(1);
    expect([
      await isThere('userposts', lost.name),
      await isThere('userposts', fresh.name),
      await isThere('userposts', kept.name),
    ]).toEqual([false, true, true]);
    expect(await removeOrphans(context())).toBe(0);
  });

  test('all media of an owner or of a scope are removed at once', async () => {
    const scopeId = newId();
    const [one, two, other] = [
      await store('userphotos', 'png', 10, boris.id, scopeId),
      await store('userphotos', 'png', 10, boris.id, scopeId),
      await store('userphotos', 'png', 10, boris.id),
    ];
    expect(
      await transaction(context(), (tx, after) => removeMediaOf(context(), tx, after, { scopeId })),
    ).toBe(2);
    await until(
      async () =>
        !(await isThere('userphotos', one.name)) && !(await isThere('userphotos', two.name)),
    );
    expect(await isThere('userphotos', other.name)).toBe(true);
    const owner = newId();
    const own = await store('userphotos', 'png', 10, owner);
    expect(
      await transaction(context(), (tx, after) =>
        removeMediaOf(context(), tx, after, { ownerId: owner }),
      ),
    ).toBe(1);
    await until(async () => !(await isThere('userphotos', own.name)));
  });
});

async function stagedPhoto() {
  const path = join(app.dataDir, 'staging', `${newId()}.part`);
  const data = Buffer.from(await (await photo()).arrayBuffer());
  await writeFile(path, data);
  return { path, bytes: data.length };
}
const age = (folder: string, names: string[]) =>
  Promise.all(
    names.map((name) =>
      utimes(disk(folder, name), new Date(0), new Date(0)).catch(() => undefined),
    ),
  );

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { ERROR_CATALOGUE } from '@respa/contract/app-errors';
import * as wall from '@respa/contract/wall';
import { makeBackup } from '../../packages/server/src/app/backup/backup.ts';
import { restoreBackup } from '../../packages/server/src/app/backup/restore.ts';
import { pagePolicy } from '../../packages/server/src/app/security-headers.ts';
import { removeOrphans } from '../../packages/server/src/features/media/service.ts';
import { readConfig } from '../../packages/server/src/platform/runtime/config.ts';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { makeDatabase } from '../support/servers/own-database.ts';
import { blobOf, cookieOf, picture, until } from '../support/files/pictures.ts';
import { startS3, type S3Server } from '../support/servers/s3-server.ts';
import { patient } from '../support/patience.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

/** Returns a picture of pure noise, so that its renditions are large. */
const noise = async (): Promise<Blob> =>
  blobOf(
    await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
      .png()
      .toBuffer(),
  );
/** Reads again, because a folder may be deleted while it is read. */
const stored = async (): Promise<string[]> =>
  (
    await readdir(s3.folder, { recursive: true }).catch(() =>
      readdir(s3.folder, { recursive: true }),
    )
  ).filter((path) => path.endsWith('._S3rver_object'));
const isStored = async (name: string): Promise<boolean> =>
  (await stored()).some((path) => path.includes(name));

describe.each([{ reads: 'proxied' }, { reads: 'presigned' }])(
  'A server with files in S3, reads $reads',
  ({ reads }) => {
    const isSent = reads === 'presigned';
    let app: TestApp;
    let [anna, boris]: Caller[] = [];
    let cookies: { anna: string; boris: string };
    beforeAll(async () => {
      app = await startTestApp({ ...s3.env, S3_READS: reads });
      [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
      cookies = { anna: await cookieOf(app, anna), boris: await cookieOf(app, boris) };
    });
    afterAll(() => app.stop());
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${app.url}${path}`, { method, headers, redirect: 'manual' });
    const keep = async (bytes: Blob, name: string) =>
      `/media/cloud/${(await anna!.call(cloud.upload, { files: { file: [new File([bytes], name)] } })).added[0]!.path}`;

    test('serves a picture from the bucket and not from its disk; deleting the post deletes it there', async () => {
      const { post } = await anna!.call(wall.create, {
        body: { title: 'Шум' },
        files: { file: [await noise()] },
      });
      const name = post.images[0]!;
      expect(await isStored(`userposts/${name.slice(0, 2)}/${name}`)).toBe(true);
      expect(existsSync(join(app.dataDir, 'media'))).toBe(false);
      expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);

      const small = await get(`/media/userposts/${name.replace('.webp', '-160.webp')}`);
      expect([
        small.status,
        small.headers.get('content-type'),
        small.headers.get('cache-control'),
      ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable']);
      const large = await get(`/media/userposts/${name}`);
      expect([large.status, large.headers.get('cache-control')]).toEqual(
        isSent ? [302, 'private, max-age=3600'] : [200, 'public, max-age=31536000, immutable'],
      );
      // The browser caches the redirect for less time than the URL is valid.
      const address = isSent ? new URL(large.headers.get('location')!) : null;
      expect([address?.origin, Number(address?.searchParams.get('X-Amz-Expires')) > 3600]).toEqual(
        isSent ? [s3.env['S3_ENDPOINT'], true] : [undefined, false],
      );
      const seen = await fetch(`${app.url}/media/userposts/${name}`);
      expect([
        seen.status,
        seen.headers.get('content-type'),
        (await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).width,
      ]).toEqual([200, 'image/webp', 900]);

      await anna!.call(wall.remove, { params: { id: post._id } });
      await until(async () => !(await isStored(name.replace('.webp', ''))));
    });

    test('serves a private file to its owner and to nobody else, and never as a page', async () => {
      const bytes = Buffer.concat([Buffer.from('<script>alert(1)</script>'), randomBytes(400_000)]);
      const path = await keep(blobOf(bytes), 'страница.html');
      for (const headers of [{}, { cookie: cookies.boris }]) {
        const refused = await get(path, headers as Record<string, string>);
        expect([refused.status, refused.headers.get('location')]).toEqual([404, null]);
      }
      const answer = await get(path, { cookie: cookies.anna });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        isSent ? 302 : 200,
        'private, no-store',
      ]);
      const file = isSent ? await fetch(answer.headers.get('location')!) : answer;
      expect(Number(new URL(file.url).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
      expect(new URL(file.url).searchParams.has('X-Amz-Expires')).toBe(isSent);
      expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
        'application/octet-stream',
        expect.stringMatching(/^attachment;/),
      ]);
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      const head = await get(path, { cookie: cookies.anna }, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([
        200,
        String(bytes.length),
      ]);
    });

    test('sends parts of private audio and video itself, because a player requests parts for hours', async () => {
      const song = Buffer.alloc(417 * 1_000);
      for (let frame = 0; frame < 1_000; frame += 1)
        song.set([0xff, 0xfb, 0x90, 0x00, frame & 0xff], frame * 417);
      const path = await keep(blobOf(song), 'песня.mp3');
      const part = await get(path, { cookie: cookies.anna, range: 'bytes=300000-300099' });
      expect([
        part.status,
        part.headers.get('content-range'),
        part.headers.get('content-type'),
      ]).toEqual([206, `bytes 300000-300099/${song.length}`, 'audio/mpeg']);
      expect(Buffer.from(await part.arrayBuffer()).equals(song.subarray(300_000, 300_100))).toBe(
        true,
      );
      const rest = await get(path, { cookie: cookies.anna, range: 'bytes=1-' });
      expect(Buffer.from(await rest.arrayBuffer()).equals(song.subarray(1))).toBe(true);
      expect((await get(path, { cookie: cookies.anna, range: 'bytes=999999999-' })).status).toBe(
        416,
      );
      const same = await get(path, {
        cookie: cookies.anna,
        'if-none-match': part.headers.get('etag')!,
      });
      expect(same.status).toBe(304);
      expect((await get(path, { cookie: cookies.boris, range: 'bytes=0-99' })).status).toBe(404);
    });

    test('returns an error while the store is full or down, stores nothing partial, and works again when it is back', async () => {
      const post = async () =>
        anna!.refusal(wall.create, {
          body: { title: 'Не вышло' },
          files: { file: [await picture()] },
        });
      const before = (await stored()).length;
      await s3.behave('full');
      expect(await post()).toMatchObject({ status: 507, error: ERROR_CATALOGUE.no_space.text });
      await s3.behave('well');
      const { post: kept } = await anna!.call(wall.create, {
        body: { title: 'Кот' },
        files: { file: [await noise()] },
      });
      await s3.kill();
      expect(await post()).toMatchObject({ status: 503, error: ERROR_CATALOGUE.unavailable.text });
      const unseen = await get(`/media/userposts/${kept.images[0]!}`);
      expect([unseen.status, await unseen.json()]).toEqual([
        503,
        { code: 'unavailable', error: ERROR_CATALOGUE.unavailable.text },
      ]);
      await anna!.call(wall.create, { body: { title: 'Одни слова' } });
      expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
      await s3.start();
      expect((await fetch(`${app.url}/media/userposts/${kept.images[0]!}`)).status).toBe(200);
      await anna!.call(wall.remove, { params: { id: kept._id } });
      await until(async () => (await stored()).length === before);
      const { post: later } = await anna!.call(wall.create, {
        body: { title: 'Снова' },
        files: { file: [await picture()] },
      });
      expect((await get(`/media/userposts/${later.images[0]!}`)).status).toBe(200);
    });

    test('finds leftovers of a crash in the bucket', async () => {
      const [folder, name] = [join(s3.folder, 'events/0a'), `0a${'0'.repeat(30)}.webp`];
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${name}._S3rver_object`), 'lost');
      expect(await removeOrphans(app.server.context)).toBe(0);
      await utimes(join(folder, `${name}._S3rver_object`), new Date(0), new Date(0));
      const others = (await stored()).length - 1;
      await removeOrphans(app.server.context);
      expect([await isStored(name), (await stored()).length]).toEqual([false, others]);
    });
  },
);

test('pages may load files from the store only if readers are redirected there', () => {
  // The players of other sites are in frames of their own.
  expect(pagePolicy('n').replace(/frame-src [^;]+/, '')).not.toContain('http');
  const policy = pagePolicy('n', 'https://s3.example.ru');
  for (const kind of ['img-src', 'media-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${kind} [^;]*https://s3\\.example\\.ru(?:;|$)`));
  expect(policy).toMatch(/script-src 'nonce-n' 'strict-dynamic';/);
});

test(
  'a backup of files in S3 can be restored to a disk, and one of a disk to S3',
  async () => {
    const app = await startTestApp(s3.env);
    const [one, other] = await Promise.all([makeDatabase('bare'), makeDatabase('bare')]);
    const configOf = (url: string, folder: string, env: Record<string, string>) =>
      readConfig({ DATABASE_URL: url, DATA_DIR: join(app.dataDir, folder), ...env });
    const options = { print: () => {}, stopping: new AbortController().signal };
    try {
      const anna = await app.join('Анна');
      const { post } = await anna.call(wall.create, {
        body: { title: 'Кот' },
        files: { file: [await picture()] },
      });
      const name = post.images[0]!;
      const bytes = Buffer.from(
        await (await fetch(`${app.url}/media/userposts/${name}`)).arrayBuffer(),
      );

      const [live, onDisk, inS3] = [
        configOf(app.server.context.database.pool.options.connectionString!, 'live', s3.env),
        configOf(one.url, 'disk', {}),
        configOf(other.url, 's3', s3.env),
      ];
      await restoreBackup(
        onDisk,
        await makeBackup(live, join(app.dataDir, 'first'), options),
        options,
      );
      expect(
        (await readFile(join(onDisk.dataDir, 'media/userposts', name.slice(0, 2), name))).equals(
          bytes,
        ),
      ).toBe(true);

      const second = await makeBackup(onDisk, join(app.dataDir, 'second'), options);
      await Promise.all((await stored()).map((path) => rm(join(s3.folder, path))));
      expect(await stored()).toEqual([]);
      await restoreBackup(inS3, second, options);
      expect(
        (
          await readFile(join(s3.folder, 'userposts', name.slice(0, 2), `${name}._S3rver_object`))
        ).equals(bytes),
      ).toBe(true);
    } finally {
      await app.stop();
      await Promise.all([one.drop(), other.drop()]);
    }
  },
  patient(120_000),
);

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { video, voice } from '#tests/support/files/videos.ts';
import { cookieOf, picture, pictureWithPlace, until } from '#tests/support/files/pictures.ts';

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
const own = (name: string) =>
  new URL(`../../../../../tests/support/files/samples/${name}`, import.meta.url);
const put = async (who: Caller, name: string, bytes: BlobPart, folderId = '') =>
  (
    await who.call(cloud.upload, {
      body: { folder: { id: folderId } },
      files: { file: [new File([bytes], name)] },
    })
  ).added[0]!;
const blobs = async () =>
  (
    await readdir(join(app.dataDir, 'media', 'blobs'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
  ).filter((entry) => entry.isFile() && entry.name.endsWith('.bin')).length;
const get = (path: string, headers: Record<string, string> = { cookie }, method = 'GET') =>
  fetch(`${app.url}${path}`, { headers, method });

describe('bytes', () => {
  test("of identical content are stored once, count for each owner, and are deleted with the last owner's file", async () => {
    const [vera, gleb] = [await app.join('Вера'), await app.join('Глеб')];
    const bytes = randomBytes(20_000);
    const before = await blobs();
    const [first, second, third] = [
      await put(vera, 'a.bin', bytes),
      await put(vera, 'b.bin', bytes),
      await put(gleb, 'c.bin', bytes),
    ];
    expect([(await blobs()) - before, new Set([first.path, second.path, third.path]).size]).toEqual(
      [1, 3],
    );
    expect([(await vera.call(cloud.usage)).used, (await gleb.call(cloud.usage)).used]).toEqual([
      40_000, 20_000,
    ]);
    for (const file of [first, second]) {
      await vera.call(cloud.remove, { params: { id: file._id } });
      await vera.call(cloudTrash.erase, { params: { id: file._id } });
    }
    expect([(await vera.call(cloud.usage)).used, (await blobs()) - before]).toEqual([0, 1]);
    expect(
      Buffer.from(
        await (
          await gleb.request(cloud.download, { params: { id: third._id } as never })
        ).arrayBuffer(),
      ).equals(bytes),
    ).toBe(true);
    await gleb.call(cloud.remove, { params: { id: third._id } });
    await gleb.call(cloudTrash.emptyTrash);
    await until(async () => (await blobs()) === before, 20_000);
    const again = await put(vera, 'a.bin', bytes);
    expect([again.size, (await blobs()) - before]).toEqual([20_000, 1]);
  });
  test('of identical content are stored once when many arrive at the same time', async () => {
    const people = await Promise.all(['Раз', 'Два', 'Три'].map((name) => app.join(name)));
    const bytes = randomBytes(30_000);
    const before = await blobs();
    await Promise.all(
      people.flatMap((who) => [put(who, 'a.bin', bytes), put(who, 'b.bin', bytes)]),
    );
    expect((await blobs()) - before).toBe(1);
    await assertCounted(app);
  });
  test('never exceed the quota, even for concurrent uploads at its limit', async () => {
    const egor = await app.join('Егор');
    const { db } = app.server.context;
    await put(egor, 'a.bin', randomBytes(1000));
    await db
      .updateTable('cloud_owners')
      .set({ used: 300 * 1024 * 1024 - 1500 })
      .where('owner_id', '=', egor.id)
      .execute();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        egor.request(cloud.upload, { files: { file: [new File([randomBytes(1000)], 'x.bin')] } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      200, 507, 507, 507,
    ]);
    const refused = answers.find((answer) => answer.status === 507)!;
    expect(await refused.json()).toEqual({
      error: 'В облаке закончилось место',
      code: 'cloud_full',
    });
    await db
      .updateTable('cloud_owners')
      .set({ used: 2000 })
      .where('owner_id', '=', egor.id)
      .execute();
    expect((await egor.call(cloud.rootFiles)).count).toBe(2);
    await assertCounted(app);
  });
  test('are rejected as a whole for too many files, no files or one that is too large', async () => {
    const file = new File(['x'], 'x.txt');
    const before = (await anna.call(cloud.usage)).files;
    const six = await anna.refusal(cloud.upload, {
      files: { file: Array.from({ length: 6 }, () => file) },
    });
    expect(six).toMatchObject({
      status: 400,
      error: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
    });
    expect(await anna.refusal(cloud.upload, { body: {} })).toMatchObject({
      status: 400,
      error: 'Выберите файлы',
    });
    expect(
      (
        await anna.call(cloud.upload, { files: { file: Array.from({ length: 5 }, () => file) } })
      ).added.map((one) => one.name),
    ).toEqual(['x.txt', 'x (2).txt', 'x (3).txt', 'x (4).txt', 'x (5).txt']);
    expect((await anna.call(cloud.usage)).files - before).toBe(5);
    expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
  });
});

describe('an upload sent twice', () => {
  test('is one file with the same key and a second file with another', async () => {
    const vera = await app.join('Вера');
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const send = (keys: string[]) =>
      vera.call(cloud.upload, {
        body: { keys },
        files: { file: keys.map(() => new File(['то же'], 'a.txt')) },
      });
    const once = await send([first]);
    const again = await send([first, second]);
    expect(again.added.map((file) => file.name)).toEqual(['a.txt', 'a (2).txt']);
    expect(again.added[0]!._id).toBe(once.added[0]!._id);
    const third = crypto.randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        vera.request(cloud.upload, {
          body: { keys: [third] },
          files: { file: [new File(['x'], 'b.txt')] },
        }),
      ),
    );
    for (const answer of answers) expect([200, 503]).toContain(answer.status);
    expect((await vera.call(cloud.usage)).files).toBe(3);
    for (const keys of [['x'], [first, first], ['a', 'b', 'c', 'd', 'e', 'f']])
      expect(
        await vera.refusal(cloud.upload, {
          body: { keys },
          files: { file: [new File(['x'], 'c.txt')] },
        }),
      ).toMatchObject({ status: 400 });
  });
});

describe('the type of a file', () => {
  test('is determined from its content, whatever its name', async () => {
    const zipOf = async (name: string) => {
      const zip = new ZipFile();
      zip.addBuffer(Buffer.from('x'), name);
      zip.end();
      return buffer(zip.outputStream);
    };
    const kinds: [string, BlobPart, string][] = [
      ['a.txt', await picture('png'), 'png'],
      ['a.png', '<script>alert(1)</script>', 'txt'],
      ['a.jpg', await picture(), 'jpg'],
      ['a.gif', await picture('gif'), 'gif'],
      ['a.webp', await picture('webp'), 'webp'],
      ['a.mp4', await video(), 'mp4'],
      ['a.exe', voice(), 'mp3'],
      ['a.zip', await readFile(own('rules.docx')), 'docx'],
      ['a.bin', await readFile(own('word.doc')), 'doc'],
      ['a.docx', await zipOf('x.txt'), 'zip'],
      ['a.apk', await zipOf('AndroidManifest.xml'), 'apk'],
      ['a.xlsx', await zipOf('xl/workbook.xml'), 'xlsx'],
      ['a.pptx', await zipOf('ppt/presentation.xml'), 'pptx'],
      ['a.pdf', '%PDF-1.4\n', 'pdf'],
      ['мусор.pdf', '\ufeff\r\nHTTP/1.1 200 OK\r\n%PDF-1.4\n', 'pdf'],
      ['о формате.txt', 'Файл начинается с %PDF-1.4', 'txt'],
      ['a.doc', '{\\rtf1\\ansi Привет}', 'rtf'],
      ['a.bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), 'bmp'],
      ['a.7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), '7z'],
      ['a.rar', 'Rar!\x1a\x07\x00', 'rar'],
      ['a.sav', Buffer.from([1, 2, 3, 0, 255]), 'file'],
      ['пусто', '', 'file'],
      ['пусто.txt', '', 'txt'],
      ['читы.cfg', 'Бинд', 'txt'],
      ['битый.docx', 'PK\x03\x04не архив', 'zip'],
      ['BMW.txt', 'BMW едет', 'txt'],
    ];
    for (const [name, bytes, type] of kinds) {
      const file = await put(anna, name, bytes);
      expect([name, file.type]).toEqual([name, type]);
      expect(file.path).toMatch(new RegExp(`^[0-9a-f]{32}\\.${type === 'file' ? 'bin' : type}$`));
    }
  });
  test('gives a picture renditions without location data, and keeps its bytes unchanged', async () => {
    const taken = Buffer.from(await (await pictureWithPlace()).arrayBuffer());
    const { _id, path } = await put(anna, 'снимок.jpg', taken);
    await until(
      async () => (await anna.call(cloud.file, { params: { id: _id } })).file.preview !== null,
      30_000,
    );
    const { preview } = (await anna.call(cloud.file, { params: { id: _id } })).file;
    expect(preview).toMatchObject({
      width: 320,
      height: 240,
      name: `${path.slice(0, 32)}-view.webp`,
    });
    for (const name of [
      preview!.name,
      preview!.name.replace('.webp', '-160.webp'),
      preview!.name.replace('.webp', '-640.webp'),
    ]) {
      const answer = await get(`/media/cloud/${name}`);
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('content-disposition'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'image/webp', null, 'private, no-store']);
      const shown = Buffer.from(await answer.arrayBuffer());
      expect([(await sharp(shown).metadata()).exif, shown.includes('canary-artist')]).toEqual([
        undefined,
        false,
      ]);
      expect((await get(`/media/cloud/${name}`, {})).status).toBe(404);
    }
    const original = await get(`/media/cloud/${path}`);
    expect([
      original.headers.get('content-disposition'),
      original.headers.get('content-security-policy'),
    ]).toEqual([
      `attachment; filename="${path}"`,
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    ]);
    expect(Buffer.from(await original.arrayBuffer()).equals(taken)).toBe(true);
    // The same picture of another user has its renditions at once.
    const vera = await app.join('Вера');
    expect((await put(vera, 'чужой.jpg', taken)).preview).toMatchObject({ width: 320 });
    // A file that only starts like a picture gets no renditions, and causes no error.
    const broken = await put(anna, 'битый.jpg', taken.subarray(0, 200));
    await until(
      async () =>
        (
          await app.server.context.database.pool.query(
            'select 1 from graphile_worker.jobs where run_at <= now()',
          )
        ).rowCount === 0,
      30_000,
    );
    expect((await anna.call(cloud.file, { params: { id: broken._id } })).file.preview).toBe(null);
  });
});

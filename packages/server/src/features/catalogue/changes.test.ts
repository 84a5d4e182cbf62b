import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as catalogue from '@respa/contract/catalogue';
import { makeApk, makeSigner, makeZip } from '#tests/support/files/apk-maker.ts';
import { isIdle } from '#tests/support/files/archive.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import {
  ADMIN,
  addGame,
  apkFile,
  joinAdmin,
  ourSigner,
  readGame,
} from '#tests/support/members/games.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { askUpload, beginUpload, idOf, sendPart } from '#tests/support/members/uploads.ts';
import { checkCounters } from '#platform/database/counters.ts';
import { catalogueCounters } from './counters.ts';

let app: TestApp;
let [admin, anna]: Caller[] = [] as never;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [admin, anna] = await Promise.all([joinAdmin(app), app.join('Анна', 'Игрок')]);
});
afterAll(() => app.stop());
const filesIn = async (folder: string): Promise<string[]> =>
  (
    await readdir(join(app.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

describe('a change', () => {
  test('keeps omitted fields and orders the pictures', async () => {
    const { game } = await admin!.call(catalogue.upload, {
      body: { name: 'Снимки', description: 'Было', version: '0.9' },
      files: {
        preview: [await picture()],
        screenshot: [await picture('png'), await picture('webp')],
      },
    });
    expect(game).toMatchObject({ version: '0.9', file: null, downloadUrl: '', versions: 1 });
    const [a, b] = game.screenshots.map(({ name }) => name);
    const { game: next } = await admin!.call(catalogue.update, {
      params: { id: game._id },
      body: { keep: JSON.stringify([b]), version: '1.0', changes: 'Пересняли' },
      files: { screenshot: [await picture('jpeg', '#402010')] },
    });
    expect(next).toMatchObject({
      name: 'Снимки',
      description: 'Было',
      previewUrl: game.previewUrl,
      version: '1.0',
      versions: 2,
    });
    expect(next.screenshots.map(({ name }) => name)).toEqual([b, expect.stringMatching(/webp$/)]);
    await until(async () => !(await isStored(app, 'gamepreviews', a!)));
    expect(await isStored(app, 'gamepreviews', b!)).toBe(true);
    const { game: bare } = await admin!.call(catalogue.update, {
      params: { id: game._id },
      body: { removePreview: '1' },
    });
    expect([bare.preview, bare.previewUrl]).toEqual([null, '']);
    expect(
      await admin!.refusal(catalogue.update, {
        params: { id: game._id },
        body: {},
        files: { screenshot: await Promise.all(Array.from({ length: 7 }, () => picture())) },
      }),
    ).toMatchObject({ status: 400, code: 'too_many_screenshots' });
  });

  test('of a file requires the same signer, and leaves nothing behind otherwise', async () => {
    const game = await addGame(admin!, 'Чужая рука');
    await until(() => isIdle(app));
    const before = [await filesIn('media'), await readGame(admin!, game._id)];
    const update = (source: File, body = {}) =>
      admin!.refusal(catalogue.update, {
        params: { id: game._id },
        body,
        files: { source: [source], preview: [] },
      });
    expect(await update(apkFile({ signer: makeSigner('Чужой'), versionCode: 13 }))).toMatchObject({
      status: 409,
      code: 'other_certificate',
      error: 'Файл подписан другим сертификатом: обновить им приложение нельзя.',
    });
    expect(await update(apkFile({ package: 'ru.respa.other', versionCode: 13 }))).toMatchObject({
      status: 409,
      code: 'other_package',
    });
    expect(await update(apkFile({ versionCode: 11 }))).toMatchObject({
      status: 409,
      code: 'older_version',
    });
    await until(async () => JSON.stringify(await filesIn('media')) === JSON.stringify(before[0]));
    expect(await readGame(admin!, game._id)).toEqual(before[1]);
    expect(await filesIn('staging')).toEqual([]);
  });

  test('keeps the files of the newest ten versions, and deleting the game deletes all of them', async () => {
    const first = await addGame(admin!, 'Долгая история');
    for (let turn = 1; turn <= 10; turn += 1)
      await admin!.call(catalogue.update, {
        params: { id: first._id },
        body: { version: `2.${turn}` },
        files: { source: [apkFile({ versionCode: 12 + turn })] },
      });
    await until(async () => !(await isStored(app, 'gamedownloads', first.downloadUrl)));
    const { versions } = await anna!.call(catalogue.versions, { params: { id: first._id } });
    expect(versions.map(({ version, downloadUrl }) => [version, downloadUrl !== ''])).toEqual([
      ...Array.from({ length: 10 }, (_, turn) => [`2.${10 - turn}`, true]),
      ['1.2', false],
    ]);
    expect(
      (await anna!.request(catalogue.download, { params: { id: versions.at(-1)!._id } })).status,
    ).toBe(404);
    expect(await isStored(app, 'gamedownloads', versions[0]!.downloadUrl)).toBe(true);
    await admin!.call(catalogue.remove, { params: { id: first._id } });
    await until(async () => !(await isStored(app, 'gamedownloads', versions[0]!.downloadUrl)));
    expect(
      await app.nobody.refusal(catalogue.versions, { params: { id: first._id } }),
    ).toMatchObject({ status: 404 });
  });

  test('accepts a resumable upload of the admin, and deletes it if its file is not an application', async () => {
    const begin = async (bytes: Uint8Array<ArrayBuffer>) => {
      const address = (
        await beginUpload(admin!, bytes.length, { purpose: 'apk', filename: 'game.apk' })
      ).headers.get('location')!;
      const half = bytes.length >> 1;
      expect((await sendPart(admin!, address, 0, bytes.subarray(0, half))).status).toBe(204);
      expect(
        await admin!.refusal(catalogue.upload, { body: { name: 'Рано', upload: idOf(address) } }),
      ).toMatchObject({ status: 409, code: 'upload_unfinished' });
      await sendPart(admin!, address, half, bytes.subarray(half));
      return address;
    };
    expect((await beginUpload(anna!, 10, { purpose: 'apk', filename: 'x' })).status).toBe(403);
    expect(
      (await beginUpload(admin!, 501 * 1024 * 1024, { purpose: 'apk', filename: 'x' })).status,
    ).toBe(413);
    const bytes = Uint8Array.from(makeApk({ signer: ourSigner() }));
    const whole = await begin(bytes);
    const { game } = await admin!.call(catalogue.upload, {
      body: { name: 'По частям', upload: idOf(whole) },
    });
    expect(game.file!.passport!.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await askUpload(admin!, whole)).status).toBe(404);
    const letter = Buffer.from('Письмо, а не приложение '.repeat(20));
    const begun = await beginUpload(admin!, letter.length, { purpose: 'apk', filename: 'x.apk' });
    const refused = await sendPart(
      admin!,
      begun.headers.get('location')!,
      0,
      Uint8Array.from(letter),
    );
    expect([refused.status, await refused.json()]).toMatchObject([415, { code: 'bad_apk' }]);
    const bad = await begin(Uint8Array.from(makeZip([['letter.txt', letter]])));
    expect(
      await admin!.refusal(catalogue.update, {
        params: { id: game._id },
        body: { upload: idOf(bad) },
      }),
    ).toMatchObject({ status: 415, code: 'no_manifest' });
    expect((await askUpload(admin!, bad)).status).toBe(404);
    await until(async () => (await filesIn('uploads')).length === 0);
    expect(await filesIn('staging')).toEqual([]);
  });

  test('with a wrong file is rejected with its sentence, and stores nothing', async () => {
    const whole = makeApk({ signer: makeSigner('Целая') });
    const block = whole.lastIndexOf('APK Sig Block 42');
    const spoilt = Buffer.from(whole);
    spoilt[block - 300] = spoilt[block - 300]! ^ 1;
    await until(() => isIdle(app));
    const kept = await filesIn('media');
    const {
      rows: [games],
    } = await sql<{ count: number }>`select count(*)::int as count from games`.execute(
      app.server.context.db,
    );
    const refused = async (name: string, bytes: Uint8Array | string) => {
      const { status, code, error } = await admin!.refusal(catalogue.upload, {
        body: { name: 'Плохая' },
        files: { source: [new File([blobOf(bytes)], name)], preview: [await picture()] },
      });
      return [status, code, error];
    };
    expect(await refused('пусто.apk', '')).toEqual([415, 'bad_apk', 'Нужен файл .apk.']);
    expect(await refused('письмо.apk', 'Просто текст '.repeat(400))).toEqual([
      415,
      'bad_apk',
      'Нужен файл .apk.',
    ]);
    expect((await refused('архив.apk', makeZip([['a.txt', Buffer.from('x')]])))[1]).toBe(
      'no_manifest',
    );
    expect(
      (
        await refused(
          'бомба.apk',
          makeZip([
            ['AndroidManifest.xml', Buffer.from('x')],
            ['b', Buffer.alloc(8_000_000)],
          ]),
        )
      )[1],
    ).toBe('bad_apk');
    expect((await refused('подпись.apk', spoilt))[1]).toBe('broken_signature');
    expect((await refused('без.apk', makeApk({})))[1]).toBe('unsigned_apk');
    expect(
      await admin!.refusal(catalogue.upload, {
        body: { name: 'Плохая' },
        files: { source: [apkFile()], preview: [blobOf('не картинка')] },
      }),
    ).toMatchObject({ status: 415, code: 'bad_type' });
    await until(async () => JSON.stringify(await filesIn('media')) === JSON.stringify(kept));
    expect(await filesIn('staging')).toEqual([]);
    expect(
      (
        await sql<{ count: number }>`select count(*)::int as count from games`.execute(
          app.server.context.db,
        )
      ).rows,
    ).toEqual([games]);
  });
});

test('every stored number equals its count', async () => {
  expect(await checkCounters(app.server.context, catalogueCounters)).toBe(0);
});

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as adminCalls from '@respa/contract/admin';
import * as catalogue from '@respa/contract/catalogue';
import * as friends from '@respa/contract/friends';
import { isIdle, readArchive } from '#tests/support/files/archive.ts';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, addGame, apkFile, joinAdmin, readGame } from '#tests/support/members/games.ts';
import { cookieOf, picture, until } from '#tests/support/files/pictures.ts';
import { checkCounters } from '#platform/database/counters.ts';
import { catalogueCounters } from './counters.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let [admin, anna, boris]: Caller[] = [] as never;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [admin, anna, boris] = await Promise.all([
    joinAdmin(app),
    app.join('Анна', 'Игрок'),
    app.join('Борис'),
  ]);
});
afterAll(() => app.stop());

describe('the catalogue', () => {
  test('is readable by everyone and changed only by the admin', async () => {
    const game = await addGame(admin!, '  Башня\nветров ', {
      description: 'Строим вверх',
      genres: '["стратегия","Головоломка"]',
      tags: 'Пиксели, пиксели , Стратегия',
    });
    expect(game).toMatchObject({
      name: 'Башня ветров',
      version: '1.2',
      genres: ['Стратегия', 'Головоломка'],
      tags: ['пиксели'],
      rating: 0,
      votes: 0,
      mine: null,
      status: null,
      downloads: 0,
      comments: [],
      versions: 1,
      isLanding: false,
    });
    for (const who of [anna!, app.nobody]) {
      expect((await who.call(catalogue.list, { query: { q: 'БАШНЯ' } })).games).toEqual([
        expect.objectContaining({ _id: game._id, name: 'Башня ветров' }),
      ]);
      expect(await readGame(who, game._id.toUpperCase())).toEqual(game);
    }
    expect(
      await anna!.refusal(catalogue.upload, {
        body: { name: 'Моя' },
        files: { source: [apkFile()] },
      }),
    ).toMatchObject({ status: 403, code: 'forbidden' });
    expect(
      await anna!.refusal(catalogue.update, { params: { id: game._id }, body: { name: 'Моя' } }),
    ).toMatchObject({ status: 403 });
    expect(await admin!.refusal(catalogue.upload, { body: { name: ' ' } })).toMatchObject({
      status: 400,
      fields: { name: 'Введите название' },
    });
    expect(
      await admin!.refusal(catalogue.upload, { body: { name: 'Игра', genres: 'Котики' } }),
    ).toMatchObject({ status: 400, code: 'bad_tags' });
    expect(
      await admin!.refusal(catalogue.upload, {
        body: { name: 'Игра', tags: Array.from({ length: 13 }, (_, index) => `м${index}`).join() },
      }),
    ).toMatchObject({ code: 'bad_tags' });
    expect(await app.nobody.refusal(catalogue.one, { params: { id: anna!.id } })).toMatchObject({
      status: 404,
    });
  });

  test('averages one vote per member, the newest', async () => {
    const { _id: id } = await addGame(admin!, 'Голоса', {}, null);
    const rate = (who: Caller, rating: number) =>
      who.call(catalogue.rate, { params: { id, rating } });
    expect(await rate(anna!, 5)).toEqual({ rating: 5, votes: 1, mine: 5 });
    expect(await rate(boris!, 2)).toEqual({ rating: 3.5, votes: 2, mine: 2 });
    expect(await Promise.all(Array.from({ length: 5 }, () => rate(boris!, 4)))).toContainEqual({
      rating: 4.5,
      votes: 2,
      mine: 4,
    });
    expect(await readGame(anna!, id)).toMatchObject({ rating: 4.5, votes: 2, mine: 5 });
    expect(await readGame(app.nobody, id)).toMatchObject({ rating: 4.5, votes: 2, mine: null });
    expect(await anna!.call(catalogue.unrate, { params: { id } })).toEqual({
      rating: 4,
      votes: 1,
      mine: null,
    });
    for (const rating of [0, 6, -1, 1.5, 'пять'])
      expect(
        await anna!.refusal(catalogue.rate, { params: { id, rating: rating as never } }),
      ).toMatchObject({ status: 400, code: 'bad_input' });
  });

  test("stores each member's game status and shows friends who play", async () => {
    const [first, second] = [
      await addGame(admin!, 'Хочу', {}, null),
      await addGame(admin!, 'Играю', {}, null),
    ];
    const mark = (who: Caller, id: string, status?: string) =>
      who.call(catalogue.setStatus, {
        params: { id },
        body: status === undefined ? {} : { status },
      });
    await mark(anna!, first._id, 'playing');
    await mark(anna!, second._id, 'playing');
    expect(
      (await anna!.call(catalogue.mine, { params: { status: 'playing' } })).games.map(
        ({ name }) => name,
      ),
    ).toEqual(['Играю', 'Хочу']);
    expect(
      (
        await anna!.call(catalogue.mine, {
          params: { status: 'playing' },
          query: { before: second._id },
        })
      ).games.map(({ name }) => name),
    ).toEqual(['Хочу']);
    expect((await boris!.call(catalogue.friends, { params: { id: second._id } })).friends).toEqual(
      [],
    );
    await anna!.call(friends.make, { params: { id: boris!.id } });
    await boris!.call(friends.accept, { params: { to: anna!.id } });
    expect(await boris!.call(catalogue.friends, { params: { id: second._id } })).toMatchObject({
      count: 1,
      friends: [{ person: { _id: anna!.id }, status: 'playing' }],
    });
    await mark(anna!, second._id, 'finished');
    await mark(anna!, first._id);
    expect((await readGame(anna!, second._id)).status).toBe('finished');
    expect((await anna!.call(catalogue.mine, { params: { status: 'playing' } })).games).toEqual([]);
    expect(
      await anna!.refusal(catalogue.setStatus, {
        params: { id: first._id },
        body: { status: 'курю' },
      }),
    ).toMatchObject({ status: 400 });
  });

  test('sends the uploaded bytes, and counts a member once per version', async () => {
    const source = apkFile({ files: [['assets/a', randomBytes(700_000)]] });
    const bytes = Buffer.from(await source.arrayBuffer());
    const game = await addGame(admin!, 'Скачай «меня»', {}, source);
    expect(game.file!.passport).toMatchObject({
      package: 'ru.respa.tower',
      versionCode: 12,
      hash: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      permissions: [{ name: 'android.permission.INTERNET', text: 'Доступ в интернет' }],
    });
    const download = (who: Caller) => who.request(catalogue.download, { params: { id: game._id } });
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await download(anna!);
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('x-content-type-options'),
      ]).toEqual([200, 'application/vnd.android.package-archive', 'nosniff']);
      expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain(
        'Скачай «меня» 1.2.apk',
      );
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const cookie = await cookieOf(app, boris!);
    const part = await fetch(`${app.url}/media/app/${game.file!._id}`, {
      headers: { cookie, range: 'bytes=10-19' },
    });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      bytes.subarray(10, 20),
    ]);
    expect(
      (
        await fetch(`${app.url}/media/app/${game._id}`, {
          method: 'HEAD',
          headers: { cookie: await cookieOf(app, admin!) },
        })
      ).status,
    ).toBe(200);
    expect((await fetch(`${app.url}/media/app/${game._id}`)).status).toBe(200);
    expect(
      (await fetch(`${app.url}/media/gamedownloads/${game.downloadUrl}`)).headers.get(
        'content-disposition',
      ),
    ).toContain('attachment');
    expect(await readGame(anna!, game._id)).toMatchObject({ downloads: 2, file: { downloads: 2 } });
    await admin!.call(catalogue.update, {
      params: { id: game._id },
      body: { changes: 'Новая карта' },
      files: { source: [apkFile({ versionName: '1.3', versionCode: 13 })] },
    });
    await (await download(anna!)).arrayBuffer();
    expect(await readGame(anna!, game._id)).toMatchObject({
      downloads: 3,
      version: '1.3',
      versions: 2,
      file: { downloads: 1, changes: 'Новая карта' },
    });
    expect(
      (await app.nobody.call(catalogue.versions, { params: { id: game._id } })).versions.map(
        ({ version, downloads }) => [version, downloads],
      ),
    ).toEqual([
      ['1.3', 1],
      ['1.2', 2],
    ]);
    const bare = await addGame(admin!, 'Без файла', {}, null);
    expect((await anna!.request(catalogue.download, { params: { id: bare._id } })).status).toBe(
      404,
    );
  });

  test("shows the platform's own application on the landing page once it is marked", async () => {
    const [bare, game] = [
      await addGame(admin!, 'Пусто', {}, null),
      await addGame(admin!, 'Респа для телефона'),
    ];
    expect(await app.nobody.call(catalogue.landing)).toEqual({ game: null });
    expect(await anna!.refusal(catalogue.setLanding, { params: { id: game._id } })).toMatchObject({
      status: 403,
    });
    expect(await admin!.refusal(catalogue.setLanding, { params: { id: bare._id } })).toMatchObject({
      status: 409,
      code: 'no_apk',
    });
    const other = await addGame(admin!, 'Другая');
    for (const { _id: id } of [other, game])
      await admin!.call(catalogue.setLanding, { params: { id } });
    expect((await app.nobody.call(catalogue.landing)).game).toMatchObject({
      _id: game._id,
      name: 'Респа для телефона',
      version: '1.2',
      downloadUrl: game.downloadUrl,
    });
    expect((await readGame(admin!, other._id)).isLanding).toBe(false);
    await admin!.call(catalogue.setLanding, { params: { id: game._id } });
    for (let turn = 0; turn < 2; turn += 1)
      await admin!.call(catalogue.unsetLanding, { params: { id: game._id } });
    expect(await app.nobody.call(catalogue.landing)).toEqual({ game: null });
    expect(
      (await admin!.call(adminCalls.log)).entries
        .filter(({ action }) => action === 'landing_game')
        .map(({ objectId }) => objectId),
    ).toEqual([game._id, game._id, other._id]);
  });
});

test(
  "a member's archive contains their ratings, statuses, comments and downloads",
  { timeout: patient(60_000) },
  async () => {
    const [vera, game] = [await app.join('Вера'), await addGame(admin!, 'Память')];
    await vera.call(catalogue.rate, { params: { id: game._id, rating: 3 } });
    await vera.call(catalogue.setStatus, { params: { id: game._id }, body: { status: 'dropped' } });
    await vera.call(catalogue.comment, {
      params: { gameId: game._id },
      body: { comment: 'Забыла, зачем пришла' },
    });
    await (await vera.request(catalogue.download, { params: { id: game._id } })).arrayBuffer();
    const archive = await readArchive(app, vera);
    const rowsOf = (file: string) => JSON.parse(archive.get(file)!.toString()) as unknown[];
    expect(rowsOf('games.json')).toEqual([
      { path: `/app/${game._id}`, name: 'Память', rating: 3, status: 'dropped' },
    ]);
    expect(rowsOf('game-downloads.json')).toMatchObject([{ name: 'Память', version: '1.2' }]);
    expect(rowsOf('comments.json')).toMatchObject([
      { text: 'Забыла, зачем пришла', path: `/app/${game._id}` },
    ]);
  },
);

test("keeps the catalogue when its admin's account is deleted", async () => {
  const { game } = await admin!.call(catalogue.upload, {
    body: { name: 'Наследство' },
    files: { preview: [await picture()], source: [apkFile()] },
  });
  await admin!.call(account.deleteProfile, { body: { password: PASSWORD } });
  await until(() => isIdle(app));
  expect(await readGame(anna!, game._id)).toEqual(game);
  for (const path of [`gamepreviews/${game.previewUrl}`, `gamedownloads/${game.downloadUrl}`])
    expect((await fetch(`${app.url}/media/${path}`)).status).toBe(200);
});

test('every stored number equals its count', async () => {
  expect(await checkCounters(app.server.context, catalogueCounters)).toBe(0);
});

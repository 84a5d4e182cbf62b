import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';

let app: TestApp;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAIL: 'admin@respa.test' });
  anna = await app.join('Анна', 'Белова');
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());
const rowsOf = async (who: Caller) => {
  const { db } = app.server.context;
  return [
    await db.selectFrom('accounts').selectAll().where('id', '=', who.id).execute(),
    await db.selectFrom('people').selectAll().where('id', '=', who.id).execute(),
    await db.selectFrom('friendships').selectAll().where('user_id', '=', who.id).execute(),
  ];
};
const me = async (who: Caller) => (await who.call(profile.me)).user;

describe('Avatar and cover', () => {
  const put = (files: { avatar?: Blob[]; banner?: Blob[] }, body: Record<string, string> = {}) =>
    anna.call(profile.updateImages, { body, files });

  test('are set, replaced and removed, and the old file is deleted', async () => {
    const first = await put(
      { avatar: [await picture()], banner: [await picture('png')] },
      { avatarExists: 'true', bannerExists: 'true' },
    );
    expect(first).toEqual({
      avatarUrl: expect.stringMatching(/\.webp$/) as string,
      bannerUrl: expect.stringMatching(/\.webp$/) as string,
    });
    expect(await me(anna)).toMatchObject(first);
    expect((await fetch(`${app.url}/media/useravatars/${first.avatarUrl}`)).status).toBe(200);
    expect((await fetch(`${app.url}/media/covers/${first.bannerUrl}`)).status).toBe(200);
    const second = await put({ avatar: [await picture('gif')] });
    expect(second).toEqual({
      avatarUrl: expect.not.stringMatching(first.avatarUrl) as string,
      bannerUrl: first.bannerUrl,
    });
    await until(async () => !(await isStored(app, 'useravatars', first.avatarUrl)));
    expect(await put({}, { removeAvatar: 'true', removeBanner: 'true' })).toEqual({
      avatarUrl: '',
      bannerUrl: 'banner.jpg',
    });
    await until(
      async () =>
        !(await isStored(app, 'useravatars', second.avatarUrl)) &&
        !(await isStored(app, 'userbanners', first.bannerUrl)),
    );
  });

  test('can be sent with the profile form too', async () => {
    const { user } = await anna.call(profile.edit, {
      body: {},
      files: { file: [await picture()], file2: [await picture()] },
    });
    expect([user.avatarUrl, user.bannerUrl].every((name) => name.endsWith('.webp'))).toBe(true);
  });

  test('are refused without a file, with too many or with an invalid picture, and nothing changes', async () => {
    const before = await rowsOf(anna);
    expect(
      await anna.refusal(profile.updateImages, { body: { avatarExists: 'true' } }),
    ).toMatchObject({ status: 400, error: 'Выберите изображение' });
    expect(
      await anna.refusal(profile.updateImages, { files: { avatar: [blobOf('<svg/>')] } }),
    ).toMatchObject({ status: 415 });
    expect(
      await anna.refusal(profile.updateImages, {
        files: { avatar: [await picture()], banner: [blobOf('<html>')] },
      }),
    ).toMatchObject({ status: 415 });
    expect(
      await anna.refusal(profile.updateImages, {
        files: { banner: [new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])] },
      }),
    ).toMatchObject({ status: 413 });
    expect(await rowsOf(anna)).toEqual(before);
  });

  test('ten concurrent uploads leave one picture, and no file without a row', async () => {
    const image = await picture();
    await Promise.all(Array.from({ length: 10 }, () => put({ avatar: [image] })));
    const { rows } = await sql<{
      name: string;
    }>`
      select name
      from media_files
      where folder = 'useravatars' and owner_id = ${anna.id}
    `.execute(app.server.context.db);
    expect(rows.map((row) => row.name)).toEqual([(await me(anna)).avatarUrl]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as backgrounds from '@respa/contract/backgrounds';
import * as chats from '@respa/contract/chats';
import * as privacy from '@respa/contract/privacy';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { befriend, groupOf, makeGroup } from '#tests/support/members/group-chats.ts';
import {
  blobOf,
  cookieOf,
  isStored,
  picture,
  pictureWithPlace,
  until,
} from '#tests/support/files/pictures.ts';
import { openRoom } from '#tests/support/stream-reader.ts';
import { roomOf } from '#tests/support/members/conversations.ts';

const FOLDER = 'room-backgrounds';
let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let roomId: string;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera] = await Promise.all([app.join('Анна'), app.join('Борис'), app.join('Вера')]);
  roomId = await roomOf(anna, boris);
});
afterAll(() => app.stop());

const put = async (who: Caller, file: Blob, room = roomId) =>
  (await who.call(backgrounds.upload, { params: { roomId: room }, files: { file: [file] } }))
    .filename;
const bgOf = async (who: Caller, id = roomId) =>
  (await who.call(chats.room, { params: { id } })).room.bg;
const stored = async () =>
  (
    await sql<{
      name: string;
    }>`
      select name
      from media_files
      where folder = ${FOLDER}
      order by name
    `.execute(app.server.context.db)
  ).rows.map((row) => row.name);

test('either member sets a picture, the other one sees it at once, and the previous one is deleted', async () => {
  const stream = await openRoom(boris, roomId);
  await stream.next('init');
  const first = await put(anna, await pictureWithPlace());
  expect(await stream.next('background')).toMatchObject({ bg: first });
  expect([await bgOf(anna), await bgOf(boris)]).toEqual([first, first]);
  const second = await put(boris, await picture('png'));
  expect(await stream.next('background')).toMatchObject({ bg: second });
  expect(await bgOf(anna)).toBe(second);
  await until(async () => !(await isStored(app, FOLDER, first)));
  expect(await stored()).toEqual([second]);

  await anna.call(backgrounds.reset, { params: { roomId } });
  expect(await stream.next('background')).toMatchObject({ bg: '' });
  await anna.call(backgrounds.reset, { params: { roomId } });
  expect(await bgOf(boris)).toBe('');
  await until(async () => !(await isStored(app, FOLDER, second)));
  expect(await stored()).toEqual([]);
  await stream.cut();
});

test('serves the picture to members only, without its location metadata', async () => {
  const name = await put(anna, await pictureWithPlace());
  const url = `${app.url}/media/${FOLDER}/${name}`;
  const [annas, boriss, veras] = await Promise.all(
    [anna, boris, vera].map((who) => cookieOf(app, who)),
  );
  for (const cookie of [annas!, boriss!]) {
    const answer = await fetch(url, { headers: { cookie } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).includes('canary-artist')).toBe(false);
  }
  expect([
    (await fetch(url)).status,
    (await fetch(url, { headers: { cookie: veras! } })).status,
  ]).toEqual([404, 404]);
});

test('refuses non-members, wrong rooms and files that are no picture, and changes nothing', async () => {
  const [bg, names] = [await bgOf(anna), await stored()];
  const file = [await picture()];
  const params = { roomId };
  expect(await vera.refusal(backgrounds.upload, { params, files: { file } })).toMatchObject({
    status: 404,
  });
  expect(await vera.refusal(backgrounds.reset, { params })).toMatchObject({ status: 404 });
  expect(await app.nobody.refusal(backgrounds.upload, { params, files: { file } })).toMatchObject({
    status: 401,
  });
  for (const unknown of [crypto.randomUUID(), 'room'])
    expect(
      await anna.refusal(backgrounds.upload, { params: { roomId: unknown }, files: { file } }),
    ).toMatchObject({ status: 404 });
  // The group route does not open private rooms.
  expect(await anna.refusal(backgrounds.uploadToGroup, { params, files: { file } })).toMatchObject({
    status: 404,
  });
  expect(await anna.refusal(backgrounds.resetOfGroup, { params })).toMatchObject({ status: 404 });
  expect(await anna.refusal(backgrounds.upload, { params })).toMatchObject({
    status: 400,
    code: 'no_file',
  });
  expect(
    await anna.refusal(backgrounds.upload, { params, files: { file: [...file, ...file] } }),
  ).toMatchObject({ status: 400 });
  for (const wrong of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a'])
    expect(
      await anna.refusal(backgrounds.upload, { params, files: { file: [blobOf(wrong)] } }),
    ).toMatchObject({ status: 415 });
  expect(
    await anna.refusal(backgrounds.upload, {
      params,
      files: { file: [new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])] },
    }),
  ).toMatchObject({ status: 413 });
  expect([await bgOf(anna), await stored()]).toEqual([bg, names]);
});

test('in a group every member may set a picture, non-members may not', async () => {
  await befriend(anna, boris);
  const group = await makeGroup(anna, 'Рейд', boris);
  const bg = async () => (await groupOf(anna, group)).bg;
  const params = { roomId: group };
  const { filename } = await boris.call(backgrounds.uploadToGroup, {
    params,
    files: { file: [await picture()] },
  });
  expect(await bg()).toBe(filename);
  expect(
    await vera.refusal(backgrounds.uploadToGroup, { params, files: { file: [await picture()] } }),
  ).toMatchObject({ status: 404 });
  expect(
    await anna.refusal(backgrounds.upload, { params, files: { file: [await picture()] } }),
  ).toMatchObject({ status: 404 });
  expect(await bg()).toBe(filename);
  await anna.call(backgrounds.resetOfGroup, { params });
  expect(await bg()).toBe('');
});

test('five concurrent uploads leave one picture, and a user who may not write may not set one', async () => {
  const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
  const room = await roomOf(gleb, dina);
  const file = await picture();
  const before = await stored();
  const made = await Promise.all([gleb, dina, gleb, dina, gleb].map((who) => put(who, file, room)));
  const left = (await stored()).filter((name) => !before.includes(name));
  expect(left).toEqual([await bgOf(gleb, room)]);
  expect(made).toContain(left[0]);
  await gleb.call(privacy.block, { params: { id: dina.id } });
  expect(
    await dina.refusal(backgrounds.upload, { params: { roomId: room }, files: { file: [file] } }),
  ).toMatchObject({ status: 403, code: 'messages_closed' });
  expect(await dina.refusal(backgrounds.reset, { params: { roomId: room } })).toMatchObject({
    status: 403,
    code: 'messages_closed',
  });
  expect(await bgOf(gleb, room)).toBe(left[0]);
});

test("the picture stays with the other member after its uploader's account deletion, and is deleted with the last member", async () => {
  const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
  const room = await roomOf(gleb, dina);
  const name = await put(gleb, await picture(), room);
  await gleb.call(account.deleteProfile, { body: { password: PASSWORD } });
  const cookie = await cookieOf(app, dina);
  expect(await bgOf(dina, room)).toBe(name);
  expect((await fetch(`${app.url}/media/${FOLDER}/${name}`, { headers: { cookie } })).status).toBe(
    200,
  );
  await dina.call(account.deleteProfile, { body: { password: PASSWORD } });
  await until(async () => !(await isStored(app, FOLDER, name)));
  expect(await stored()).not.toContain(name);
});

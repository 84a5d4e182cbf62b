import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import { STICKERS } from '@respa/contract/limits';
import * as privacy from '@respa/contract/privacy';
import * as stickers from '@respa/contract/stickers';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import {
  cookieOf,
  isStored,
  movingPicture,
  picture,
  until,
} from '#tests/support/files/pictures.ts';
import { readRoom, roomOf } from '#tests/support/members/conversations.ts';
import { makeGif } from '#tests/support/members/stickers.ts';
import { exportDialogs } from '#features/chats/export.ts';
import { exportGifs, exportPacks } from './export.ts';
import { moderatePacks } from './moderation.ts';
import { transaction } from '#platform/database/transaction.ts';
import { createPack, fillPack, makeFullPack } from '#tests/support/members/stickers.ts';

let app: TestApp;
let [anna, boris, vera]: Caller[] = [];
let roomId: string;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera] = await Promise.all([app.join('Анна'), app.join('Борис'), app.join('Вера')]);
  roomId = await roomOf(anna!, boris!);
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());
const send = async (who: Caller, body: object, room = roomId) =>
  (await who.call(chats.send, { params: { roomId: room }, body })).message;
const load = async (folder: string, name: string, who?: Caller) =>
  fetch(`${app.url}/media/${folder}/${name}`, {
    headers: who === undefined ? {} : { cookie: await cookieOf(app, who) },
  });

test('a pack is created, filled, arranged, and seen and added by its link', async () => {
  const pack = await createPack(anna!);
  expect(pack).toMatchObject({ title: 'Коты', count: 0, isMine: true, isAdded: true });
  const moving = await movingPicture(800, 600);
  const filled = await fillPack(anna!, pack._id, '🐱', [await picture('png'), moving]);
  expect(filled.stickers.map(({ emoji }) => emoji)).toEqual(['🐱', '🐱']);
  const [still, other] = filled.stickers;
  expect([still!.width, still!.height, other!.width, other!.height]).toEqual([320, 240, 512, 384]);
  const bytes = Buffer.from(await (await load('stickers', other!.name)).arrayBuffer());
  expect((await sharp(bytes).metadata()).pages).toBe(2);
  const arranged = (
    await anna!.call(stickers.arrange, { params: { id: pack._id }, body: { ids: [other!._id] } })
  ).pack;
  expect(arranged.stickers.map(({ _id }) => _id)).toEqual([other!._id, still!._id]);
  await anna!.call(stickers.setEmoji, { params: { id: still!._id }, body: { emoji: '🔥' } });
  await anna!.call(stickers.rename, { params: { id: pack._id }, body: { title: 'Кошки' } });

  const seen = (await boris!.call(stickers.pack, { params: { id: pack._id } })).pack;
  expect(seen).toMatchObject({ title: 'Кошки', isMine: false, isAdded: false, count: 2 });
  expect(seen.stickers[1]!.emoji).toBe('🔥');
  for (let twice = 0; twice < 2; twice += 1)
    await boris!.call(stickers.add, { params: { id: pack._id } });
  const second = await makeFullPack(boris!);
  const list = async () => (await boris!.call(stickers.packs)).added.map(({ _id }) => _id);
  expect(await list()).toEqual([second._id, pack._id]);
  await boris!.call(stickers.arrangePacks, { body: { ids: [pack._id] } });
  expect(await list()).toEqual([pack._id, second._id]);
  await boris!.call(stickers.drop, { params: { id: pack._id } });
  expect(await list()).toEqual([second._id]);
});

test('only the owner changes a pack, and what does not fit is refused with a reason', async () => {
  const pack = await makeFullPack(anna!);
  const [one] = pack.stickers;
  const params = { id: pack._id };
  expect(await boris!.refusal(stickers.rename, { params, body: { title: 'Чужие' } })).toMatchObject(
    { status: 404 },
  );
  expect(
    await boris!.refusal(stickers.addImages, { params, files: { file: [await picture()] } }),
  ).toMatchObject({ status: 404 });
  expect(await boris!.refusal(stickers.arrange, { params, body: { ids: [] } })).toMatchObject({
    status: 404,
  });
  expect(await boris!.refusal(stickers.remove, { params })).toMatchObject({ status: 404 });
  const image = { params: { id: one!._id } };
  expect(await boris!.refusal(stickers.removeImage, image)).toMatchObject({ status: 404 });
  expect(
    await boris!.refusal(stickers.setEmoji, { ...image, body: { emoji: '🔥' } }),
  ).toMatchObject({ status: 404 });
  expect(
    await anna!.refusal(stickers.setEmoji, { ...image, body: { emoji: 'кот' } }),
  ).toMatchObject({ code: 'bad_emoji', error: 'Выберите один эмодзи.' });
  expect(
    await anna!.refusal(stickers.create, { body: { title: ' ', kind: 'sticker' } }),
  ).toMatchObject({ status: 400 });
  expect(
    await anna!.refusal(stickers.addImages, { params, files: { file: [new Blob(['нет'])] } }),
  ).toMatchObject({ code: 'bad_type' });

  await app.server.context.db
    .updateTable('sticker_packs')
    .set({ items: STICKERS.inPack })
    .where('id', '=', pack._id)
    .execute();
  expect(
    await anna!.refusal(stickers.addImages, { params, files: { file: [await picture()] } }),
  ).toMatchObject({ code: 'too_many_stickers' });
  await app.server.context.db
    .updateTable('sticker_packs')
    .set({ items: 1 })
    .where('id', '=', pack._id)
    .execute();
});

test('pictures that are added at once never exceed the limit of packs', async () => {
  const dina = await app.join('Дина');
  const answers = await Promise.all(
    Array.from({ length: STICKERS.each + 4 }, () =>
      dina.request(stickers.create, { body: { title: 'Набор', kind: 'emoji' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(STICKERS.each);
  expect((await dina.call(stickers.packs)).own).toHaveLength(STICKERS.each);
});

test('the data archive holds own packs with their pictures, added ones and saved GIFs', async () => {
  const whose = await app.join('Зоя');
  const own = await makeFullPack(whose, 'emoji');
  const other = await makeFullPack(anna!);
  await whose.call(stickers.add, { params: { id: other._id } });
  const room = await roomOf(whose, vera!);
  const gif = await makeGif(whose, room);
  await send(whose, { sticker: (await makeFullPack(whose)).stickers[0]!._id }, room);
  const packs = await Array.fromAsync(exportPacks(app.server.context, whose.id));
  expect(packs.map(({ row, media }) => [row, media?.length])).toMatchObject([
    [{ kind: 'sticker', isMine: true }, 1],
    [{ id: own._id, isMine: true, isAdded: true, stickers: [{ emoji: '🐱' }] }, 1],
    [{ id: other._id, isMine: false }, 0],
  ]);
  const gifs = await Array.fromAsync(exportGifs(app.server.context, whose.id));
  expect(gifs.map(({ row, media }) => [(row as { id: string }).id, media?.[0]?.[2]])).toEqual([
    [gif, expect.stringMatching(/^gifs\/[0-9a-f]{32}\.webp$/)],
  ]);
  const [dialog] = await Array.fromAsync(exportDialogs(app.server.context, whose.id));
  const messages = await Array.fromAsync(dialog!.inner!.rows);
  expect(messages.at(-1)!.row).toMatchObject({ sticker: '🐱' });
  expect(messages.at(-1)!.media).toMatchObject([['stickers', expect.any(String)]]);
});

test('who is blocked opens no pack of the owner, a suspended owner’s is closed, and who has added it keeps it', async () => {
  const [owner, blocked, kept] = [
    await app.join('Олег'),
    await app.join('Пётр'),
    await app.join('Римма'),
  ];
  const pack = await makeFullPack(owner);
  const params = { id: pack._id };
  await kept.call(stickers.add, { params });
  await owner.call(privacy.block, { params: { id: blocked.id } });
  expect(await blocked.refusal(stickers.pack, { params })).toMatchObject({ status: 404 });
  expect(await blocked.refusal(stickers.add, { params })).toMatchObject({ status: 404 });
  await app.server.context.database.pool.query(
    "insert into suspensions (id, user_id, reason) values (gen_random_uuid(), $1, 'Спам')",
    [owner.id],
  );
  expect(await vera!.refusal(stickers.pack, { params })).toMatchObject({ status: 404 });
  expect((await kept.call(stickers.pack, { params })).pack.isAdded).toBe(true);
  await app.server.context.database.pool.query('delete from suspensions where user_id = $1', [
    owner.id,
  ]);
});

test('a deleted account leaves the pictures in messages; a taken down pack leaves none', async () => {
  const owner = await app.join('Семён');
  const room = await roomOf(owner, vera!);
  const [shown, unused] = [await makeFullPack(owner), await makeFullPack(owner, 'emoji')];
  await send(owner, { sticker: shown.stickers[0]!._id }, room);
  await vera!.call(stickers.add, { params: { id: shown._id } });
  await owner.call(account.deleteProfile, { body: { password: PASSWORD } });
  await until(async () => !(await isStored(app, 'stickers', unused.stickers[0]!.name)));
  expect(await isStored(app, 'stickers', shown.stickers[0]!.name)).toBe(true);
  expect((await vera!.call(stickers.packs)).added.map(({ _id }) => _id)).not.toContain(shown._id);

  const bad = await makeFullPack(anna!);
  const sent = await send(anna!, { sticker: bad.stickers[0]!._id });
  const { context } = app.server;
  const { describe: tell, takeDown } = moderatePacks(context);
  expect((await tell([bad._id])).get(bad._id)).toMatchObject({
    ownerId: anna!.id,
    title: 'Набор «Коты»',
    link: `/stickers/${bad._id}`,
  });
  expect(await transaction(context, (tx, after) => takeDown!(tx, after, bad._id))).toBe(true);
  await until(async () => !(await isStored(app, 'stickers', bad.stickers[0]!.name)));
  const left = (await readRoom(boris!, roomId)).find(({ _id }) => _id === sent._id);
  expect(left!.sticker).toMatchObject({ emoji: '🐱' });
});

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
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
import { readRoom, roomOf, take } from '#tests/support/members/conversations.ts';
import { makeGif } from '#tests/support/members/stickers.ts';
import { exportDialogs } from '#features/chats/export.ts';
import { exportGifs, exportPacks } from './export.ts';
import { moderatePacks } from './moderation.ts';
import { transaction } from '#platform/database/transaction.ts';
import { sweepStickers } from './uses.ts';

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

type Kind = 'sticker' | 'emoji';
const create = async (who: Caller, kind: Kind = 'sticker', title = 'Коты') =>
  (await who.call(stickers.create, { body: { title, kind } })).pack;
const fill = async (who: Caller, id: string, emoji = '🐱', files?: Blob[]) =>
  (
    await who.call(stickers.addImages, {
      params: { id },
      body: { emoji },
      files: { file: files ?? [await picture('png')] },
    })
  ).pack;
const make = async (who: Caller, kind: Kind = 'sticker', emoji = '🐱') =>
  fill(who, (await create(who, kind))._id, emoji);
const send = async (who: Caller, body: object, room = roomId) =>
  (await who.call(chats.send, { params: { roomId: room }, body })).message;
const refusal = (who: Caller, body: object) =>
  who.refusal(chats.send, { params: { roomId }, body });
const load = async (folder: string, name: string, who?: Caller) =>
  fetch(`${app.url}/media/${folder}/${name}`, {
    headers: who === undefined ? {} : { cookie: await cookieOf(app, who) },
  });

test('a pack is created, filled, arranged, and seen and added by its link', async () => {
  const pack = await create(anna!);
  expect(pack).toMatchObject({ title: 'Коты', count: 0, isMine: true, isAdded: true });
  const moving = await movingPicture(800, 600);
  const filled = await fill(anna!, pack._id, '🐱', [await picture('png'), moving]);
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
  const second = await make(boris!);
  const list = async () => (await boris!.call(stickers.packs)).added.map(({ _id }) => _id);
  expect(await list()).toEqual([second._id, pack._id]);
  await boris!.call(stickers.arrangePacks, { body: { ids: [pack._id] } });
  expect(await list()).toEqual([pack._id, second._id]);
  await boris!.call(stickers.drop, { params: { id: pack._id } });
  expect(await list()).toEqual([second._id]);
});

test('only the owner changes a pack, and what does not fit is refused with a reason', async () => {
  const pack = await make(anna!);
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

test('a sticker is a message of its own, for those who have added its pack', async () => {
  const pack = await make(anna!);
  const [sticker] = pack.stickers;
  const body = { sticker: sticker!._id, clientId: 'sticker-1' };
  const sent = await send(anna!, body);
  expect(sent.sticker).toMatchObject({ _id: sticker!._id, pack: pack._id, emoji: '🐱' });
  expect((await send(anna!, body))._id).toBe(sent._id);
  const { rooms } = await boris!.call(chats.rooms);
  expect(rooms.find(({ _id }) => _id === roomId)!.lastMessage).toBe('Стикер 🐱');
  expect(await refusal(boris!, { sticker: sticker!._id })).toMatchObject({
    code: 'pack_not_added',
  });
  expect(await refusal(anna!, { sticker: crypto.randomUUID() })).toMatchObject({ status: 404 });
  expect(await refusal(anna!, { sticker: sticker!._id, message: 'и слова' })).toMatchObject({
    error: 'Стикер отправляется отдельным сообщением.',
  });
  await boris!.call(stickers.add, { params: { id: pack._id } });
  const answer = await send(boris!, { sticker: sticker!._id, replyTo: sent._id });
  expect(answer.replyTo).toMatchObject({ kind: 'sticker', message: 'Стикер 🐱' });
  expect(
    await anna!.refusal(chats.edit, { params: { id: sent._id }, body: { message: 'Нет' } }),
  ).toMatchObject({ error: 'Стикер нельзя изменить.' });
});

test('a picture stays while a message shows it, and its file is deleted with the last one', async () => {
  const pack = await make(anna!);
  const { _id: sticker, name } = pack.stickers[0]!;
  const sent = await send(anna!, { sticker });
  const other = await roomOf(boris!, vera!);
  await boris!.call(extras.forward, {
    body: { messages: [sent._id], rooms: [other], clientId: 'forwarded-sticker' },
  });
  await anna!.call(stickers.remove, { params: { id: pack._id } });
  await sweepStickers(app.server.context);
  expect(await isStored(app, 'stickers', name)).toBe(true);
  const [forwarded] = await readRoom(vera!, other);
  expect(forwarded!.sticker).toMatchObject({ _id: sticker, name });
  expect(await anna!.refusal(stickers.pack, { params: { id: pack._id } })).toMatchObject({
    status: 404,
  });
  await take(anna!, sent._id);
  await sweepStickers(app.server.context);
  expect(await isStored(app, 'stickers', name)).toBe(true);
  await take(boris!, forwarded!._id);
  await sweepStickers(app.server.context);
  await until(async () => !(await isStored(app, 'stickers', name)));
});

test('a custom emoji stands on an emoji of the text, and edits keep it', async () => {
  const pack = await make(anna!, 'emoji', '🔥');
  const [one] = pack.stickers;
  expect([one!.width, one!.height]).toEqual([128, 96]);
  const part = { style: 'emoji', offset: 2, length: 2, emoji: one!._id };
  const formatting = JSON.stringify([part]);
  const sent = await send(anna!, { message: 'Го🔥', formatting });
  expect(sent.message).toBe('Го🔥');
  expect(sent.formatting).toEqual([{ ...part, image: one!.name }]);
  expect(await refusal(anna!, { message: 'Гоу!', formatting })).toMatchObject({
    error: 'Своё эмодзи стоит не на месте эмодзи.',
  });
  expect(await refusal(boris!, { message: 'Го🔥', formatting })).toMatchObject({
    code: 'pack_not_added',
  });
  expect(await refusal(anna!, { sticker: one!._id })).toMatchObject({ status: 404 });
  // The pack is deleted: a message that shows its picture may still be edited.
  await anna!.call(stickers.remove, { params: { id: pack._id } });
  const changed = await anna!.call(chats.edit, {
    params: { id: sent._id },
    body: { message: 'Да🔥!', formatting },
  });
  expect(changed.message.formatting).toEqual([{ ...part, image: one!.name }]);
  expect(await refusal(anna!, { message: 'Го🔥', formatting })).toMatchObject({ status: 404 });
  await sweepStickers(app.server.context);
  expect(await isStored(app, 'stickers', one!.name)).toBe(true);
  await anna!.call(chats.edit, { params: { id: sent._id }, body: { message: 'Да!' } });
  await sweepStickers(app.server.context);
  await until(async () => !(await isStored(app, 'stickers', one!.name)));
});

test('a member saves an animated picture that they may see, and sends it anywhere', async () => {
  const { message } = await anna!.call(chats.send, {
    params: { roomId },
    body: {},
    files: { image: [await movingPicture(), await picture()] },
  });
  const [moving, still] = message.pictures;
  expect([moving!.isMoving, still!.isMoving]).toEqual([true, false]);
  const save = { message: message._id, name: moving!.name };
  expect(await vera!.refusal(stickers.saveGif, { body: save })).toMatchObject({ status: 404 });
  expect(
    await boris!.refusal(stickers.saveGif, { body: { ...save, name: still!.name } }),
  ).toMatchObject({ code: 'not_moving' });
  const { gif } = await boris!.call(stickers.saveGif, { body: save });
  expect((await boris!.call(stickers.saveGif, { body: save })).gif).toEqual(gif);
  await anna!.call(stickers.saveGif, { body: save });
  // One file for everyone who has saved it; each reads it under an own name.
  const { rows } = await app.server.context.database.pool.query(
    "select count(distinct blob_id)::int as blobs, count(*)::int as files from media_files where folder = 'gifs'",
  );
  expect(rows).toEqual([{ blobs: 1, files: 2 }]);
  expect((await load('gifs', gif.name, boris)).status).toBe(200);
  expect((await load('gifs', gif.name, anna)).status).toBe(404);
  expect((await load('gifs', gif.name)).status).toBe(404);
  expect((await boris!.call(stickers.gifs, { query: {} })).gifs).toEqual([gif]);

  await take(anna!, message._id);
  const room = await roomOf(boris!, vera!);
  const sent = await send(boris!, { gif: gif._id, clientId: 'gif-1' }, room);
  expect(sent.pictures).toMatchObject([{ width: 320, height: 240, isMoving: true }]);
  expect((await send(boris!, { gif: gif._id, clientId: 'gif-1' }, room))._id).toBe(sent._id);
  const answer = await load('message-images', sent.pictures[0]!.name, vera);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect((await sharp(bytes).metadata()).pages).toBe(2);
  expect((await vera!.call(chats.rooms)).rooms[0]!.lastMessage).toBe('GIF');
  expect(await refusal(anna!, { gif: gif._id })).toMatchObject({ status: 404 });
  expect(await anna!.refusal(stickers.removeGif, { params: { id: gif._id } })).toMatchObject({
    status: 404,
  });
  await boris!.call(stickers.removeGif, { params: { id: gif._id } });
  expect((await load('gifs', gif.name, boris)).status).toBe(404);
  expect((await load('message-images', sent.pictures[0]!.name, vera)).status).toBe(200);
});

test('the data archive holds own packs with their pictures, added ones and saved GIFs', async () => {
  const whose = await app.join('Зоя');
  const own = await make(whose, 'emoji');
  const other = await make(anna!);
  await whose.call(stickers.add, { params: { id: other._id } });
  const room = await roomOf(whose, vera!);
  const gif = await makeGif(whose, room);
  await send(whose, { sticker: (await make(whose)).stickers[0]!._id }, room);
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
  const pack = await make(owner);
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
  const [shown, unused] = [await make(owner), await make(owner, 'emoji')];
  await send(owner, { sticker: shown.stickers[0]!._id }, room);
  await vera!.call(stickers.add, { params: { id: shown._id } });
  await owner.call(account.deleteProfile, { body: { password: PASSWORD } });
  await until(async () => !(await isStored(app, 'stickers', unused.stickers[0]!.name)));
  expect(await isStored(app, 'stickers', shown.stickers[0]!.name)).toBe(true);
  expect((await vera!.call(stickers.packs)).added.map(({ _id }) => _id)).not.toContain(shown._id);

  const bad = await make(anna!);
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

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as stickers from '@respa/contract/stickers';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import {
  cookieOf,
  isStored,
  movingPicture,
  picture,
  until,
} from '#tests/support/files/pictures.ts';
import { readRoom, roomOf, take } from '#tests/support/members/conversations.ts';
import { sweepStickers } from './uses.ts';
import { makeFullPack } from '#tests/support/members/stickers.ts';

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
const refusal = (who: Caller, body: object) =>
  who.refusal(chats.send, { params: { roomId }, body });
const load = async (folder: string, name: string, who?: Caller) =>
  fetch(`${app.url}/media/${folder}/${name}`, {
    headers: who === undefined ? {} : { cookie: await cookieOf(app, who) },
  });

test('a sticker is a message of its own, for those who have added its pack', async () => {
  const pack = await makeFullPack(anna!);
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
  const pack = await makeFullPack(anna!);
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
  const pack = await makeFullPack(anna!, 'emoji', '🔥');
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

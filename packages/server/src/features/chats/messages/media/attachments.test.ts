import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { video, voice } from '#tests/support/files/videos.ts';
import {
  blobOf,
  cookieOf,
  isStored,
  picture,
  pictureWithPlace,
  until,
} from '#tests/support/files/pictures.ts';
import { readRoom, roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { mediaNamesOf, sendFiles, type MessageFiles } from '#tests/support/members/room-media.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
const roomId = await roomOf(anna, boris);
const refusal = (files: MessageFiles) =>
  anna.refusal(chats.send, { params: { roomId }, body: { message: 'с файлами' }, files });
const send = (files: MessageFiles, body?: Parameters<typeof sendFiles>[3]) =>
  sendFiles(anna, roomId, files, body);
const mediaNames = () => mediaNamesOf(app, roomId);
const copies = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const messageCount = async () => (await readRoom(anna, roomId)).length;

test('accepts six pictures, two videos and no text, and names their kind in the room list', async () => {
  const message = await send({
    image: copies(6, await picture()),
    video: copies(2, await video()),
  });
  expect(message).toMatchObject({ message: '', audio: null });
  expect([message.images.length, message.videos.length]).toEqual([6, 2]);
  expect(message.pictures.map((one) => [one.name, one.width, one.height])).toEqual(
    message.images.map((name) => [name, 320, 240]),
  );
  expect(message.clips[0]).toEqual({
    name: message.videos[0],
    width: 640,
    height: 360,
    duration: 1,
    poster: null,
    thumbhash: '',
    state: 'ready',
  });
  expect((await boris.call(chats.rooms)).rooms[0]).toMatchObject({
    _id: roomId,
    lastMessage: 'Фотографии',
  });
  const spoken = await send({ audio: [voice()] });
  expect(spoken.audio).toMatch(/\.mp3$/);
  expect(spoken.audioDuration).toBeCloseTo(2.6, 1);
  expect((await boris.call(chats.rooms)).rooms[0]).toMatchObject({
    lastMessage: 'Голосовое сообщение',
  });
});

test('refuses seven pictures, three videos, too many bytes and wrong types, and stores nothing', async () => {
  const [names, count] = [await mediaNames(), await messageCount()];
  expect(await refusal({ image: copies(7, await picture()) })).toMatchObject({
    status: 400,
    error: 'Ошибка: Нельзя загружать больше 6 изображений',
  });
  expect(await refusal({ video: copies(3, await video()) })).toMatchObject({
    status: 400,
    error: 'Ошибка: Нельзя загружать больше 2 видео',
  });
  const half = new Blob([new Uint8Array(26_300_000)]);
  expect(await refusal({ video: [half, half] })).toMatchObject({
    status: 413,
    code: 'chat_files_too_large',
    error: 'Общий размер загружаемых файлов превышает 50Mb.',
  });
  expect(
    await refusal({
      image: [blobOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    }),
  ).toMatchObject({
    status: 415,
    error: 'Такой тип файла не поддерживается. Подойдут JPEG, PNG, GIF, WebP и AVIF.',
  });
  expect(await refusal({ image: [await picture()], video: [await picture()] })).toMatchObject({
    status: 415,
  });
  expect(await refusal({ audio: [await video()] })).toMatchObject({ status: 415 });
  expect(await mediaNames()).toEqual(names);
  expect(await messageCount()).toBe(count);
});

test('strips metadata from pictures and serves them to members only', async () => {
  const message = await send({ image: [await pictureWithPlace()] });
  const url = `${app.url}/media/message-images/${message.images[0]}`;
  const stranger = await app.join('Вера');
  const [annas, boriss, strangers] = await Promise.all(
    [anna, boris, stranger].map((who) => cookieOf(app, who)),
  );
  for (const cookie of [annas!, boriss!]) {
    const answer = await fetch(url, { headers: { cookie } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes('canary-artist')).toBe(false);
    expect(bytes.includes('GPS') || bytes.includes('Exif')).toBe(false);
  }
  const statuses = await Promise.all(
    [
      fetch(url),
      fetch(url, { headers: anna.headers() }),
      fetch(url, { headers: { cookie: strangers! } }),
    ].map(async (answer) => (await answer).status),
  );
  expect(statuses).toEqual([404, 404, 404]);
});

test('a video has a poster that only members can read and that is deleted with it', async () => {
  const sent = await send({
    video: [await video(), await video()],
    poster: [await picture('png')],
  });
  const [first, second] = sent.clips;
  expect(second).toMatchObject({ poster: null, thumbhash: '' });
  expect(first!.poster).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(first!.thumbhash).not.toBe('');
  const url = `${app.url}/media/message-images/${first!.poster}`;
  expect((await fetch(url, { headers: { cookie: await cookieOf(app, boris) } })).status).toBe(200);
  expect((await fetch(url)).status).toBe(404);
  // A video needs no poster: a frame that is no picture is left out.
  expect((await send({ video: [await video()], poster: [await video()] })).clips).toMatchObject([
    { poster: null },
  ]);
  expect(
    await refusal({ video: [await video()], poster: copies(3, await picture()) }),
  ).toMatchObject({ status: 400 });
  await anna.call(chats.edit, {
    params: { id: sent._id },
    body: { message: 'без первого', keep: JSON.stringify([second!.name]) },
  });
  await until(
    async () =>
      !(await isStored(app, 'message-images', first!.poster!)) &&
      !(await isStored(app, 'message-videos', first!.name)),
  );
  expect(await isStored(app, 'message-videos', second!.name)).toBe(true);
});

test('a voice message stores its peaks and lasts ten minutes at most', async () => {
  const peaks = Array.from({ length: 64 }, (_, index) => Math.min(100, index * 2));
  expect((await send({ audio: [voice()] }, { peaks: JSON.stringify(peaks) })).peaks).toEqual(peaks);
  expect((await send({ audio: [voice()] })).peaks).toEqual([]);
  for (const bad of ['[101]', '[-1]', '[0.5]', '[1,]', 'громко', JSON.stringify([...peaks, 1])]) {
    expect(
      await anna.refusal(chats.send, {
        params: { roomId },
        body: { peaks: bad },
        files: { audio: [voice()] },
      }),
    ).toMatchObject({ status: 400, code: 'bad_input' });
  }
  const before = await mediaNames();
  expect(await refusal({ audio: [voice(605)] })).toMatchObject({
    status: 413,
    error: 'Голосовое сообщение не длиннее 10 минут',
  });
  expect(await mediaNames()).toEqual(before);
});

test('sending one clientId with a picture five times at once stores one message and one picture', async () => {
  const before = await mediaNames();
  const clientId = crypto.randomUUID();
  const photo = await picture();
  const answers = await Promise.all(copies(5, 0).map(() => send({ image: [photo] }, { clientId })));
  expect(new Set(answers.map((answer) => `${answer._id} ${answer.images[0]}`)).size).toBe(1);
  expect(await mediaNames()).toHaveLength(before.length + 1);
});

test('refuses files of a non-member and stores none of them', async () => {
  const stranger = await app.join('Вера');
  const before = await mediaNames();
  expect(
    await stranger.refusal(chats.send, {
      params: { roomId },
      body: {},
      files: { image: [await picture()] },
    }),
  ).toMatchObject({ status: 404 });
  const own = await sendMessage(anna, roomId, 'моё');
  expect(
    await boris.refusal(chats.edit, {
      params: { id: own._id },
      body: {},
      files: { image: [await picture()] },
    }),
  ).toMatchObject({ status: 404 });
  expect(await mediaNames()).toEqual(before);
});

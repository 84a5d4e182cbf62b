import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
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

let app: TestApp;
let anna: Caller;
let boris: Caller;
let roomId: string;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  roomId = await roomOf(anna, boris);
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

type Files = { image?: Blob[]; video?: Blob[]; audio?: Blob[]; poster?: Blob[] };
const send = async (
  files: Files,
  body: { message?: string; clientId?: string; peaks?: string } = {},
) => (await anna.call(chats.send, { params: { roomId }, body, files })).message;
const refusal = (files: Files) =>
  anna.refusal(chats.send, { params: { roomId }, body: { message: 'с файлами' }, files });
const copies = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const mediaNames = async () =>
  (
    await sql<{
      name: string;
    }>`
      select name
      from media_files
      where scope_id = ${roomId}
      order by name
    `.execute(app.server.context.db)
  ).rows.map((row) => row.name);
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

test('an edit replaces one kind and keeps the other; a deletion removes the files too', async () => {
  const sent = await send(
    { image: [await picture()], video: [await video()] },
    { message: 'было' },
  );
  const { message: changed } = await anna.call(chats.edit, {
    params: { id: sent._id },
    body: {},
    files: { image: copies(2, await picture('png')) },
  });
  expect(changed).toMatchObject({ message: 'было', videos: sent.videos, edited: true });
  expect(changed.images).toHaveLength(2);
  expect(changed.images).not.toContain(sent.images[0]);
  await until(async () => !(await isStored(app, 'message-images', sent.images[0]!)));
  expect(await isStored(app, 'message-images', changed.images[0]!)).toBe(true);
  await anna.call(chats.remove, { params: { id: sent._id } });
  for (const name of changed.images)
    await until(async () => !(await isStored(app, 'message-images', name)));
  await until(async () => !(await isStored(app, 'message-videos', sent.videos[0]!)));
  expect(await mediaNames()).not.toEqual(expect.arrayContaining([changed.images[0]]));
});

test('an edit keeps the named media, adds new media and stays within the limits', async () => {
  const sent = await send(
    { image: copies(3, await picture()), video: [await video()] },
    { message: 'было' },
  );
  const keep = (...names: string[]) => JSON.stringify(names);
  const edit = (kept: string[], files: Files = {}, body = {}) =>
    anna.call(chats.edit, {
      params: { id: sent._id },
      body: { keep: keep(...kept), ...body },
      files,
    });
  const { message: less } = await edit([sent.images[2]!, sent.videos[0]!, 'a1b2c3d4e5f6.webp']);
  expect([less.images, less.videos, less.message]).toEqual([[sent.images[2]], sent.videos, 'было']);
  await until(async () => !(await isStored(app, 'message-images', sent.images[0]!)));
  const { message: more } = await edit([...less.images, ...less.videos], {
    image: copies(5, await picture('png')),
  });
  expect(more.images).toHaveLength(6);
  expect(more.images[0]).toBe(sent.images[2]);
  const names = await mediaNames();
  expect(
    await anna.refusal(chats.edit, {
      params: { id: sent._id },
      body: { keep: keep(...more.images) },
      files: { image: [await picture()] },
    }),
  ).toMatchObject({ status: 400, code: 'too_many_images' });
  expect(
    await anna.refusal(chats.edit, { params: { id: sent._id }, body: { message: '', keep: '[]' } }),
  ).toMatchObject({ status: 400, code: 'empty_message' });
  for (const bad of [
    '',
    'картинка',
    '["../../etc"]',
    '{}',
    keep(...copies(21, 'a1b2c3d4e5f6.webp')),
  ]) {
    expect(
      await anna.refusal(chats.edit, { params: { id: sent._id }, body: { keep: bad } }),
    ).toMatchObject({ status: 400, code: 'bad_input' });
  }
  expect(await mediaNames()).toEqual(names);
  const { message: bare } = await edit([], {}, { message: 'стало' });
  expect([bare.images, bare.videos, bare.message]).toEqual([[], [], 'стало']);
  await until(async () =>
    (
      await Promise.all(
        [...more.images, ...more.videos].map((name) =>
          isStored(app, name.endsWith('mp4') ? 'message-videos' : 'message-images', name),
        ),
      )
    ).every((is) => !is),
  );
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

test('changing a picture while its message is deleted leaves no files behind', async () => {
  const photo = await picture();
  for (let round = 0; round < 6; round += 1) {
    const before = await mediaNames();
    const sent = await send({ image: [photo] });
    const edit = anna.call(chats.edit, {
      params: { id: sent._id },
      body: { message: `правка ${round}` },
      files: { image: [photo] },
    });
    await new Promise((resolve) => {
      setTimeout(resolve, round * 8);
    });
    await Promise.allSettled([edit, anna.call(chats.remove, { params: { id: sent._id } })]);
    expect(await mediaNames()).toEqual(before);
  }
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

test('pictures take an order and descriptions, which edits change and forwarding keeps', async () => {
  const wide = await picture();
  const small = blobOf(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#30b070' } })
      .png()
      .toBuffer(),
  );
  const sizesOf = (pictures: { width: number; alt?: string }[]) =>
    pictures.map(({ width, alt }) => [width, alt]);
  const { message } = await anna.call(chats.send, {
    params: { roomId },
    body: {
      message: 'Смотри',
      pictures: JSON.stringify([{ file: 1, alt: ' Карта\nбосса ' }, { file: 0 }]),
    },
    files: { image: [wide, small] },
  });
  expect(sizesOf(message.pictures)).toEqual([
    [40, 'Карта босса'],
    [320, undefined],
  ]);
  const edit = async (pictures: object[], body: object = {}, image: Blob[] = []) =>
    (
      await anna.call(chats.edit, {
        params: { id: message._id },
        body: { pictures: JSON.stringify(pictures), ...body },
        files: { image },
      })
    ).message.pictures;
  const [first, second] = message.images;
  expect(
    sizesOf(
      await edit(
        [{ name: second, alt: 'Вход' }, { file: 0, alt: 'Новая' }, { name: first }],
        { keep: JSON.stringify([first, second]) },
        [small],
      ),
    ),
  ).toEqual([
    [320, 'Вход'],
    [40, 'Новая'],
    [40, 'Карта босса'],
  ]);
  // An old client, which knows of no descriptions, leaves them; '' removes one.
  await anna.call(chats.edit, { params: { id: message._id }, body: { message: 'Смотри сюда' } });
  const found = (await readRoom(boris, roomId)).find(({ _id }) => _id === message._id)!;
  expect(found.pictures.map(({ alt }) => alt)).toEqual(['Вход', 'Новая', 'Карта босса']);
  await boris.call(extras.forward, {
    body: { messages: [message._id], rooms: [roomId], clientId: 'с описаниями' },
  });
  const forwarded = (await readRoom(anna, roomId)).find(({ forwarded: from }) => from !== null)!;
  expect(forwarded.images[0]).not.toBe(found.images[0]);
  expect(forwarded.pictures.map(({ alt }) => alt)).toEqual(['Вход', 'Новая', 'Карта босса']);
  const names = found.images.map((name) => ({ name, alt: '' }));
  expect(sizesOf(await edit(names))).toEqual([
    [320, undefined],
    [40, undefined],
    [40, undefined],
  ]);

  const stored = await mediaNames();
  for (const [pictures, image] of [
    [[{ file: 0, alt: 'я'.repeat(201) }], [small]],
    [[{ file: 1 }], [small]],
    [[], [small]],
    [[{ name: first }, { file: 0 }], [small]],
    [
      [{ file: 0 }, { file: 0 }],
      [small, wide],
    ],
  ] as const)
    expect(
      await anna.refusal(chats.send, {
        params: { roomId },
        body: { message: 'Нет', pictures: JSON.stringify(pictures) },
        files: { image: [...image] },
      }),
    ).toMatchObject({ status: 400, code: 'bad_input' });
  expect(await mediaNames()).toEqual(stored);
});

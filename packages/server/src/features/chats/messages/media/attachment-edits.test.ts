import sharp from 'sharp';
import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import { video } from '#tests/support/files/videos.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { readRoom, roomOf } from '#tests/support/members/conversations.ts';
import { mediaNamesOf, sendFiles, type MessageFiles } from '#tests/support/members/room-media.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
const roomId = await roomOf(anna, boris);
const send = (files: MessageFiles, body?: Parameters<typeof sendFiles>[3]) =>
  sendFiles(anna, roomId, files, body);
const mediaNames = () => mediaNamesOf(app, roomId);
const copies = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

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
  const edit = (kept: string[], files: MessageFiles = {}, body = {}) =>
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

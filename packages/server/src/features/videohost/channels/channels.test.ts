import { expect, test } from 'vitest';
import * as videohost from '@respa/contract/videohost';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { assertProved } from '#tests/support/counters.ts';
import { type Caller } from '#tests/support/driver.ts';
import { isStored, picture, until } from '#tests/support/files/pictures.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair({ FFMPEG: 'off' }, assertProved);
const unknown = '01890000-0000-7000-8000-000000000000';
const subscribe = (who: Caller, channelId: string, state?: 'on' | 'off') =>
  who.call(videohost.subscribe, {
    params: { channelId },
    ...(state === undefined ? {} : { query: { state } }),
  });

test('a channel is created with its pictures, one per member, and edited by its owner only', async () => {
  const { channel } = await anna.call(videohost.createChannel, {
    body: { name: ' Прохождения \n Анны ', category: 'Прохождения', description: 'Без спешки' },
    files: { avatar: [await picture()], banner: [await picture('png')] },
  });
  expect(channel).toMatchObject({
    name: 'Прохождения Анны',
    category: 'Прохождения',
    admin: anna.id,
    role: 'admin',
    subscribersCount: 0,
    videosCount: 0,
    isSubscriber: false,
  });
  for (const [folder, name] of [
    ['channelavatars', channel.avatarUrl],
    ['channelbanners', channel.bannerUrl],
    ['covers', channel.bannerUrl],
  ] as const)
    expect((await fetch(`${app.url}/media/${folder}/${name}`)).status).toBe(200);
  expect(await anna.refusal(videohost.createChannel, { body: { name: 'Второй' } })).toMatchObject({
    status: 409,
    error: 'У вас уже есть канал',
  });
  const many = await app.join('Олег');
  const came = await Promise.allSettled(
    Array.from({ length: 6 }, () =>
      many.call(videohost.createChannel, { body: { name: 'Гонка' } }),
    ),
  );
  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(
    await boris.refusal(videohost.editChannel, {
      params: { id: channel._id },
      body: { name: 'Моё' },
    }),
  ).toMatchObject({ status: 403 });
  const { channel: changed } = await anna.call(videohost.editChannel, {
    params: { id: channel._id },
    body: { name: 'Прохождения', category: 'Юмор', removeBanner: 'true' },
    files: { avatar: [await picture('webp')] },
  });
  expect(changed).toMatchObject({
    name: 'Прохождения',
    category: 'Юмор',
    description: 'Без спешки',
    bannerUrl: 'banner.jpg',
  });
  await until(
    async () =>
      !(await isStored(app, 'channelavatars', channel.avatarUrl)) &&
      !(await isStored(app, 'channelbanners', channel.bannerUrl)),
  );
});
test('a channel without a name or with an unknown category is refused', async () => {
  for (const name of ['', ' \n '])
    expect(await boris.refusal(videohost.createChannel, { body: { name } })).toMatchObject({
      status: 400,
      error: 'Не заполнены главные поля создания канала',
    });
  expect(
    await boris.refusal(videohost.createChannel, { body: { name: 'Имя', category: 'Погода' } }),
  ).toMatchObject({ status: 400, fields: { category: 'Выберите категорию' } });
  expect(await boris.call(videohost.channelByAdmin, { params: { userId: boris.id } })).toEqual({
    channel: null,
  });
  for (const id of [unknown, 'x'])
    expect(await boris.refusal(videohost.channel, { params: { id } })).toMatchObject({
      status: 404,
    });
});
test('subscriptions toggle, count, and are listed newest first', async () => {
  const [one, two] = [
    await makeChannel(await app.join('Вера'), 'Первый'),
    await makeChannel(await app.join('Глеб'), 'Второй'),
  ];
  expect(await subscribe(boris, one)).toEqual({ isSubscriber: true, subscribersCount: 1 });
  expect(await subscribe(boris, one, 'on')).toEqual({ isSubscriber: true, subscribersCount: 1 });
  await subscribe(boris, two);
  expect(
    (await boris.call(videohost.subscribed, { params: { userId: boris.id } })).channels.map(
      ({ name }) => name,
    ),
  ).toEqual(['Второй', 'Первый']);
  expect(await boris.call(videohost.isSubscriber, { params: { channelId: one } })).toEqual({
    isSubscriber: true,
  });
  expect(await boris.call(videohost.subscribersCount, { params: { channelId: one } })).toEqual({
    subscribers: 1,
  });
  expect(await subscribe(boris, one)).toEqual({ isSubscriber: false, subscribersCount: 0 });
  expect(await anna.refusal(videohost.subscribed, { params: { userId: boris.id } })).toMatchObject({
    status: 403,
  });
});
test('a helper is a subscriber who uploads and moderates, and nothing more', async () => {
  const owner = await app.join('Дина');
  const helper = await app.join('Егор');
  const id = await makeChannel(owner, 'Общий');
  expect(
    await owner.refusal(videohost.addHelper, { params: { id, userId: helper.id } }),
  ).toMatchObject({ status: 409, error: 'Этот человек не подписан на канал.' });
  await subscribe(helper, id);
  expect(
    await helper.refusal(videohost.createVideo, {
      body: { title: 'Чужое', channel: id },
      files: { video: [new Blob(['x'])] },
    }),
  ).toMatchObject({ status: 403 });
  await owner.call(videohost.addHelper, { params: { id, userId: helper.id } });
  expect(
    (await helper.call(videohost.helpers, { params: { id } })).helpers.map(({ _id }) => _id),
  ).toEqual([helper.id]);
  expect((await helper.call(videohost.ownChannels)).channels.map(({ _id }) => _id)).toEqual([id]);
  const video = await publish(helper, 'От помощника', { channel: id });
  expect(video).toMatchObject({ channel: id, role: 'helper', state: 'ready' });
  expect(
    await helper.refusal(videohost.editChannel, { params: { id }, body: { name: 'Моё' } }),
  ).toMatchObject({ status: 403 });
  expect(await helper.refusal(videohost.removeChannel, { params: { id } })).toMatchObject({
    status: 403,
  });
  await subscribe(helper, id, 'off');
  expect(await helper.refusal(videohost.removeVideo, { params: { id: video._id } })).toMatchObject({
    status: 403,
  });
});
test('a channel is deleted with its videos and their files; until then it is found by its name', async () => {
  const owner = await app.join('Жанна');
  const id = await makeChannel(owner, 'Ненадолго');
  const video = await publish(owner, 'Скоро конец');
  expect(
    (await boris.call(videohost.channelByName, { body: { name: 'ненадолго' } })).channel._id,
  ).toBe(id);
  await owner.call(videohost.removeChannel, { params: { id } });
  for (const [route, params] of [
    [videohost.channel, { id }],
    [videohost.video, { id: video._id }],
  ] as const)
    expect(await owner.refusal(route, { params })).toMatchObject({ status: 404 });
  expect(await owner.refusal(videohost.removeChannel, { params: { id } })).toMatchObject({
    status: 404,
  });
  await until(async () => !(await isStored(app, 'videohostvideos', video.videoUrl)));
  await makeChannel(owner, 'Снова');
});

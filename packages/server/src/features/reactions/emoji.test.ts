import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as communities from '@respa/contract/communities';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as emoji from '@respa/contract/post-reactions';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let id: string;
beforeAll(async () => {
  app = await startTestApp({ FFMPEG: 'off' });
});
beforeEach(async () => {
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
  id = (await anna.call(wall.create, { body: { title: 'Пост' } })).post._id;
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

type Emoji = Parameters<typeof put>[1];
const put = (who: Caller, one: (typeof emoji.REACTIONS)[number] | typeof emoji.LIKE) =>
  who.call(emoji.react, { params: { id }, body: { emoji: one } });
const take = (who: Caller) => who.call(emoji.unreact, { params: { id } });
const like = (who: Caller, state?: 'on' | 'off') =>
  who.call(reactions.like, { params: { id }, query: state === undefined ? {} : { state } });
const postFor = async (who: Caller) => {
  const { likes, liked, reactions: shown } = (await who.call(wall.one, { params: { id } })).post;
  return { likes, liked, reactions: shown };
};
const listFor = async (who: Caller, one?: Emoji) =>
  (
    await who.call(emoji.reactedBy, {
      params: { id },
      query: one === undefined ? {} : { emoji: one },
    })
  ).people
    .map(({ person, emoji: shown }) => `${person.name} ${shown}`)
    .sort();
const titlesOf = async (who: Caller) =>
  (await who.call(notifications.list)).notifications
    .filter(({ postID }) => postID === id)
    .map(({ title, others }) => [title, others]);

describe('A reaction', () => {
  test('is one of a member: another replaces it, the like included', async () => {
    expect(await put(boris, '🔥')).toEqual({
      liked: false,
      likes: 0,
      reactions: [{ emoji: '🔥', count: 1, mine: true }],
    });
    expect(await put(boris, '🔥')).toMatchObject({ reactions: [{ emoji: '🔥', count: 1 }] });
    await put(vera, '😂');
    expect(await put(boris, '😂')).toEqual({
      liked: false,
      likes: 0,
      reactions: [{ emoji: '😂', count: 2, mine: true }],
    });
    expect(await like(boris)).toEqual({ liked: true, likes: 1 });
    expect(await postFor(boris)).toEqual({
      likes: 1,
      liked: true,
      reactions: [{ emoji: '😂', count: 1, mine: false }],
    });
    expect(await put(boris, '👏')).toMatchObject({ liked: false, likes: 0 });
    expect(await take(boris)).toEqual({
      liked: false,
      likes: 0,
      reactions: [{ emoji: '😂', count: 1, mine: false }],
    });
    expect(await take(boris)).toMatchObject({ liked: false, likes: 0 });
  });

  test('leaves the documented calls reporting the like only', async () => {
    await put(boris, '🔥');
    expect(await boris.call(reactions.checkLike, { params: { id } })).toEqual({ liked: false });
    expect(await like(boris, 'off')).toEqual({ liked: false, likes: 0 });
    expect((await postFor(boris)).reactions).toEqual([{ emoji: '🔥', count: 1, mine: true }]);
    expect(await put(boris, emoji.LIKE)).toEqual({ liked: true, likes: 1, reactions: [] });
    expect(await boris.call(reactions.checkLike, { params: { id } })).toEqual({ liked: true });
    expect(await like(boris, 'on')).toEqual({ liked: true, likes: 1 });
    expect(await like(boris)).toEqual({ liked: false, likes: 0 });
  });

  test('stays one when many are chosen at once', async () => {
    const choices = [...emoji.REACTIONS, emoji.LIKE] as const;
    await Promise.all(
      [...choices, ...choices].flatMap((one) => [put(boris, one), put(vera, one), like(boris)]),
    );
    const { likes, reactions: shown } = await postFor(anna);
    expect(likes + shown.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(2);
    await put(boris, '😮');
    await put(vera, '😮');
    expect(await postFor(anna)).toEqual({
      likes: 0,
      liked: false,
      reactions: [{ emoji: '😮', count: 2, mine: false }],
    });
  });

  test('is refused with another emoji, and to what is not seen', async () => {
    expect(
      await boris.refusal(emoji.react, { params: { id }, body: { emoji: '🍕' as '🔥' } }),
    ).toMatchObject({ status: 400 });
    await anna.call(privacy.block, { params: { id: boris.id } });
    for (const refused of [
      boris.refusal(emoji.react, { params: { id }, body: { emoji: '🔥' } }),
      boris.refusal(emoji.unreact, { params: { id } }),
      boris.refusal(emoji.reactedBy, { params: { id } }),
    ])
      expect(await refused).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('notifies the author as a like does, and withdraws it', async () => {
    await put(boris, '🔥');
    expect(await titlesOf(anna)).toEqual([['Реакция 🔥 на вашу запись', 0]]);
    await put(vera, '👏');
    expect(await titlesOf(anna)).toEqual([['Реакция 👏 на вашу запись', 1]]);
    await take(vera);
    await take(boris);
    expect(await titlesOf(anna)).toEqual([]);
    await put(anna, '🔥');
    expect(await titlesOf(anna)).toEqual([]);
  });

  test('ends with its member', async () => {
    await put(boris, '🔥');
    await put(vera, '🔥');
    await boris.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect((await postFor(anna)).reactions).toEqual([{ emoji: '🔥', count: 1, mine: false }]);
  });
});

describe('Those who reacted', () => {
  test('are listed, by emoji too, without those who block the reader', async () => {
    await put(anna, '🔥');
    await put(boris, '🔥');
    await like(vera);
    expect(await listFor(anna)).toEqual(['Анна 🔥', 'Борис 🔥', 'Вера ❤️']);
    expect(await listFor(anna, '🔥')).toEqual(['Анна 🔥', 'Борис 🔥']);
    expect(await listFor(anna, emoji.LIKE)).toEqual(['Вера ❤️']);
    expect(await listFor(anna, '😢')).toEqual([]);
    await vera.call(privacy.block, { params: { id: boris.id } });
    expect(await listFor(boris)).toEqual(['Анна 🔥', 'Борис 🔥']);
    const { last } = await anna.call(emoji.reactedBy, { params: { id } });
    const below = await anna.call(emoji.reactedBy, { params: { id }, query: { before: last! } });
    expect(below).toMatchObject({ people: [], isLast: true });
  });
});

test('A photo takes reactions too, and its owner learns of them', async () => {
  const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
  id = photo._id;
  expect(photo.reactions).toEqual([]);
  await like(boris);
  expect(await put(boris, '😮')).toMatchObject({ liked: false, likes: 0 });
  const { photo: seen } = await boris.call(photos.one, { params: { id } });
  expect(seen).toMatchObject({
    liked: false,
    likes: 0,
    reactions: [{ emoji: '😮', count: 1, mine: true }],
  });
  expect(await boris.call(reactions.checkLike, { params: { id } })).toEqual({ liked: false });
  expect(await listFor(vera)).toEqual(['Борис 😮']);
  expect(await titlesOf(anna)).toEqual([['Реакция 😮 на вашу фотографию', 0]]);
  await anna.call(photos.remove, { params: { imageUrl: photo.imageUrl } });
  expect(await boris.refusal(emoji.react, { params: { id }, body: { emoji: '🔥' } })).toMatchObject(
    { status: 404 },
  );
  expect(await titlesOf(anna)).toEqual([]);
});
test('A video does not take them', async () => {
  const owner = await app.join('Глеб');
  await makeChannel(owner, 'Канал');
  id = (await publish(owner, 'Видео'))._id;
  expect(await boris.refusal(emoji.react, { params: { id }, body: { emoji: '🔥' } })).toMatchObject(
    { status: 404, code: 'not_found' },
  );
});

test('An article takes reactions too', async () => {
  const { pub } = await anna.call(communities.create, { body: { name: 'Маяк' } });
  const { post } = await anna.call(communities.createPost, {
    params: { id: pub._id },
    body: { title: 'Рейд' },
    files: { file: [await picture()] },
  });
  id = post._id;
  await put(boris, '😮');
  const { post: seen } = await boris.call(communities.post, { params: { id } });
  expect(seen).toMatchObject({ likes: 0, reactions: [{ emoji: '😮', count: 1, mine: true }] });
});

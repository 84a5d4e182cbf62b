import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as friends from '@respa/contract/friends';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { cookieOf, picture } from '#tests/support/files/pictures.ts';

let app: TestApp;
let anna: Caller;
let friend: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  [anna, friend, stranger] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Вера', 'Зимина'),
    app.join('Семён', 'Чужой'),
  ]);
  await anna.call(friends.make, { params: { id: friend.id } });
  await friend.call(friends.accept, { params: { to: anna.id } });
});

const listOf = (who: Caller) =>
  who.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } });
const create = async (title: string, audience: 'all' | 'friends' = 'all') =>
  (await anna.call(wall.create, { body: { title, audience }, files: { file: [await picture()] } }))
    .post;
const media = async (who: Caller, folder: string, name: string) =>
  fetch(`${app.url}/media/${folder}/${name}`, {
    headers: who === app.nobody ? {} : { cookie: await cookieOf(app, who) },
  });
const statusOf = async (who: Caller, call: Parameters<Caller['request']>[0], postId: string) =>
  (await who.request(call, { params: { id: postId, postId } } as never)).status;

test('a wall for members gives a visitor nothing: no post, count, picture, photo or comment', async () => {
  const open = await create('Участникам');
  await create('Друзьям', 'friends');
  const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
  await anna.call(reactions.comment, { params: { postId: open._id }, body: { text: 'Тут' } });
  expect((await listOf(app.nobody)).count).toBe(1);
  expect(await anna.call(privacy.set, { body: { wall: 'members' } })).toMatchObject({
    privacy: { wall: 'members' },
  });
  expect((await anna.call(privacy.get)).privacy.wall).toBe('members');

  // An account whose address is not confirmed reads as a visitor does.
  const newcomer = await app.register('Новый');
  for (const who of [app.nobody, newcomer])
    expect(await listOf(who)).toEqual({ posts: [], count: 0, isLast: true, hidden: true });
  for (const [folder, name] of [
    ['userposts', open.images[0]!],
    ['userposts', open.images[0]!.replace('.webp', '-640.webp')],
    ['userphotos', photo.imageUrl],
  ] as const) {
    expect((await media(app.nobody, folder, name)).status, name).toBe(404);
    const seen = await media(stranger, folder, name);
    expect([name, seen.status, seen.headers.get('cache-control')]).toEqual([
      name,
      200,
      'private, no-store',
    ]);
  }
  expect(await statusOf(app.nobody, wall.one, open._id)).toBe(404);
  for (const call of [wall.postHead, reactions.comments, photos.one, reactions.checkLike])
    expect([call.path, await statusOf(app.nobody, call, open._id)]).toEqual([call.path, 401]);

  // What is posted later is closed from the start; opening the wall again opens it all.
  const later = await create('Позже');
  expect((await media(app.nobody, 'userposts', later.images[0]!)).status).toBe(404);
  await anna.call(privacy.set, { body: { wall: 'all' } });
  expect((await listOf(app.nobody)).count).toBe(2);
  expect((await media(app.nobody, 'userposts', later.images[0]!)).status).toBe(200);
  await assertCounted(app);
});

test('a wall for members is read by every member as an open one, and not by a blocked one', async () => {
  const open = await create('Участникам');
  const closed = await create('Друзьям', 'friends');
  const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
  await anna.call(privacy.set, { body: { wall: 'members' } });
  for (const [who, count] of [
    [anna, 2],
    [friend, 2],
    [stranger, 1],
  ] as const) {
    const page = await who.call(profile.profile, { params: { id: anna.id } });
    expect(await listOf(who)).toMatchObject({ count, hidden: false });
    expect([page.standing.seesWall, page.counts.posts, page.counts.photos]).toEqual([
      true,
      count,
      1,
    ]);
    const statuses = await Promise.all([
      statusOf(who, wall.one, open._id),
      statusOf(who, reactions.comments, open._id),
      statusOf(who, photos.one, photo._id),
      statusOf(who, wall.one, closed._id),
      media(who, 'userposts', closed.images[0]!).then(({ status }) => status),
    ]);
    const friendsOnly = who === stranger ? 404 : 200;
    expect(statuses).toEqual([200, 200, 200, friendsOnly, friendsOnly]);
  }
  expect((await friend.call(wall.friendsNews)).posts).toHaveLength(2);

  await anna.call(privacy.block, { params: { id: stranger.id } });
  expect(await statusOf(stranger, wall.one, open._id)).toBe(404);
  expect((await media(stranger, 'userposts', open.images[0]!)).status).toBe(404);
  expect((await media(stranger, 'userphotos', photo.imageUrl)).status).toBe(404);
});

test('only the wall can be limited to members', async () => {
  for (const name of ['messages', 'friends', 'presence'])
    expect(await anna.refusal(privacy.set, { body: { [name]: 'members' } as never })).toMatchObject(
      { status: 400 },
    );
  expect((await anna.call(privacy.get)).privacy).toMatchObject({
    messages: 'all',
    wall: 'all',
    friends: 'all',
    presence: 'all',
  });
});

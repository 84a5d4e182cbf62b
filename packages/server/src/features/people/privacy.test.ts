import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { cookieOf, picture } from '#tests/support/files/pictures.ts';
import { openLive, openRoom } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
  await befriend(anna, vera);
});
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { status: number; body: { code: string } }) => [error.status, error.body.code],
  );
const media = async (who: Caller | null, folder: string, name: string) =>
  fetch(`${app.url}/media/${folder}/${name}`, {
    headers: who === null ? {} : { cookie: await cookieOf(app, who) },
  });

test('everything is visible to all until its owner limits it to friends or to nobody', async () => {
  const { post } = await anna.call(wall.create, {
    body: { title: 'На стене' },
    files: { file: [await picture()] },
  });
  const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
  expect((await anna.call(privacy.get)).privacy).toEqual({
    messages: 'all',
    wall: 'all',
    friends: 'all',
    presence: 'all',
    games: 'all',
    suggestions: 'all',
    linkCards: true,
  });
  expect((await media(null, 'userposts', post.images[0]!)).headers.get('cache-control')).toContain(
    'immutable',
  );
  const live = await openLive(anna);
  const sees = async (who: Caller) => {
    const page = await who.call(profile.profile, { params: { id: anna.id } });
    const list = await who.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } });
    const one = await refusal(who.call(wall.one, { params: { id: post._id } }));
    const picturesSeen = [
      (await media(who, 'userposts', post.images[0]!)).status,
      (await media(who, 'userphotos', photo.imageUrl)).status,
    ];
    const wallSeen = [
      page.standing.seesWall,
      page.photos.length === 1,
      list.posts.length === 1,
      !list.hidden,
      one === 'answered',
      picturesSeen[0] === 200,
      picturesSeen[1] === 200,
    ];
    expect(new Set(wallSeen).size, JSON.stringify(wallSeen)).toBe(1);
    const friendsList = await who.call(friends.list, { params: { id: anna.id } });
    const friendsSeen = [
      page.standing.seesFriends,
      page.friends.length === 1,
      page.user.friends.length === 1,
      page.user.friendsCount === 1,
      friendsList.friends.length === 1,
      !friendsList.hidden,
    ];
    expect(new Set(friendsSeen).size, JSON.stringify(friendsSeen)).toBe(1);
    const found = (
      await who.call(people.directory, { params: { page: 1, query: 'белова' } })
    ).users.find((user) => user._id === anna.id)!;
    expect(found.isOnline).toBe(page.user.isOnline);
    return {
      wall: wallSeen[0],
      friends: friendsSeen[0],
      presence: page.user.isOnline,
      write: page.standing.mayWrite,
    };
  };
  const [everything, nothing] = [
    { wall: true, friends: true, presence: true, write: true },
    { wall: false, friends: false, presence: false, write: false },
  ];
  expect([await sees(vera), await sees(boris)]).toEqual([everything, everything]);
  await anna.call(privacy.set, {
    body: { messages: 'friends', wall: 'friends', friends: 'friends', presence: 'friends' },
  });
  expect([await sees(vera), await sees(boris)]).toEqual([everything, nothing]);
  expect((await media(null, 'userposts', post.images[0]!)).status).toBe(404);
  expect((await media(vera, 'userposts', post.images[0]!)).headers.get('cache-control')).toBe(
    'private, no-store',
  );
  expect(await refusal(boris.call(chats.createRoom, { params: { userId: anna.id } }))).toEqual([
    403,
    'messages_closed',
  ]);
  await sendMessage(vera, await roomOf(vera, anna), 'привет');
  expect((await vera.call(wall.friendsNews)).posts).toHaveLength(1);
  await anna.call(privacy.set, {
    body: { messages: 'nobody', wall: 'nobody', friends: 'nobody', presence: 'nobody' },
  });
  expect([await sees(vera), await sees(boris)]).toEqual([nothing, nothing]);
  expect(await refusal(sendMessage(vera, await roomOf(vera, anna), 'привет'))).toEqual([
    403,
    'messages_closed',
  ]);
  expect((await vera.call(wall.friendsNews)).posts).toEqual([]);
  expect(
    (await anna.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })).posts,
  ).toHaveLength(1);
  expect((await anna.call(privacy.set, { body: { wall: 'all' } })).privacy).toEqual({
    messages: 'nobody',
    wall: 'all',
    friends: 'nobody',
    presence: 'nobody',
    games: 'all',
    suggestions: 'all',
    linkCards: true,
  });
  expect((await anna.request(privacy.set, { body: { wall: 'enemies' } as never })).status).toBe(
    400,
  );
  await live.cut();
});

test('a user who hides the presence appears offline to watchers at once, and online again to those who may see it', async () => {
  const roomId = await roomOf(anna, vera);
  await sendMessage(anna, roomId, 'привет');
  const live = await openLive(anna);
  const watching = await openRoom(vera, roomId);
  await anna.call(privacy.set, { body: { presence: 'nobody' } });
  await expect
    .poll(() => watching.events.filter((event) => event.type === 'presence').at(-1))
    .toMatchObject({ userId: anna.id, isOnline: false });
  await anna.call(privacy.set, { body: { presence: 'friends' } });
  await expect
    .poll(() => watching.events.filter((event) => event.type === 'presence').at(-1))
    .toMatchObject({ userId: anna.id, isOnline: true });
  await Promise.all([live.cut(), watching.cut()]);
});

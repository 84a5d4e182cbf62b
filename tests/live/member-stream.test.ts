import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import * as profile from '@respa/contract/profile';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { isWithin, openLive, openRoom, type StreamReader } from '../support/stream-reader.ts';
import { readUp, roomOf, sendMessage, take } from '../support/members/conversations.ts';
import { patient } from '../support/patience.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let live: StreamReader;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  live = await openLive(boris);
});
afterAll(() => app.stop());

test('a visit sends a notification', async () => {
  await anna.call(profile.visit, { params: { id: boris.id } });
  expect(await live.next('notification')).toMatchObject({
    notification: {
      type: 'visit',
      from: anna.id,
      to: boris.id,
      checked: false,
      person: { _id: anna.id, name: 'Анна' },
    },
  });
});

test('a request, its withdrawal, a new one and its acceptance are sent to both', async () => {
  const annas = await openLive(anna);
  await anna.call(friends.make, { params: { id: boris.id } });
  expect(await live.next('notification')).toMatchObject({
    notification: { type: 'friends', from: anna.id },
  });
  expect(await live.next('relation')).toMatchObject({ userId: anna.id, relation: 'incoming' });
  expect(await annas.next('relation')).toMatchObject({ userId: boris.id, relation: 'request' });
  await anna.call(friends.cancel, { params: { id: boris.id } });
  await live.next('notifications-changed');
  expect(await live.next('relation')).toMatchObject({ userId: anna.id, relation: 'none' });
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  expect(await annas.next('notification')).toMatchObject({
    notification: { type: 'reply', from: boris.id },
  });
  expect(await annas.next('relation', (event) => event['relation'] === 'friends')).toMatchObject({
    userId: boris.id,
  });
  await annas.cut();
});

test('a message event carries its room, text and unread count; a read event goes to the other tabs', async () => {
  const roomId = await roomOf(anna, boris);
  const [first, second] = [
    await sendMessage(anna, roomId, 'раз'),
    await sendMessage(anna, roomId, 'два'),
  ];
  expect(await live.next('room')).toMatchObject({
    roomId,
    unread: 1,
    lastMessage: 'раз',
    sender: anna.id,
    name: 'Анна',
  });
  expect(await live.next('room')).toMatchObject({
    roomId,
    unread: 2,
    lastMessage: 'два',
    lastDate: second.date,
  });
  await take(anna, first._id);
  expect(await live.next('rooms-changed')).toMatchObject({ roomId });
  await readUp(boris, roomId);
  expect(await live.next('room-read')).toMatchObject({ roomId });
  expect((await boris.call(chats.unread)).count).toBe(0);
});

test('partners see a user come online and go offline; others do not', async () => {
  const [dina, stranger] = await Promise.all([app.join('Дина'), app.join('Вера')]);
  const roomId = await roomOf(dina, boris);
  await sendMessage(dina, roomId, 'я тут');
  const strangers = await openLive(stranger);
  const room = await openRoom(dina, roomId);
  expect(await live.next('presence', (event) => event['userId'] === dina.id)).toMatchObject({
    isOnline: true,
  });
  await room.cut();
  expect(await live.next('presence', (event) => event['userId'] === dina.id)).toMatchObject({
    isOnline: false,
  });
  expect(strangers.events).toEqual([]);
  await strangers.cut();
});

test('a stream carries nothing of other users, and ends with its session', async () => {
  const [gleb, vera] = await Promise.all([app.join('Глеб'), app.join('Вера')]);
  const strangers = await openLive(vera);
  await gleb.call(friends.make, { params: { id: boris.id } });
  await sendMessage(gleb, await roomOf(gleb, boris), 'не для Веры');
  await live.next('room');
  expect(strangers.events).toEqual([]);
  await vera.call(account.logout);
  expect(await isWithin(patient(1_000), strangers.ended)).toBe(true);
  expect(await vera.refusal(people.live)).toMatchObject({ status: 401 });
  expect(await app.nobody.refusal(people.live)).toMatchObject({ status: 401 });
});

test('a user may have sixteen streams', async () => {
  const gleb = await app.join('Глеб');
  const streams = await Promise.all(Array.from({ length: 16 }, () => openLive(gleb)));
  expect(await gleb.refusal(people.live)).toMatchObject({
    status: 429,
    error: 'Открыто слишком много вкладок.',
  });
  await streams[0]!.cut();
  await expect.poll(() => app.server.context.live.countTagged(`user:${gleb.id}`)).toBe(15);
  await (await openLive(gleb)).cut();
  await Promise.all(streams.map((stream) => stream.cut()));
});

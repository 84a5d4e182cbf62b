import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import type { Caller } from '../driver.ts';
import { isWithin, openLive, openRoom } from '../stream-reader.ts';
import { readRoom, roomOf, say } from '../talk.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';

const MESSAGES = process.env['RESPA_LONG_TESTS'] === '1' ? 1_000 : 200;
let pair: Pair;
let anna: Caller;
let boris: Caller;
let room: string;
beforeAll(async () => {
  if (REDIS_PATH === undefined) return;
  pair = await startPair();
  [anna, boris] = await Promise.all([pair.join('Анна'), pair.join('Борис')]);
  boris = at(pair.second, boris);
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  room = await roomOf(anna, boris);
});
afterAll(() => pair?.stop());
const pause = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms); });

describe('two instances on one database', () => {
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test('a message that one takes reaches a stream of the other, each once and in order', async () => {
    const reader = await openRoom(boris, room);
    await reader.next('init');
    const times: number[] = [];
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      const text = `раз ${sent}`;
      const since = performance.now();
      const heard = reader.next('create', (event) => (event['message'] as { message: string }).message === text).then(() => { times.push(performance.now() - since); });
      await say(anna, room, text);
      await heard;
      await pause(2);
    }
    times.sort((one, other) => one - other);
    console.log(`от отправки до потока на другом сервере: p50 ${times[Math.floor(times.length / 2)]!.toFixed(1)} мс, p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(1)} мс`);
    const numbers = reader.events.flatMap(({ seq, type }) => (type === 'create' ? [seq!] : []));
    expect(numbers).toHaveLength(MESSAGES);
    expect(numbers.every((number, place) => place === 0 || number === numbers[place - 1]! + 1)).toBe(true);
    await reader.cut();
  });
  test('who is in the network is known at both, and so is the newest room', async () => {
    const reader = await openLive(boris);
    const live = await openLive(anna);
    expect(await reader.next('presence')).toMatchObject({ userId: anna.id, isOnline: true });
    expect((await boris.call(profile.user, { params: { id: anna.id } })).user.isOnline).toBe(true);
    const open = await openRoom(at(pair.second, anna), room);
    await open.next('init');
    const page = await anna.call(chats.messages, { params: { page: 1, offset: 0 } });
    expect(page.messages.length).toBeGreaterThan(0);
    expect(await open.next('load')).toMatchObject({ messages: page.messages });
    // The last to go is at the other instance: nobody is told before.
    await live.cut();
    await open.cut();
    expect(await reader.next('presence', (event) => event['isOnline'] === false)).toMatchObject({ userId: anna.id });
    expect((await boris.call(profile.user, { params: { id: anna.id } })).user).toMatchObject({ isOnline: false, date: expect.any(String) });
    expect(await anna.refusal(chats.messages, { params: { page: 1, offset: 0 } })).toMatchObject({ status: 400 });
    await reader.cut();
  });
  test('a session that is ended at one is ended at both within a second', async () => {
    const vera = await pair.join('Вера');
    const there = at(pair.second, vera);
    const live = await openLive(there);
    await there.call(account.refresh);
    await vera.call(account.logout);
    expect(await isWithin(1_000, live.ended)).toBe(true);
    expect(await there.refusal(profile.me)).toMatchObject({ status: 401 });
  });
  test('two who press at once at different instances make one thing', async () => {
    const [gleb, dina] = await Promise.all([pair.join('Глеб'), pair.join('Дина')]);
    const sides = [pair.first, pair.second];
    const clientId = crypto.randomUUID();
    await Promise.all(Array.from({ length: 10 }, (_, place) => say(at(sides[place % 2]!, anna), room, 'один раз', clientId)));
    expect((await readRoom(boris, room)).filter(({ message }) => message === 'один раз')).toHaveLength(1);
    const rooms = await Promise.all(Array.from({ length: 10 }, (_, place) => roomOf(at(sides[place % 2]!, place % 4 < 2 ? gleb : anna), place % 4 < 2 ? anna : gleb)));
    expect(new Set(rooms).size).toBe(1);
    await Promise.allSettled(Array.from({ length: 10 }, (_, place) => at(sides[place % 2]!, place % 4 < 2 ? gleb : dina).call(friends.make, { params: { id: place % 4 < 2 ? dina.id : gleb.id } })));
    const { user } = await gleb.call(profile.user, { params: { id: dina.id } });
    expect(user._id).toBe(dina.id);
    expect(await pair.query(`select count(*)::int as count from friendships where user_id = '${gleb.id}' and friend_id = '${dina.id}'`)).toEqual([{ count: 1 }]);
  });
});

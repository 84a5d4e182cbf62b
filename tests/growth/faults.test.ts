import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import type { Caller } from '../driver.ts';
import { startInstance } from '../instances.ts';
import { isWithin, openLive, openRoom } from '../stream-reader.ts';
import { readRoom, roomOf, say } from '../talk.ts';
import { makeReader } from '../talk-reader.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';

const ROUNDS = process.env['RESPA_LONG_TESTS'] === '1' ? 10 : 1;
/** The longest that something live may take while Redis is away. */
const DELAY_MS = 5_000;
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

/** Messages that one sends all the while; `stop` answers the texts that were acknowledged. */
function talk(who: Caller, gapMs = 20): { stop(): Promise<string[]> } {
  const texts: string[] = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const text = randomUUID();
      await say(who, room, text, text).then(() => texts.push(text), () => {});
      await pause(gapMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return texts;
    },
  };
}
const lastChange = async (): Promise<number> => (await pair.query<{ seq: number }>(`select seq from rooms where id = '${room}'`))[0]!.seq;
/** How long it takes until a message of Anna's is in Boris's stream, which is opened anew where it was ended. */
async function delay(reader: ReturnType<typeof makeReader>): Promise<number> {
  const since = performance.now();
  await say(anna, room, 'дойди');
  await reader.catchUp(await lastChange());
  return performance.now() - since;
}
/** What a reader has seen is what is in the room from where it began, each once. */
async function assertWhole(reader: ReturnType<typeof makeReader>, texts: string[]): Promise<void> {
  const all = await readRoom(anna, room);
  await reader.catchUp(await lastChange());
  const shown = reader.shown().map(({ _id }) => _id);
  expect(shown).toEqual(all.filter((message) => message.position >= reader.from()).map(({ _id }) => _id));
  const there = new Set(all.map(({ message }) => message));
  expect(texts.filter((text) => !there.has(text))).toEqual([]);
  expect(new Set(reader.seen).size).toBe(reader.seen.length);
}
/** A session that is ended at the first is ended at the second within a second. */
async function assertRevoked(): Promise<void> {
  const vera = await pair.join('Вера');
  const there = at(pair.second, vera);
  const live = await openLive(there);
  await there.call(profile.me);
  await vera.call(account.logout);
  const since = performance.now();
  expect(await isWithin(1_000, live.ended)).toBe(true);
  expect(await there.refusal(profile.me)).toMatchObject({ status: 401 });
  expect(performance.now() - since).toBeLessThan(1_000);
}

describe('when engines of two instances are away', () => {
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test('Redis is killed, frozen and back: nobody misses a message, none takes longer than five seconds, an ended session is ended within one', async () => {
    const reader = makeReader(openRoom, boris, room);
    await reader.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [what, away, back] of [
        ['killed', () => pair.redis.kill(), () => pair.redis.start()],
        ['frozen', async () => pair.redis.freeze(), async () => pair.redis.thaw()],
      ] as const) {
        const talking = talk(anna);
        await pause(200);
        await away();
        const [first] = [await delay(reader)];
        await assertRevoked();
        const second = await delay(reader);
        await back();
        const third = await delay(reader);
        await pause(1_500);
        const texts = await talking.stop();
        await assertWhole(reader, texts);
        console.log(`Redis ${what}: доставка сразу ${first.toFixed(0)} мс, потом ${second.toFixed(0)} мс, после возвращения ${third.toFixed(0)} мс, сообщений ${texts.length}`);
        for (const ms of [first, second, third]) expect(ms, what).toBeLessThan(DELAY_MS);
      }
    }
    await reader.cut();
  });
  test('an instance is killed in mid-talk: readers go on at the other and lose and double nothing, presence comes right', async () => {
    const third = await pair.more();
    const watching = await openLive(boris);
    const vera = at(third, await pair.join('Вера'));
    await vera.call(friends.make, { params: { id: boris.id } });
    await boris.call(friends.accept, { params: { to: vera.id } });
    await say(vera, await roomOf(vera, boris), 'привет');
    const own = await openLive(vera);
    expect(await watching.next('presence', (event) => event['userId'] === vera.id)).toMatchObject({ isOnline: true });
    let place = third.url;
    const reader = makeReader((who, roomId, last) => openRoom(at({ url: place }, who), roomId, last), at(third, boris), room);
    await reader.connect();
    const talking = talk(anna);
    const theirs = talk(at(third, anna));
    await pause(700);
    const died = Date.now();
    await third.kill();
    place = pair.second.url;
    await own.ended;
    await pause(500);
    await assertWhole(reader, [...await talking.stop(), ...await theirs.stop()]);
    await expect.poll(() => watching.events.filter((event) => event.type === 'presence' && event['userId'] === vera.id).at(-1)?.['isOnline'], { timeout: 15_000 }).toBe(false);
    const { user } = await boris.call(profile.user, { params: { id: vera.id } });
    expect(user.isOnline).toBe(false);
    expect(Math.abs(Date.parse(user.date!) - died)).toBeLessThan(5_000);
    expect((await anna.call(profile.user, { params: { id: boris.id } })).user.isOnline).toBe(true);
    await reader.cut();
    await watching.cut();
  });
  test('an instance that begins while Redis is away says so once, serves, and takes part', async () => {
    await pair.redis.kill();
    const late = await pair.more();
    await expect.poll(late.said, { timeout: 5_000 }).toContain('Redis (REDIS_URL) не отвечает');
    const stream = await openRoom(at(late, boris), room);
    await stream.next('init');
    const hears = (text: string) => stream.next('create', (event) => (event['message'] as { message: string }).message === text);
    await say(anna, room, 'без Redis');
    await hears('без Redis');
    await pair.redis.start();
    await expect.poll(late.said, { timeout: 10_000 }).toContain('Redis отвечает');
    await say(anna, room, 'снова с ним');
    await hears('снова с ним');
    await stream.cut();
    await late.stop();
  });
  test('after a server is killed that was alone nobody is in the network, and the time of the last visit is that of its death', async () => {
    const name = `solo_${randomUUID().slice(0, 8)}`;
    const { pathname } = new URL(pair.databaseUrl);
    await pair.query(`create database ${name} template empty_town`);
    const env = { DATABASE_URL: pair.databaseUrl.replace(pathname, `/${name}`), DATA_DIR: pair.dataDir };
    const alone = await startInstance(env);
    const gleb = await pair.join('Глеб', alone);
    const dina = await pair.join('Дина', alone);
    const live = await openLive(gleb);
    await pause(5_500);
    const died = Date.now();
    await alone.kill();
    await live.ended;
    const again = await startInstance(env);
    const { user } = await at(again, dina).call(profile.user, { params: { id: gleb.id } });
    expect(user.isOnline).toBe(false);
    expect(Math.abs(Date.parse(user.date!) - died)).toBeLessThan(6_500);
    await again.stop();
    await pair.query(`drop database ${name} with (force)`);
  });
});

test.skipIf(REDIS_PATH === undefined)('limits are shared, hold while Redis is away, and a header of the caller does not reset them', async () => {
  const strict = await startPair({ RATE_LIMITS: 'on' });
  try {
    const sides = [strict.first, strict.second];
    const attempt = async (place: number, email: string) => {
      const answer = await fetch(`${sides[place % 2]!.url}/api/auth/login`, {
        method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${place}` }, body: JSON.stringify({ email, password: 'не тот пароль' }),
      });
      return answer.status;
    };
    const run = async (email: string, count: number) => {
      const statuses: number[] = [];
      for (let place = 0; place < count; place += 1) statuses.push(await attempt(place, email));
      return statuses;
    };
    expect(await run('both@respa.test', 7)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    const one = await run('frozen@respa.test', 4);
    expect(one).toEqual([400, 400, 400, 400]);
    await strict.redis.kill();
    // Each counts what it has let through itself: never more than the limit at each.
    const more = await run('frozen@respa.test', 10);
    expect(more.filter((status) => status === 400).length).toBe(6);
    expect(more.slice(-2)).toEqual([429, 429]);
    await strict.redis.start();
    expect((await run('back@respa.test', 7)).filter((status) => status === 400).length).toBeGreaterThanOrEqual(5);
  } finally {
    await strict.stop();
  }
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import type { Caller } from '../support/driver.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { isWithin, openLive, openRoom } from '../support/stream-reader.ts';
import { readRoom, roomOf, sendMessage } from '../support/members/conversations.ts';
import { makeReader } from '../support/members/conversation-reader.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';
import { patient } from '../support/patience.ts';

const NGINX_PATH = process.env['NGINX_PATH'];
const [ROUNDS, MESSAGES] = process.env['RESPA_LONG_TESTS'] === '1' ? [10, 1_000] : [1, 100];
/** Messages sent before the measured ones, because a just started server is slow. */
const WARM = 100;
/** Milliseconds. The longest delay of a live event while Redis is down. */
const DELAY_MS = patient(5_000);
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
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Sends messages continuously; `stop` returns the texts that were acknowledged. */
function conversation(who: Caller, gapMs = 20): { stop(): Promise<string[]> } {
  const texts: string[] = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const text = randomUUID();
      await sendMessage(who, room, text, text).then(
        () => texts.push(text),
        () => {},
      );
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
const lastChange = async (): Promise<number> =>
  (
    await pair.query<{ seq: number }>(`
    select seq
    from rooms
    where id = '${room}'
  `)
  )[0]!.seq;
/**
 * Returns how long a message of Anna's takes to reach Boris's stream, which reconnects where it was
 * ended.
 */
async function delay(reader: ReturnType<typeof makeReader>): Promise<number> {
  const since = performance.now();
  await sendMessage(anna, room, 'дойди');
  await reader.catchUp(await lastChange());
  return performance.now() - since;
}
/** Asserts that a reader has seen everything in the room since its start, each once. */
async function assertWhole(reader: ReturnType<typeof makeReader>, texts: string[]): Promise<void> {
  const all = await readRoom(anna, room);
  await reader.catchUp(await lastChange());
  const shown = reader.shown().map(({ _id }) => _id);
  expect(shown).toEqual(
    all.filter((message) => message.position >= reader.from()).map(({ _id }) => _id),
  );
  const there = new Set(all.map(({ message }) => message));
  expect(texts.filter((text) => !there.has(text))).toEqual([]);
  expect(new Set(reader.seen).size).toBe(reader.seen.length);
}
/** Asserts that a session ended on the first instance ends on the second within a second. */
async function assertRevoked(): Promise<void> {
  const vera = await pair.join('Вера');
  const there = at(pair.second, vera);
  const live = await openLive(there);
  await there.call(profile.me);
  await vera.call(account.logout);
  const since = performance.now();
  expect(await isWithin(patient(1_000), live.ended)).toBe(true);
  expect(await there.refusal(profile.me)).toMatchObject({ status: 401 });
  expect(performance.now() - since).toBeLessThan(patient(1_000));
}

describe('Two instances on one database', () => {
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test('a message accepted by one reaches a stream of the other, each once and in order', async () => {
    const reader = await openRoom(boris, room);
    await reader.next('init');
    const times: number[] = [];
    for (let sent = 0; sent < WARM + MESSAGES; sent += 1) {
      const text = `раз ${sent}`;
      const since = performance.now();
      const heard = reader
        .next('create', (event) => (event['message'] as { message: string }).message === text)
        .then(() => {
          if (sent >= WARM) times.push(performance.now() - since);
        });
      await sendMessage(anna, room, text);
      await heard;
      await pause(2);
    }
    times.sort((one, other) => one - other);
    const rank = (share: number) => times[Math.ceil(times.length * share) - 1]!.toFixed(1);
    console.log(
      `от отправки до потока на другом сервере, ${times.length} сообщений: p50 ${rank(0.5)} мс, p99 ${rank(0.99)} мс, самое долгое ${rank(1)} мс`,
    );
    const numbers = reader.events.flatMap(({ seq, type }) => (type === 'create' ? [seq!] : []));
    expect(numbers).toHaveLength(WARM + MESSAGES);
    expect(
      numbers.every((number, index) => index === 0 || number === numbers[index - 1]! + 1),
    ).toBe(true);
    await reader.cut();
  });
  test('both know who is online and which room was opened last', async () => {
    const reader = await openLive(boris);
    const live = await openLive(anna);
    expect(await reader.next('presence')).toMatchObject({ userId: anna.id, isOnline: true });
    expect((await boris.call(profile.user, { params: { id: anna.id } })).user.isOnline).toBe(true);
    const open = await openRoom(at(pair.second, anna), room);
    await open.next('init');
    const page = await anna.call(chats.messages, { params: { page: 1, offset: 0 } });
    expect(page.messages.length).toBeGreaterThan(0);
    expect(await open.next('load')).toMatchObject({ messages: page.messages });
    // The last open stream is on the other instance, so nobody goes offline before it closes.
    await live.cut();
    await open.cut();
    expect(await reader.next('presence', (event) => event['isOnline'] === false)).toMatchObject({
      userId: anna.id,
    });
    expect((await boris.call(profile.user, { params: { id: anna.id } })).user).toMatchObject({
      isOnline: false,
      date: expect.any(String),
    });
    expect(await anna.refusal(chats.messages, { params: { page: 1, offset: 0 } })).toMatchObject({
      status: 400,
    });
    await reader.cut();
  });
  test('a session ended on one instance ends on both within a second', async () => {
    const vera = await pair.join('Вера');
    const there = at(pair.second, vera);
    const live = await openLive(there);
    await there.call(account.refresh);
    await vera.call(account.logout);
    expect(await isWithin(patient(1_000), live.ended)).toBe(true);
    expect(await there.refusal(profile.me)).toMatchObject({ status: 401 });
  });
  test('concurrent calls on different instances create one object', async () => {
    const [gleb, dina] = await Promise.all([pair.join('Глеб'), pair.join('Дина')]);
    const sides = [pair.first, pair.second];
    const clientId = crypto.randomUUID();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sendMessage(at(sides[index % 2]!, anna), room, 'один раз', clientId),
      ),
    );
    expect(
      (await readRoom(boris, room)).filter(({ message }) => message === 'один раз'),
    ).toHaveLength(1);
    const rooms = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        roomOf(at(sides[index % 2]!, index % 4 < 2 ? gleb : anna), index % 4 < 2 ? anna : gleb),
      ),
    );
    expect(new Set(rooms).size).toBe(1);
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        at(sides[index % 2]!, index % 4 < 2 ? gleb : dina).call(friends.make, {
          params: { id: index % 4 < 2 ? dina.id : gleb.id },
        }),
      ),
    );
    const { user } = await gleb.call(profile.user, { params: { id: dina.id } });
    expect(user._id).toBe(dina.id);
    expect(
      await pair.query(
        `
          select count(*)::int as count
          from friendships
          where user_id = '${gleb.id}' and friend_id = '${dina.id}'
        `,
      ),
    ).toEqual([{ count: 1 }]);
  });
  test('with Redis frozen, killed and restarted, nobody misses a message, none takes over five seconds, and an ended session ends within one', async () => {
    const reader = makeReader(openRoom, boris, room);
    await reader.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [what, away, back] of [
        ['frozen', async () => pair.redis.freeze(), async () => pair.redis.thaw()],
        ['killed', () => pair.redis.kill(), () => pair.redis.start()],
      ] as const) {
        const talking = conversation(anna);
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
        console.log(
          `Redis ${what}: доставка сразу ${first.toFixed(0)} мс, потом ${second.toFixed(0)} мс, после возвращения ${third.toFixed(0)} мс, сообщений ${texts.length}`,
        );
        for (const ms of [first, second, third]) expect(ms, what).toBeLessThan(DELAY_MS);
      }
    }
    await reader.cut();
  });
  test('an instance started without Redis takes part; when it is killed mid-conversation, its readers continue on the other without loss or duplicates, and presence is corrected', async () => {
    await pair.redis.kill();
    const third = await pair.more();
    await expect
      .poll(third.said, { timeout: patient(5_000) })
      .toContain('Redis (REDIS_URL) не отвечает');
    const early = await openRoom(at(third, boris), room);
    await early.next('init');
    const receives = (text: string) =>
      early.next('create', (event) => (event['message'] as { message: string }).message === text);
    await sendMessage(anna, room, 'без Redis');
    await receives('без Redis');
    await pair.redis.start();
    await expect.poll(third.said, { timeout: patient(10_000) }).toContain('Redis отвечает');
    await sendMessage(anna, room, 'снова с ним');
    await receives('снова с ним');
    await early.cut();
    const watching = await openLive(boris);
    const vera = at(third, await pair.join('Вера'));
    await vera.call(friends.make, { params: { id: boris.id } });
    await boris.call(friends.accept, { params: { to: vera.id } });
    await sendMessage(vera, await roomOf(vera, boris), 'привет');
    const own = await openLive(vera);
    expect(await watching.next('presence', (event) => event['userId'] === vera.id)).toMatchObject({
      isOnline: true,
    });
    // Requests through nginx reach any of the three instances; skipped if nginx is not installed.
    const nginx =
      NGINX_PATH === undefined
        ? undefined
        : await startNginx(NGINX_PATH, {
            ports: [pair.first.port, pair.second.port, third.port],
            dataDir: pair.dataDir,
          });
    let place = third.url;
    const readers = [
      () => place,
      ...(nginx === undefined
        ? []
        : Array.from({ length: 3 }, () => () => `http://127.0.0.1:${nginx.port}`)),
    ].map((url) =>
      makeReader(
        (who, roomId, last) => openRoom(at({ url: url() }, who), roomId, last),
        boris,
        room,
      ),
    );
    for (const reader of readers) await reader.connect();
    const conversations = [
      conversation(anna),
      conversation(at(third, anna)),
      ...(nginx === undefined
        ? []
        : [conversation(at({ url: `http://127.0.0.1:${nginx.port}` }, anna))]),
    ];
    await pause(700);
    const died = Date.now();
    await third.kill();
    place = pair.second.url;
    await own.ended;
    await pause(500);
    const texts = (await Promise.all(conversations.map((one) => one.stop()))).flat();
    for (const reader of readers) await assertWhole(reader, texts);
    await expect
      .poll(
        () =>
          watching.events
            .filter((event) => event.type === 'presence' && event['userId'] === vera.id)
            .at(-1)?.['isOnline'],
        { timeout: patient(15_000) },
      )
      .toBe(false);
    const { user } = await boris.call(profile.user, { params: { id: vera.id } });
    expect(user.isOnline).toBe(false);
    expect(Math.abs(Date.parse(user.date!) - died)).toBeLessThan(5_000);
    expect((await anna.call(profile.user, { params: { id: boris.id } })).user.isOnline).toBe(true);
    for (const reader of readers) await reader.cut();
    await watching.cut();
    await nginx?.stop();
  });
  // Only in the long run.
  test.for(ROUNDS > 1 ? [1] : [])(
    'a suspended instance counts as dead, and its users are online again when it resumes',
    { timeout: patient(60_000) },
    async () => {
      // Room lists show presence only after a message was sent.
      await sendMessage(anna, room, 'привет');
      const sleeper = await pair.more();
      const watching = await openLive(boris);
      const live = await openLive(at(sleeper, anna));
      const told = (isOnline: boolean) =>
        watching.next(
          'presence',
          (event) => event['userId'] === anna.id && event['isOnline'] === isOnline,
        );
      await told(true);
      sleeper.freeze();
      await pause(5_000);
      await told(false);
      expect((await boris.call(profile.user, { params: { id: anna.id } })).user.isOnline).toBe(
        false,
      );
      sleeper.thaw();
      // Its streams may have lost what it missed: they are ended then, and their readers reconnect.
      const back = (await isWithin(patient(4_000), live.ended))
        ? await openLive(at(sleeper, anna))
        : live;
      await expect
        .poll(
          async () => (await boris.call(profile.user, { params: { id: anna.id } })).user.isOnline,
          { timeout: patient(10_000) },
        )
        .toBe(true);
      for (const stream of [back, watching]) await stream.cut();
      await sleeper.stop();
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NumberedEvent } from '../../packages/server/src/platform/live/live-event.ts';
import { makeBus, type Bus } from '../../packages/server/src/platform/live/bus.ts';
import {
  connectRedis,
  createDatabaseTransport,
  createRedisTransport,
  type Transport,
} from '../../packages/server/src/platform/live/bus-transports.ts';
import {
  makeInterest,
  type Interest,
  type RelayedEvent,
} from '../../packages/server/src/platform/live/interest.ts';
import { makeDatabase } from '../support/servers/own-database.ts';
import { startRedis, type RedisServer } from '../support/servers/redis.ts';
import { REDIS_PATH } from './two-instances.ts';
import { patient } from '../support/patience.ts';

/**
 * Milliseconds. How long a channel relays everything after a member was added, or an instance
 * started.
 */
const OPEN_MS = 300;
type Side = { bus: Bus; interest: Interest; heard: RelayedEvent[]; refreshed: () => number };
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

let redis: RedisServer;
let database: Awaited<ReturnType<typeof makeDatabase>>;
let one: Side;
let other: Side;
type Hand = (text: string) => void;
const throughOf = (transport: Transport, pass: (text: string, hand: Hand) => void): Transport => ({
  ...transport,
  onText: (hand) => transport.onText((text) => pass(text, hand)),
});
async function makeSide(
  through: (quick: Transport, sure: Transport) => [Transport, Transport] = (quick, sure) => [
    quick,
    sure,
  ],
): Promise<Side> {
  const bus = makeBus(
    ...through(
      createRedisTransport(connectRedis(redis.url), connectRedis(redis.url)),
      createDatabaseTransport(database.url),
    ),
    (error) => {
      throw error;
    },
  );
  const heard: RelayedEvent[] = [];
  let begun = 0;
  bus.subscribe<RelayedEvent>('live.event', (event) => void heard.push(event));
  const interest = makeInterest(
    bus,
    () => {
      begun += 1;
    },
    { openMs: OPEN_MS },
  );
  await bus.start();
  return { bus, interest, heard, refreshed: () => begun };
}
const eventOf = (id: string, userId: string): NumberedEvent => ({
  id,
  data: { type: 'typing', userId },
});
const toldOf = (channel: string, id: string, word: string): RelayedEvent => [
  channel,
  id,
  `id: ${id}\ndata: {"type":"typing","userId":"${word}"}\n\n`,
];
/** Waits until each side has received the other's last message, and therefore all earlier ones. */
async function settle(): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const sign = crypto.randomUUID();
    const came = new Promise<void>((resolve) => {
      to.bus.subscribe(sign, () => resolve());
    });
    from.bus.publish(sign, null);
    await came;
  }
}

describe.skipIf(REDIS_PATH === undefined)('Channel interest between instances', () => {
  beforeAll(async () => {
    [redis, database] = await Promise.all([startRedis(REDIS_PATH!), makeDatabase()]);
    one = await makeSide();
    other = await makeSide();
    await settle();
    await pause(OPEN_MS);
  });
  afterAll(async () => {
    for (const side of [one, other]) {
      side.interest.close();
      await side.bus.stop();
    }
    await redis.stop();
    await database.drop();
  });

  test('events of a channel that nobody reads elsewhere are not relayed; once it is read, they are', async () => {
    one.interest.publish('двор', eventOf('1', 'раз'));
    await settle();
    expect(other.heard).toEqual([]);
    other.interest.begin('двор', 'joined');
    await settle();
    one.interest.publish('двор', eventOf('2', 'два'));
    one.interest.publish('улица', eventOf('1', 'мимо'));
    await settle();
    expect(other.heard.splice(0)).toEqual([toldOf('двор', '2', 'два')]);
  });
  test('an event published between the opening of a stream and the news of it is relayed afterwards, once', async () => {
    // Opened on one side, published on the other, and not yet known there: all in one turn of the
    // event loop.
    other.interest.begin('зал', 'opened');
    one.interest.publish('зал', eventOf('7', 'успели'));
    await settle();
    await settle();
    expect(other.heard.splice(0)).toEqual([toldOf('зал', '7', 'успели')]);
  });
  test('a new member gets events from then on, and nothing from before', async () => {
    one.interest.publish('клуб', eventOf('1', 'без вас'));
    one.interest.widen('клуб');
    one.interest.publish('клуб', eventOf('2', 'при вас'));
    other.interest.begin('клуб', 'joined');
    await settle();
    await settle();
    expect(other.heard.splice(0)).toEqual([toldOf('клуб', '2', 'при вас')]);
  });
  test('a new instance is sent everything until it has declared its channels, and streams that may have missed events start over', async () => {
    one.interest.publish('чулан', eventOf('1', 'никому'));
    const third = await makeSide();
    try {
      await settle();
      third.interest.begin('чердак', 'opened');
      await expect.poll(() => third.refreshed()).toBeGreaterThan(0);
      one.interest.publish('чердак', eventOf('1', 'слышно'));
      await expect.poll(() => third.heard).toContainEqual(toldOf('чердак', '1', 'слышно'));
      expect(other.refreshed()).toBe(0);
    } finally {
      third.interest.close();
      third.bus.close();
      await third.bus.stop();
    }
  });
  test('a new instance that misses the first question is asked again', async () => {
    one.interest.publish('подвал', eventOf('1', 'никому'));
    const since = performance.now();
    // The instance is not subscribed in Redis yet, then learns through Redis how far the other one
    // is, and only then, through the slow database, what was sent before.
    const third = await makeSide((quick, sure) => [
      throughOf(quick, (text, hand) => {
        if (performance.now() - since > (text.includes('"m":') ? 1_500 : 300)) hand(text);
      }),
      throughOf(sure, (text, hand) => {
        setTimeout(hand, 1_500, text);
      }),
    ]);
    try {
      await expect.poll(() => third.refreshed(), { timeout: patient(10_000) }).toBeGreaterThan(0);
    } finally {
      third.interest.close();
      third.bus.close();
      await third.bus.stop();
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeSharedWindows,
  type Use,
} from '../../packages/server/src/platform/http/shared-windows.ts';
import { startRedis, type RedisServer } from '../support/servers/redis.ts';
import { countAsked, openRedis } from './redis-client.ts';
import { REDIS_PATH } from './two-instances.ts';

const [MS, MOST] = [60_000, 7];
let server: RedisServer;
let redis: Awaited<ReturnType<typeof openRedis>>;
const open = () => openRedis(server.url);
const use = (id: string, uses = 1): Use => ({ id, uses, most: MOST, ms: MS });
const ask = () => countAsked(redis);

describe('Windows shared between instances', () => {
  beforeAll(async () => {
    if (REDIS_PATH === undefined) return;
    server = await startRedis(REDIS_PATH);
    redis = await open();
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test('uses of one event-loop turn go as one command, and each is answered for its own window', async () => {
    const windows = makeSharedWindows(redis);
    await windows.look(use('first'));
    const before = await ask();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        windows.spend(use(`one ${index % 3}`, index % 3 === 2 ? 3 : 1)),
      ),
    );
    expect(await ask()).toBe(before + 1);
    const passed = (rest: number) =>
      answers.filter((left, index) => index % 3 === rest && left === 0).length;
    // Two windows grant seven uses each; the third, whose uses cost three, grants two.
    expect([passed(0), passed(1), passed(2)]).toEqual([MOST, MOST, 2]);
    for (const left of answers.filter((one) => one !== 0))
      expect(left! > 0 && left! <= MS).toBe(true);
  });
  test('two instances that send more uses than fit one command grant as many as the window allows', async () => {
    const other = await open();
    const both = [makeSharedWindows(redis), makeSharedWindows(other)];
    const answers = await Promise.all(
      Array.from({ length: 900 }, (_, index) => both[index % 2]!.spend(use('many'))),
    );
    expect(answers.filter((left) => left === 0).length).toBe(MOST);
    expect(answers).not.toContain(undefined);
    other.disconnect();
  });
  test('a look does not count, a window can be reset, and a Redis that has lost the script gets it again', async () => {
    const windows = makeSharedWindows(redis);
    for (let turn = 0; turn < MOST; turn += 1) {
      expect(await windows.look(use('looked at'))).toBe(0);
      expect(await windows.spend(use('looked at'))).toBe(0);
    }
    expect(await windows.look(use('looked at'))).toBeGreaterThan(0);
    await windows.forget('looked at');
    await redis.script('FLUSH');
    expect(
      await Promise.all([windows.look(use('looked at')), windows.spend(use('looked at'))]),
    ).toEqual([0, 0]);
  });
  test('reported uses count, all in one command; the reporter learns when so many are used that it has to ask', async () => {
    const [windows, others] = [makeSharedWindows(redis), makeSharedWindows(redis)];
    await windows.look(use('anything'));
    const before = await ask();
    const free = { ...use('report'), most: 3 };
    const learnt = await Promise.all(
      Array.from(
        { length: 5 },
        () =>
          new Promise<number>((onResult) => {
            windows.report(free, onResult);
          }),
      ),
    );
    expect(await ask()).toBe(before + 1);
    expect(learnt.slice(0, 3)).toEqual([0, 0, 0]);
    for (const left of learnt.slice(3)) expect(left > 0 && left <= MS).toBe(true);
    expect(await Promise.all([others.spend(use('report')), others.spend(use('report'))])).toEqual([
      0, 0,
    ]);
    expect(await others.spend(use('report'))).toBeGreaterThan(0);
  });
  test('pending reports are sent before the next question, and before a window is reset', async () => {
    const windows = makeSharedWindows(redis);
    const before = await ask();
    for (let turn = 0; turn < MOST; turn += 1) windows.report(use('first told'), () => {});
    expect(await windows.spend(use('first told'))).toBeGreaterThan(0);
    expect(await ask()).toBe(before + 1);
    for (let turn = 0; turn < MOST; turn += 1) windows.report(use('then forgotten'), () => {});
    await windows.forget('then forgotten');
    expect(await windows.spend(use('then forgotten', MOST))).toBe(0);
  });
  test('answers undefined if Redis cannot be reached', async () => {
    const other = await open();
    const windows = makeSharedWindows(other);
    const asked = [windows.spend(use('gone')), windows.spend(use('gone'))];
    other.disconnect();
    expect(await Promise.all(asked)).toEqual([undefined, undefined]);
    expect(await windows.spend(use('gone'))).toBeUndefined();
    windows.report(use('gone'), () => {
      throw new Error('Redis has answered');
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RATE_LIMITS, type LimitName } from '@respa/contract/rate-limits';
import { AppError } from '@respa/contract/app-errors';
import {
  makeRateLimits,
  type RateLimits,
} from '../../packages/server/src/platform/http/rate-limits.ts';
import { makeSharedWindows } from '../../packages/server/src/platform/http/shared-windows.ts';
import { startRedis, type RedisServer } from '../support/servers/redis.ts';
import { countAsked, openRedis } from './redis-client.ts';
import { REDIS_PATH } from './two-instances.ts';

const { count } = RATE_LIMITS.messages;
const SHARE = count / 6;
/** Milliseconds. An instance reports its uses within this time and gets the result then. */
const TOLD_MS = 110;
let server: RedisServer;
const opened: Awaited<ReturnType<typeof openRedis>>[] = [];
/** Opens rate limits like an instance. */
async function openInstance() {
  const redis = await openRedis(server.url);
  opened.push(redis);
  return makeRateLimits(true, makeSharedWindows(redis));
}
const ask = () => countAsked(opened[0]!);
const passes = async (limits: RateLimits, key: string, name: LimitName = 'messages') => {
  try {
    await limits.spend(name, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_often') return false;
    throw error;
  }
};

describe('The first share of a limit, which an instance grants without asking Redis', () => {
  let both: [RateLimits, RateLimits];
  beforeAll(async () => {
    if (REDIS_PATH === undefined) return;
    server = await startRedis(REDIS_PATH);
    both = [await openInstance(), await openInstance()];
    await both[0].check('messages', 'the script is known');
  });
  afterAll(async () => {
    for (const redis of opened) redis.disconnect();
    await server?.stop();
  });
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test('is reported afterwards in one command; uses beyond it ask Redis, and so does each use of a narrow limit', async () => {
    const before = await ask();
    for (let use = 0; use < SHARE; use += 1) expect(await passes(both[0], 'few')).toBe(true);
    expect(await ask()).toBeLessThanOrEqual(before + 1);
    await expect.poll(ask).toBe(before + 1);
    for (let use = 0; use < 3; use += 1) expect(await passes(both[0], 'few')).toBe(true);
    expect(await ask()).toBe(before + 4);
    for (let use = 0; use < 3; use += 1)
      expect(await passes(both[0], 'few', 'strangers')).toBe(true);
    expect(await ask()).toBe(before + 7);
  });
  test('counts toward the whole limit: two instances grant as many uses as one, in turns and concurrently', async () => {
    let passed = 0;
    for (let use = 0; use < count + 20; use += 1)
      passed += Number(await passes(both[use % 2]!, 'in turns'));
    const at = await Promise.all(
      Array.from({ length: count + 20 }, (_, use) => passes(both[use % 2]!, 'at once')),
    );
    expect([passed, at.filter(Boolean).length]).toEqual([count, count]);
  });
  test('ends for an instance as soon as it has reported a use of a member who has used up the limit elsewhere', async () => {
    for (let use = 0; use < count; use += 1) expect(await passes(both[0], 'elsewhere')).toBe(true);
    expect(await passes(both[0], 'elsewhere')).toBe(false);
    let passed = 0;
    while (await passes(both[1], 'elsewhere')) {
      passed += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, TOLD_MS);
      });
    }
    // One on a fast machine. It would be the whole share if the instance ignored the result.
    expect(passed).toBeLessThan(SHARE);
  });
  test('is counted by the instance alone while Redis is down', async () => {
    for (let use = 0; use < SHARE / 2; use += 1) expect(await passes(both[0], 'away')).toBe(true);
    await server.kill();
    let passed = SHARE / 2;
    for (let use = 0; use < count; use += 1) passed += Number(await passes(both[0], 'away'));
    expect(passed).toBe(count);
  });
});

import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import * as profile from '@respa/contract/profile';
import { patient } from '../support/patience.ts';
import { openLive } from '../support/stream-reader.ts';
import { startInstance } from '../support/servers/instances.ts';
import { at, REDIS_PATH, SECRET_KEY, startPair, type Pair } from './two-instances.ts';

/** Milliseconds. How often a server stores its online users. */
const BEAT_MS = 5_000;
let strict: Pair;
beforeAll(async () => {
  if (REDIS_PATH !== undefined) strict = await startPair({ RATE_LIMITS: 'on' });
});
afterAll(() => strict?.stop());

describe('Two instances with rate limits', () => {
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test('share limits, keep them while Redis is down, and ignore forged address headers', async () => {
    const sides = [strict.first, strict.second];
    const attempt = async (index: number, email: string) => {
      const answer = await fetch(`${sides[index % 2]!.url}/api/auth/login`, {
        method: 'POST',
        // The proxy appends the address that it sees to what the client claims.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.0.${index}, 203.0.113.9`,
        },
        body: JSON.stringify({ email, password: 'не тот пароль' }),
      });
      return answer.status;
    };
    const run = async (email: string, count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) statuses.push(await attempt(index, email));
      return statuses;
    };
    // Each alone would grant five. If Redis is slow once, one instance counts by itself.
    const both = await run('both@respa.test', 14);
    expect(both.filter((status) => status === 400).length).toBeOneOf([5, 6, 7]);
    expect(both.slice(-2)).toEqual([429, 429]);
    const one = await run('frozen@respa.test', 4);
    expect(one).toEqual([400, 400, 400, 400]);
    await strict.redis.kill();
    // Each instance counts what it has granted itself: never more than the limit on each.
    const more = await run('frozen@respa.test', 10);
    expect(more.filter((status) => status === 400).length).toBe(6);
    expect(more.slice(-2)).toEqual([429, 429]);
    await strict.redis.start();
    expect(
      (await run('back@respa.test', 7)).filter((status) => status === 400).length,
    ).toBeGreaterThanOrEqual(5);
  });
  test('counters contain no email or address', async () => {
    const [olga, pavel] = [await strict.join('Ольга'), await strict.join('Павел')];
    const { room } = await olga.call(chats.createRoom, { params: { userId: pavel.id } });
    const spend = async () => {
      await olga.call(chats.send, { params: { roomId: room._id }, body: { message: 'Привет' } });
      await fetch(`${strict.first.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'olga@respa.test', password: 'не тот пароль' }),
      });
    };
    const redis = new Redis(strict.redis.url);
    try {
      // An instance reports what it grants without asking a little later, and only while it has
      // Redis, which was killed above.
      await expect
        .poll(
          async () => {
            await spend();
            const keys = await redis.keys('respa:limit:*');
            return keys.some((key) => key.includes(olga.id)) && keys.length > 1;
          },
          { interval: 1_000 },
        )
        .toBe(true);
      const keys = await redis.keys('respa:limit:*');
      expect(keys.filter((key) => /@|%40|respa\.test|127\.0\.0\.1|::/.test(key))).toEqual([]);
    } finally {
      redis.disconnect();
    }
  });
  test('a wide limit is shared: an instance grants its first share without asking, and together no more pass than on one instance', async () => {
    const [anna, boris] = [await strict.join('Анна'), await strict.join('Борис')];
    const sides = [at(strict.first, anna), at(strict.second, anna)];
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const { count } = RATE_LIMITS.messages;
    let sent = 0;
    for (let index = 0; index < count + 20; index += 1) {
      const { status } = await sides[index % 2]!.request(chats.send, {
        params: { roomId: room._id },
        body: { message: `Сообщение ${index}` },
      });
      expect(status).toBeOneOf([200, 429]);
      sent += Number(status === 200);
    }
    // If Redis is slow once, one instance counts by itself.
    expect(sent).toBeOneOf([count, count + 1, count + 2]);
  });
  test('after all instances are killed, the next one finds nobody online, and the last-online time is that of the crash', async () => {
    const [gleb, dina] = [await strict.join('Глеб'), await strict.join('Дина')];
    const live = await openLive(gleb);
    await new Promise((resolve) => {
      setTimeout(resolve, BEAT_MS + 500);
    });
    const died = Date.now();
    await Promise.all([strict.first.kill(), strict.second.kill()]);
    await live.ended;
    const alone = await startInstance(
      { DATABASE_URL: strict.databaseUrl, DATA_DIR: strict.dataDir, SECRET_KEY },
      strict.recorder,
    );
    const { user } = await at(alone, dina).call(profile.user, { params: { id: gleb.id } });
    expect(user.isOnline).toBe(false);
    expect(Math.abs(Date.parse(user.date!) - died)).toBeLessThan(BEAT_MS + patient(1_500));
    await alone.stop();
  });
});

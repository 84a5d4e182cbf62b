import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as communities from '@respa/contract/communities';
import { Caller, startTestApp, type TestApp } from '../support/driver.ts';
import { startInstance, type Instance } from '../support/servers/instances.ts';
import { assertNone, makeLeakRecorder, type LeakRecorder } from '../support/leak-recorder.ts';
import { makeDatabase } from '../support/servers/own-database.ts';
import { makeCommunity } from '../support/members/communities.ts';
import { startRedis, type RedisServer } from '../support/servers/redis.ts';
import { startReplicated, type Replicated } from '../support/servers/replica.ts';
import { at, joinBy, REDIS_PATH } from './two-instances.ts';
import { patient } from '../support/patience.ts';

const count = async (who: Caller, headers: Record<string, string> = {}): Promise<number> =>
  ((await (await who.request(communities.all, {}, headers)).json()) as { count: number }).count;

describe.skipIf(REDIS_PATH === undefined)('Two servers with a replica', () => {
  let [databases, redis, dataDir]: [Replicated, RedisServer, string] = [] as never;
  let [first, second]: Instance[] = [];
  let recorder: LeakRecorder;
  const isReadBy = async ({ url }: Instance) =>
    /^respa_replica_in_use 1$/m.test(await (await fetch(`${url}/api/metrics`)).text());
  beforeAll(async () => {
    [databases, redis, dataDir] = await Promise.all([
      startReplicated(),
      startRedis(REDIS_PATH!),
      mkdtemp(join(tmpdir(), 'respa-replicated-')),
    ]);
    recorder = makeLeakRecorder(dataDir);
    const env = {
      DATABASE_URL: databases.url,
      DATABASE_REPLICA_URL: databases.replicaUrl,
      REDIS_URL: redis.url,
      DATA_DIR: dataDir,
    };
    first = await startInstance(env, recorder);
    second = await startInstance(env, recorder);
  });
  afterAll(async () => {
    await Promise.all([first!.stop(), second!.stop()]);
    await Promise.all([redis.stop(), databases.stop()]);
    const leaks = await recorder.findLeaks(join(dataDir, 'outbox'));
    await rm(dataDir, { recursive: true, force: true });
    assertNone(leaks);
  });

  test(
    'read from it, except for a user who has just written, on either server; a replica that stops receiving is skipped until it has caught up',
    { timeout: patient(60_000) },
    async () => {
      const [anna, boris] = [
        await joinBy(first!, dataDir, 'Анна'),
        await joinBy(first!, dataDir, 'Борис'),
      ];
      for (const server of [first!, second!])
        await expect.poll(() => isReadBy(server), { timeout: patient(15_000) }).toBe(true);
      await databases.cutOff();
      const made = await anna.request(communities.create, { body: { name: 'Болото' } });
      expect(made.status).toBe(200);
      const cookie = made.headers.get('set-cookie')!;
      expect(cookie).toMatch(/^respa_wrote=1; Path=\/api; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
      // Lists of other users may lag; the writer's own reads may not, on whichever server nginx
      // chooses.
      expect([await count(boris), await count(at(second!, boris))]).toEqual([0, 0]);
      expect([
        await count(anna),
        await count(at(second!, anna), { cookie: cookie.split(';')[0]! }),
      ]).toEqual([1, 1]);
      for (const server of [first!, second!])
        await expect.poll(() => isReadBy(server), { timeout: patient(15_000) }).toBe(false);
      expect(await count(at(second!, boris))).toBe(1);
      await databases.join();
      for (const server of [first!, second!])
        await expect.poll(() => isReadBy(server), { timeout: patient(20_000) }).toBe(true);
      expect(await count(at(second!, boris))).toBe(1);
    },
  );
});

describe('A database that is no replica of ours', () => {
  let app: TestApp;
  test('is never read from, and neither is one that does not exist', async () => {
    const stranger = await makeDatabase();
    app = await startTestApp({ DATABASE_REPLICA_URL: stranger.url });
    try {
      const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
      await makeCommunity(anna, 'Болото');
      expect([app.server.context.replica.isInUse(), await count(boris)]).toEqual([false, 1]);
      await stranger.drop();
      expect(await count(boris)).toBe(1);
    } finally {
      await app.stop();
      await stranger.drop();
    }
  });
});

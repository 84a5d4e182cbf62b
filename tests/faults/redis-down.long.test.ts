import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeWriters, type App } from '../support/acknowledged.ts';
import { at, REDIS_PATH, startPair, type Pair } from '../multi-instance/two-instances.ts';

const ROUNDS = 4;
const AWAY_MS = 1_500;
let pair: Pair;
let app: App;
beforeAll(async () => {
  if (REDIS_PATH === undefined) return;
  pair = await startPair();
  // Calls alternate between the two instances.
  let turn = 0;
  const next = () => [pair.first, pair.second][(turn += 1) % 2]!;
  app = {
    databaseUrl: pair.databaseUrl,
    url: pair.first.url,
    inside: (path) => join(pair.dataDir, path),
    join: (name) => pair.join(name),
    as: (who) => at(next(), who),
  };
});
afterAll(() => pair?.stop());
beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

test('Redis is frozen and killed repeatedly while people write to two instances: no call is refused, nothing is lost or doubled, and an open chat misses nothing', async () => {
  const writers = await makeWriters(app, { pairs: 5 });
  writers.begin();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [away, back] of [
      [async () => pair.redis.freeze(), async () => pair.redis.thaw()],
      [() => pair.redis.kill(), () => pair.redis.start()],
    ] as const) {
      await writers.untilAcknowledged();
      await away();
      await sleep(AWAY_MS);
      await writers.untilAcknowledged();
      await back();
    }
  }
  await writers.untilAcknowledged();
  await writers.end();
  console.log(`Redis уходил ${ROUNDS * 2} раз; подтверждено ${writers.tell()}`);
  expect([...writers.refused.keys()]).toEqual([]);
  await writers.verify(app);
});

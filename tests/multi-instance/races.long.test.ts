import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../packages/server/src/platform/database/db.ts';
import { makeLog } from '../../packages/server/src/platform/runtime/log.ts';
import { assertRacesCounted } from '../support/counters.ts';
import { ALL_RACES } from '../races/all-races.ts';
import { roaming, type Course } from '../races/course.ts';
import { REDIS_PATH, startPair, type Pair } from './two-instances.ts';

let pair: Pair;
let database: ReturnType<typeof openDatabase>;
let course: Course;
beforeAll(async () => {
  if (REDIS_PATH === undefined) return;
  pair = await startPair();
  database = openDatabase(
    pair.databaseUrl,
    { poolSize: 2, preparedStatements: false },
    makeLog('fatal'),
  );
  const urls = [pair.first.url, pair.second.url];
  const enter = async (name: string) => roaming(urls, await pair.join(name));
  const [anna, boris, vera] = [await enter('Анна'), await enter('Борис'), await enter('Вера')];
  course = {
    db: database.db,
    nobody: roaming(urls),
    anna,
    boris,
    vera,
    join: enter,
    resetLinks: (address) => linksTo(join(pair.dataDir, 'outbox'), address),
  };
});
afterEach(async () => {
  if (database !== undefined) await assertRacesCounted(database.db);
});
afterAll(async () => {
  await database?.close();
  await pair?.stop();
});
/**
 * Returns the links emailed to an address. File names of emails are ids: the oldest comes first.
 */
async function linksTo(outbox: string, address: string): Promise<string[]> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    names.map(async (name) => (await readFile(join(outbox, name), 'utf8')).replace(/=\r?\n/g, '')),
  );
  return mails
    .filter((mail) => mail.includes(`To: ${address}`))
    .flatMap((mail) => /\/return-password\/[\w-]+\/[\w-]{43}/.exec(mail)?.[0] ?? []);
}

describe('Two instances on one database, each next call on the other one', () => {
  beforeEach(({ skip }) => skip(REDIS_PATH === undefined, 'нет redis-server (укажите REDIS_PATH)'));

  test.each(ALL_RACES)('%s', async (_, race) => {
    expect.hasAssertions();
    await race(course);
  });
});

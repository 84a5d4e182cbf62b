import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as publics from '@respa/contract/publics';
import { dropDatabase, startHouse, type Caller, type TestHouse } from '../driver.ts';
import { EMPTY_TOWN } from '../one-postgres.ts';
import { makePublic } from '../public-life.ts';

// A copy of the database that stands still: what is read from it is known by what it lacks.
const name = `copy_${crypto.randomUUID().slice(0, 8)}`;
const admin = new pg.Client({ connectionString: inject('postgresUrl') });
let house: TestHouse;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name} template ${EMPTY_TOWN}`);
  house = await startHouse({ DATABASE_REPLICA_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).toString() });
  [anna, boris] = await Promise.all([house.join('Анна'), house.join('Борис')]);
});
afterAll(async () => {
  await house.stop();
  await dropDatabase(admin, name);
  await admin.end();
});
const count = async (who: Caller) => (await who.call(publics.all)).count;

test('lists are read from the replica, except by who has just written; when it is gone, from the main database', async () => {
  await expect.poll(() => house.server.ground.lagging.isInUse()).toBe(true);
  await makePublic(anna, 'Болото');
  expect([await count(anna), await count(boris)]).toEqual([1, 0]);
  await dropDatabase(admin, name);
  expect(await count(boris)).toBe(1);
  await expect.poll(() => house.server.ground.lagging.isInUse(), { timeout: 5_000 }).toBe(false);
  expect(await count(boris)).toBe(1);
});

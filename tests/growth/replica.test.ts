import { afterAll, beforeAll, expect, test } from 'vitest';
import * as publics from '@respa/contract/publics';
import { startHouse, type Caller, type TestHouse } from '../driver.ts';
import { makeDatabase, type OwnDatabase } from '../own-database.ts';
import { makePublic } from '../public-life.ts';

// A copy of the database that stands still: what is read from it is known by what it lacks.
let copy: OwnDatabase;
let house: TestHouse;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  copy = await makeDatabase();
  house = await startHouse({ DATABASE_REPLICA_URL: copy.url });
  [anna, boris] = await Promise.all([house.join('Анна'), house.join('Борис')]);
});
afterAll(async () => {
  await house.stop();
  await copy.drop();
});
const count = async (who: Caller) => (await who.call(publics.all)).count;

test('lists are read from the replica, except by who has just written; when it is gone, from the main database', async () => {
  await expect.poll(() => house.server.ground.lagging.isInUse()).toBe(true);
  await makePublic(anna, 'Болото');
  expect([await count(anna), await count(boris)]).toEqual([1, 0]);
  await copy.drop();
  expect(await count(boris)).toBe(1);
  await expect.poll(() => house.server.ground.lagging.isInUse(), { timeout: 5_000 }).toBe(false);
  expect(await count(boris)).toBe(1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as friends from '@respa/contract/friends';
import { proveCounters } from '#platform/counters.ts';
import { startHouse, type TestHouse } from '../../../../tests/driver.ts';
import { COUNTERS } from './compose.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

test('the nightly proof finds nothing in a true network and finds each lie', async () => {
  const { ground } = house.server;
  const [anna, boris] = [await house.join('Анна'), await house.join('Борис')];
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  expect(await proveCounters(ground, COUNTERS)).toBe(0);
  await sql`update people set friends_count = friends_count + 1, posts_count = 3 where id = ${anna.id}`.execute(
    ground.db,
  );
  expect(await proveCounters(ground, COUNTERS)).toBe(2);
  const { rows } = await sql<{
    run_at: Date;
  }>`select run_at from graphile_worker.jobs where key = 'counters.prove'`.execute(ground.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.run_at.getUTCHours()).toBe(4);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as friends from '@respa/contract/friends';
import { checkCounters } from '#platform/database/counters.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { COUNTERS } from './counters.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the nightly check finds nothing in consistent data and finds each wrong counter', async () => {
  const { context } = app.server;
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  expect(await checkCounters(context, COUNTERS)).toBe(0);
  await sql`
    update people
    set friends_count = friends_count + 1, posts_count = 3
    where id = ${anna.id}
  `.execute(context.db);
  expect(await checkCounters(context, COUNTERS)).toBe(2);
  const { rows } = await sql<{
    run_at: Date;
  }>`
    select run_at
    from graphile_worker.jobs
    where key = 'counters.prove'
  `.execute(context.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.run_at.getUTCHours()).toBe(4);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as events from '@respa/contract/events';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("upcoming events start with the caller's day, if that day is plausible", async () => {
  const reader = await app.join('Анна');
  const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  for (const days of [-2, -1, 0, 1, 2])
    await sql`
      insert into events (id, text, day)
      values (gen_random_uuid(), ${String(days)}, ${dayIn(days)}::date)
    `.execute(app.server.context.db);
  const ask = async (query: { part?: 'next' | 'past'; from?: string }) =>
    (await reader.call(events.list, { query })).events.map(({ text }) => Number(text));
  expect(await ask({})).toEqual([0, 1, 2]);
  expect([await ask({ from: dayIn(-1) }), await ask({ from: dayIn(-1), part: 'past' })]).toEqual([
    [-1, 0, 1, 2],
    [-2],
  ]);
  expect([await ask({ from: dayIn(1) }), await ask({ from: dayIn(1), part: 'past' })]).toEqual([
    [1, 2],
    [0, -1, -2],
  ]);
  for (const from of [dayIn(-2), dayIn(2), '', '2026-02-31', 'завтра'])
    expect(await ask({ from })).toEqual([0, 1, 2]);
});

test('an event names its year, month and day as numbers beside the date', async () => {
  const reader = await app.join('Анна');
  const year = new Date().getUTCFullYear() + 1;
  await sql`
    insert into events (id, text, day)
    values (gen_random_uuid(), 'Парад планет', ${`${year}-02-09`}::date)
  `.execute(app.server.context.db);
  const { events: shown } = await reader.call(events.list, { query: {} });
  expect(shown.find(({ text }) => text === 'Парад планет')).toMatchObject({
    date: `${year}-02-09`,
    year,
    month: 2,
    day: 9,
  });
});

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { rememberTotal } from './totals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app.stop());

test('counts the results of each search at most once every half a minute', async () => {
  const { context } = app.server;
  const passed = (seconds: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: began + seconds * 1000 });
  const began = Date.now();
  let there = 3;
  const ask = (search: string) => rememberTotal(context, search, async () => there);
  passed(0);
  expect(await ask('видео маяк')).toBe(3);
  there = 5;
  expect([await ask('видео маяк'), await ask('каналы маяк')]).toEqual([3, 5]);
  passed(29);
  expect(await ask('видео маяк')).toBe(3);
  passed(31);
  expect(await ask('видео маяк')).toBe(5);
  there = 7;
  for (let other = 0; other < 1_000; other += 1) await ask(`видео ${other}`);
  expect(await ask('видео маяк')).toBe(7);
});

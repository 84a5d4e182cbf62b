import { expect, test } from 'vitest';
import { monthDays } from './month-days.ts';

test.each([
  [2026, 1, 6, 28],
  [2024, 1, 3, 29],
  [2026, 5, 0, 30],
  [2026, 10, 6, 30],
])('%d-%d starts after %d empty cells and has %d days', (year, month, before, count) => {
  const days = monthDays(new Date(year, month, 15));
  expect([days.filter((day) => day === null).length, days.length - before]).toEqual([
    before,
    count,
  ]);
  expect(days.at(-1)).toEqual(new Date(year, month, count));
});

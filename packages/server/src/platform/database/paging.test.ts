import { expect, test } from 'vitest';
import { bounds, readPage, skipOf, withOwn } from './paging.ts';

/** Returns a list of so many numbers, which is read as a database would be. */
const listOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, index) => index);
  return async (limit: number) => rows.slice(0, limit);
};

test('a page has no more rows than its size, and is the last one if nothing follows', async () => {
  expect(await readPage(2, listOf(0))).toEqual({ rows: [], isLast: true });
  expect(await readPage(2, listOf(1))).toEqual({ rows: [0], isLast: true });
  expect(await readPage(2, listOf(2))).toEqual({ rows: [0, 1], isLast: true });
  expect(await readPage(2, listOf(3))).toEqual({ rows: [0, 1], isLast: false });
});

test('a page asks for exactly one row more than it shows', async () => {
  const asked: number[] = [];
  await readPage(30, async (limit) => {
    asked.push(limit);
    return [];
  });
  expect(asked).toEqual([31]);
});

test('a page number is an offset only without a row to read before', () => {
  expect(bounds({ page: 3, limit: 10 })).toEqual({ limit: 10, skip: 20 });
  expect(bounds({ page: 3, limit: 10, before: 'seen' })).toEqual({ limit: 10, skip: 0 });
});

test('an offset moves a numbered page on', () => {
  expect(skipOf({ page: 2, offset: 3 }, 20)).toBe(23);
  expect(skipOf({ page: 0 }, 20)).toBe(0);
  expect(skipOf({ page: 2, offset: 3, before: 'seen' }, 20)).toBe(0);
});

test('the own id takes the place of the oldest one in a full list', () => {
  const newest = Array.from({ length: 1_000 }, (_, index) => String(index));
  expect(withOwn(newest, 'own', false)).toBe(newest);
  expect(withOwn(['a'], 'own', true)).toEqual(['own', 'a']);
  expect(withOwn(['own', 'a'], 'own', true)).toEqual(['own', 'a']);
});

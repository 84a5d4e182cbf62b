import { expect, test } from 'vitest';
import { applyPatches, inOrder, type Patch } from '../videos/patches.ts';
import { createPatchCache } from './preview-patches.ts';

const patches = (count: number): Patch[] =>
  Array.from({ length: count }, (_, index) => ({ from: index, to: index + 1, bytes: null }));

test('the cache of patches reads a blob once, forgets failures, and bounds what it holds', async () => {
  const cache = createPatchCache();
  let reads = 0;
  const read = (count: number) => () => {
    reads += 1;
    return Promise.resolve(patches(count));
  };
  await Promise.all([cache.find('a', read(90_000)), cache.find('a', read(90_000))]);
  expect(reads).toBe(1);
  await cache.find('b', read(90_000));
  await cache.find('a', read(1));
  expect(reads).toBe(2);
  // The third is more than all may be together: the one played longest ago goes.
  await cache.find('c', read(90_000));
  await cache.find('a', read(1));
  expect(reads).toBe(3);
  await cache.find('b', read(1));
  expect(reads).toBe(4);

  await expect(cache.find('d', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.find('d', read(1))).toHaveLength(1);
});

test('patches apply to any part of a file, and never twice to one place', () => {
  const sorted = inOrder([
    { from: 6, to: 9, bytes: null },
    { from: 1, to: 5, bytes: Buffer.from('free') },
    { from: 3, to: 7, bytes: Buffer.from('XXXX') },
  ]);
  const whole = Buffer.from('0123456789');
  applyPatches(sorted, whole, 0);
  expect(whole.toString('latin1')).toBe('0freeXX\0\x009');
  for (let from = 0; from < 10; from += 1)
    for (let to = from + 1; to <= 10; to += 1) {
      const part = Buffer.from('0123456789').subarray(from, to);
      applyPatches(sorted, part, from);
      expect(part.equals(whole.subarray(from, to))).toBe(true);
    }
});

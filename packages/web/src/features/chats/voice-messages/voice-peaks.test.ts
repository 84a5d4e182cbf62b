import { expect, test } from 'vitest';
import { loudness, peaksOf, thin, thinningOf } from './voice-peaks.ts';

test('draws at most the given number of bars, each as high as its part is loud', () => {
  expect(peaksOf([], 64)).toEqual([]);
  expect(peaksOf([0.5, 0.25], 64)).toEqual([100, 50]);
  expect(peaksOf([0, 0.4, 0.1, 0.8, 0.2, 0], 3)).toEqual([50, 100, 25]);
  const long = peaksOf(
    Array.from({ length: 14_000 }, (_, index) => (index % 7) / 10),
    64,
  );
  expect([long.length, Math.min(...long) >= 0, Math.max(...long)]).toEqual([64, true, 100]);
});
test('silence stays flat', () =>
  expect(Math.max(...peaksOf([0.001, 0.002, 0], 3))).toBeLessThan(5));
test('averages down sample rates above the MP3 limit', () => {
  expect([16_000, 44_100, 48_000, 88_200, 96_000, 192_000].map(thinningOf)).toEqual([
    1, 1, 1, 2, 2, 4,
  ]);
  expect([...thin(Float32Array.of(1, 0, 0.5, 0.5, 0.25), 2)]).toEqual([0.5, 0.5]);
  expect(loudness(Float32Array.of(0.25, -0.75, 0.5))).toBe(0.75);
});

import { expect, test } from 'vitest';
import { stepRows, type RowRange } from './row-range.ts';

const list = { count: 1_000, height: 100 };
const settle = (drawn: RowRange, seen: RowRange, of = list): RowRange => {
  const next = stepRows(drawn, seen, of);
  return next.from === drawn.from && next.to === drawn.to ? next : settle(next, seen, of);
};

test('draws the visible rows at once, and the rows near them step by step', () => {
  const seen = { from: 500, to: 508 };
  expect(stepRows({ from: 0, to: 18 }, seen, list)).toEqual(seen);
  expect(stepRows(seen, seen, list)).toEqual({ from: 498, to: 510 });
  expect(settle(seen, seen)).toEqual({ from: 490, to: 518 });
});
test('adds the newly visible rows and a little more after a wheel step', () => {
  const next = stepRows({ from: 490, to: 518 }, { from: 515, to: 523 }, list);
  expect(next).toEqual({ from: 495, to: 525 });
});
test('stays within the ends of the list', () => {
  expect(settle({ from: 0, to: 0 }, { from: -3, to: 5 })).toEqual({ from: 0, to: 15 });
  expect(settle({ from: 0, to: 0 }, { from: 995, to: 1_004 })).toEqual({ from: 985, to: 1_000 });
  expect(settle({ from: 0, to: 0 }, { from: -3, to: 5 }, { count: 2, height: 100 })).toEqual({
    from: 0,
    to: 2,
  });
  expect(settle({ from: 0, to: 0 }, { from: -30, to: -22 })).toEqual({ from: 0, to: 10 });
});
test('settles at any scroll position, also far from the list', () => {
  for (let from = -40; from < 1_040; from += 7) {
    const all = settle({ from: 0, to: 10 }, { from, to: from + 8 });
    expect(all.from).toBeLessThanOrEqual(all.to);
    for (let row = Math.max(0, from); row < Math.min(1_000, from + 8); row += 1)
      expect(row >= all.from && row < all.to).toBe(true);
  }
});

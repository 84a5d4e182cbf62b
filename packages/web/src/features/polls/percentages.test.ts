import { expect, test } from 'vitest';
import { ofVoters, shareOut } from './percentages.ts';

/** A fixed sequence of numbers below 1. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** Returns what is unfair about the shares of votes. */
function findFaults(votes: number[], shares: number[]): string[] {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  const total = sum(votes);
  if (total === 0) return sum(shares) === 0 ? [] : ['no votes have shares'];
  return [
    ...(sum(shares) > 100 ? ['more than 100'] : []),
    ...(sum(shares) > 100 - votes.length ? [] : ['too much is left']),
    ...votes.flatMap((count, at) => [
      ...(Math.abs(shares[at]! - (count * 100) / total) < 1 ? [] : ['far from the exact share']),
      ...votes.flatMap((other, place) =>
        (other === count && shares[place] !== shares[at]) ||
        (other < count && shares[place]! > shares[at]!)
          ? ['out of order']
          : [],
      ),
    ]),
  ];
}

test('the shares of a choice of one are fair, whatever the votes', () => {
  const random = makeRandom(20261127);
  const unfair = Array.from({ length: 5_000 }, (_, round) => {
    const most = [3, 10, 1_000, 1_000_000][round % 4]!;
    const options = 2 + Math.floor(random() * 9);
    return Array.from({ length: options }, () => Math.floor(random() * most));
  }).flatMap((votes) => {
    const faults = findFaults(votes, shareOut(votes));
    return faults.length === 0 ? [] : [`${votes.join()}: ${faults.join()}`];
  });
  expect(unfair).toEqual([]);
});

test.each([
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 0],
    [100, 0],
  ],
  [
    [1, 1, 1],
    [33, 33, 33],
  ],
  [
    [2, 1],
    [67, 33],
  ],
  [
    [1, 1],
    [50, 50],
  ],
  [
    [999, 1],
    [100, 0],
  ],
])('%j is shown as %j', (votes, shares) => {
  expect(shareOut(votes)).toEqual(shares);
});

test('with several options each has its part of the voters', () => {
  expect(ofVoters([3, 2, 0], 3)).toEqual([100, 67, 0]);
  expect(ofVoters([0, 0], 0)).toEqual([0, 0]);
});

import type { Dice } from '#platform/dice.ts';

export type Pair = [number, number];

/** A few know hundreds, most know some: everybody who comes befriends people who are near, and people who have many friends. */
export function inventFriendships(
  dice: Dice,
  total: number,
  mean: number,
  apart: readonly unknown[],
): Pair[] {
  const pairs: Pair[] = [];
  const known = new Set<number>();
  const befriend = (a: number, b: number): void => {
    // The six tell each other's stories themselves.
    if (a === b || (a < apart.length && b < apart.length)) return;
    const key = Math.min(a, b) * total + Math.max(a, b);
    if (known.has(key)) return;
    known.add(key);
    pairs.push([a, b]);
  };
  for (let one = 1; one < total; one += 1) {
    const wanted = Math.max(1, dice.uneven(mean / 2, 200));
    for (let turn = 0; turn < wanted; turn += 1) {
      const isNear = pairs.length === 0 || dice.roll() < 0.5;
      befriend(
        one,
        isNear
          ? Math.max(0, one - 1 - dice.whole(Math.min(one, 200)))
          : dice.pick(dice.pick(pairs)),
      );
    }
  }
  return pairs;
}

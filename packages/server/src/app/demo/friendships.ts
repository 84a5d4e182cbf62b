import type { Random } from '#platform/runtime/seeded-random.ts';

export type Pair = [number, number];

/**
 * Generates friendships: a few people have hundreds of friends, most have some. Each new person
 * befriends people nearby, and people with many friends.
 */
export function inventFriendships(
  random: Random,
  total: number,
  mean: number,
  apart: readonly unknown[],
): Pair[] {
  const pairs: Pair[] = [];
  const known = new Set<number>();
  const befriend = (a: number, b: number): void => {
    // The relationships among the six come from their stories.
    if (a === b || (a < apart.length && b < apart.length)) return;
    const key = Math.min(a, b) * total + Math.max(a, b);
    if (known.has(key)) return;
    known.add(key);
    pairs.push([a, b]);
  };
  for (let one = 1; one < total; one += 1) {
    const wanted = Math.max(1, random.skewed(mean / 2, 200));
    for (let turn = 0; turn < wanted; turn += 1) {
      const isNear = pairs.length === 0 || random.next() < 0.5;
      befriend(
        one,
        isNear
          ? Math.max(0, one - 1 - random.integer(Math.min(one, 200)))
          : random.pick(random.pick(pairs)),
      );
    }
  }
  return pairs;
}

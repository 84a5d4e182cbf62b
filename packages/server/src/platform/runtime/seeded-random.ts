/** A deterministic random source for demo data. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from 0 (inclusive) to `sides` (exclusive). */
  integer(sides: number): number;
  pick<T>(list: readonly T[]): T;
  /** Mostly small, rarely large (Pareto, α = 2); averages `mean` as long as `most` is far away. */
  skewed(mean: number, most: number): number;
  /** A UUIDv7 of that time with random bits from this source. */
  id(at: number): string;
};

/** xoshiro128**, seeded by splitmix32. */
export function createRandom(seed: number): Random {
  let mixed = seed >>> 0;
  const mix = (): number => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let [a, b, c, d] = [mix(), mix(), mix(), mix()];
  const bits = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return result;
  };
  const next = (): number => bits() / 0x1_0000_0000;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return {
    next,
    integer: (sides) => Math.floor(next() * sides),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    skewed: (mean, most) => Math.min(most, Math.floor(mean / 2 / Math.sqrt(1 - next()) + next())),
    id(at) {
      const time = hex(at, 12);
      const low = hex(bits(), 8);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(bits() & 0xfff, 3)}-${hex((bits() & 0x3fff) | 0x8000, 4)}-${low}${hex(bits() & 0xffff, 4)}`;
    },
  };
}

const rotate = (value: number, by: number): number => ((value << by) | (value >>> (32 - by))) >>> 0;

import { describe, expect, it } from 'vitest';
import { drawCreature, paletteOf, PALETTES, type Creature } from './creature.ts';

/** Returns the painted cells, read back from the paths. */
function cells(creature: Creature): Map<string, string> {
  const found = new Map<string, string>();
  for (const [tone, path] of creature.tones) {
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let step = 0; step < Number(width); step += 1)
        found.set(`${Number(x) + step},${y}`, tone);
    }
  }
  return found;
}

const ids = Array.from(
  { length: 400 },
  (_, index) => `0198a7c2-0000-7000-8000-${String(index).padStart(12, '0')}`,
);

describe('drawCreature', () => {
  it('draws the same creature for the same id', () => {
    for (const id of ids) expect(drawCreature(id)).toEqual(drawCreature(id));
  });

  it("uses the palette that its owner's name is written in", () => {
    for (const id of ids) expect(PALETTES[paletteOf(id)]).toBe(drawCreature(id).palette);
  });

  it('never changes, because people recognise each other by these pictures', () => {
    let sum = 0;
    for (const character of JSON.stringify(ids.slice(0, 50).map(drawCreature)))
      sum = (Math.imul(sum, 31) + character.codePointAt(0)!) | 0;
    expect(sum).toMatchInlineSnapshot(`1658378034`);
  });

  it('is symmetric, stays in its grid and has eyes', () => {
    const crooked: string[] = [];
    for (const id of ids) {
      const painted = cells(drawCreature(id));
      expect(Array.from(painted.values())).toContain('eye');
      for (const [key, tone] of painted) {
        const [x, y] = key.split(',').map(Number) as [number, number];
        if (x < 0 || x > 10 || y < 0 || y > 10 || painted.get(`${10 - x},${y}`) !== tone)
          crooked.push(`${id} at ${key}`);
      }
    }
    expect(crooked).toEqual([]);
  });

  it('makes neighbouring ids look different and uses all palettes', () => {
    const drawn = ids.map(drawCreature);
    expect(new Set(drawn.map((creature) => JSON.stringify(creature))).size).toBeGreaterThan(390);
    expect(new Set(drawn.map((creature) => creature.palette)).size).toBe(PALETTES.length);
  });

  it('draws something for any text', () => {
    for (const id of ['', 'я', '👾', 'x'.repeat(5000)])
      expect(drawCreature(id).tones.length).toBeGreaterThan(2);
  });
});

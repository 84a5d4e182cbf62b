import { describe, expect, it } from 'vitest';
import { layPictures, type Frame } from './picture-layout.ts';

const wide: Frame = { width: 1600, height: 900 };
const upright: Frame = { width: 900, height: 1600 };
const square: Frame = { width: 1000, height: 1000 };

describe('layPictures', () => {
  it('shows every picture once and in order', () => {
    for (let number = 1; number <= 10; number += 1) {
      for (const frame of [wide, upright, square]) {
        const indexes = layPictures(Array.from({ length: number }, () => frame)).flatMap((row) =>
          row.cells.map((cell) => cell.place),
        );
        expect(indexes).toEqual(Array.from({ length: number }, (_, index) => index));
      }
    }
  });

  it('keeps blocks of up to five pictures neither too flat nor too tall', () => {
    for (let number = 1; number <= 5; number += 1) {
      for (const frame of [
        wide,
        upright,
        square,
        { width: 8000, height: 200 },
        { width: 200, height: 8000 },
      ]) {
        const height = layPictures(Array.from({ length: number }, () => frame)).reduce(
          (sum, row) => sum + 1 / row.ratio,
          0,
        );
        expect(height, `${number} of ${frame.width}×${frame.height}`).toBeGreaterThan(0.3);
        expect(height, `${number} of ${frame.width}×${frame.height}`).toBeLessThan(1.7);
      }
    }
  });

  it('puts two upright pictures side by side', () => {
    expect(layPictures([upright, upright])).toHaveLength(1);
  });

  it('accepts invalid sizes', () => {
    expect(layPictures([{ width: 0, height: 0 }])[0]?.ratio).toBe(1);
  });
});

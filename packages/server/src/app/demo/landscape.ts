import sharp from 'sharp';
import { createRandom } from '#platform/runtime/seeded-random.ts';

type Colour = readonly [number, number, number];
const PALETTES: readonly {
  sky: readonly [Colour, Colour];
  sun: Colour;
  near: Colour;
  far: Colour;
}[] = [
  {
    sky: [
      [32, 28, 74],
      [244, 132, 95],
    ],
    sun: [255, 214, 140],
    far: [128, 84, 128],
    near: [30, 22, 52],
  },
  {
    sky: [
      [68, 132, 196],
      [214, 236, 246],
    ],
    sun: [255, 250, 220],
    far: [140, 176, 196],
    near: [34, 72, 66],
  },
  {
    sky: [
      [10, 14, 40],
      [54, 74, 128],
    ],
    sun: [232, 238, 255],
    far: [48, 62, 108],
    near: [8, 12, 28],
  },
  {
    sky: [
      [252, 178, 108],
      [255, 236, 196],
    ],
    sun: [255, 255, 240],
    far: [214, 138, 104],
    near: [92, 44, 48],
  },
  {
    sky: [
      [24, 64, 72],
      [128, 200, 176],
    ],
    sun: [244, 255, 220],
    far: [70, 132, 120],
    near: [12, 40, 44],
  },
];
const between = (a: Colour, b: Colour, share: number): Colour =>
  [0, 1, 2].map((at) => Math.round(a[at]! + (b[at]! - a[at]!) * share)) as unknown as Colour;

/**
 * Draws a JPEG of a sky with a sun and four rows of mountains. It is drawn by pixels: libvips is
 * not allowed to read SVG here.
 */
export function drawLandscape(seed: number, width: number, height: number): Promise<Buffer> {
  const random = createRandom(seed);
  const { sky, sun, near, far } = PALETTES[seed % PALETTES.length]!;
  const pixels = Buffer.alloc(width * height * 3);
  const sunX = width * (0.2 + 0.6 * random.next());
  const sunY = height * (0.2 + 0.25 * random.next());
  const radius = height * 0.07;
  const rows = Array.from({ length: 4 }, (_, row) => {
    const waves = Array.from({ length: 6 }, (__, octave) => ({
      length: (2 ** octave * (1.5 + random.next()) * Math.PI) / width,
      shift: random.next() * 7,
      height: (height * 0.11) / 1.8 ** octave,
    }));
    const base = height * (0.5 + row * 0.13);
    return {
      colour: between(far, near, row / 3),
      line: Float64Array.from(
        { length: width },
        (__, x) =>
          base -
          waves.reduce(
            (sum, wave) => sum + wave.height * Math.abs(Math.sin(x * wave.length + wave.shift)),
            0,
          ) +
          height * 0.08,
      ),
    };
  });
  for (let y = 0; y < height; y += 1) {
    const air = between(sky[0], sky[1], Math.min(1, y / (height * 0.7)));
    for (let x = 0; x < width; x += 1) {
      let row = 3;
      while (row >= 0 && y < rows[row]!.line[x]!) row -= 1;
      const colour = row >= 0 ? rows[row]!.colour : air;
      const glow =
        row >= 0 ? 0 : Math.min(1, radius / Math.max(1, Math.hypot(x - sunX, y - sunY))) ** 1.6;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        pixels[at + channel] = colour[channel]! + (sun[channel]! - colour[channel]!) * glow;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86 })
    .toBuffer();
}

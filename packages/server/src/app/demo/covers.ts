import sharp from 'sharp';
import { drawLandscape } from './landscape.ts';

/** A glyph of eleven by eleven: a letter is a colour, a dot is empty. */
export type Glyph = readonly string[];
const CELL = 34;
const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  w: [250, 248, 240],
  y: [255, 214, 92],
  r: [226, 78, 84],
  g: [126, 204, 96],
  b: [92, 148, 236],
  k: [22, 20, 34],
  o: [240, 142, 62],
  p: [186, 108, 222],
  n: [138, 92, 62],
  s: [168, 178, 196],
};

/** Draws a JPEG of a glyph in front of a landscape, with its shadow. */
export async function drawCover(
  seed: number,
  sign: Glyph,
  width = 600,
  height = 800,
): Promise<Buffer> {
  const { data } = await sharp(await drawLandscape(seed, width, height))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Buffer.from(data);
  const [left, top] = [
    Math.round((width - sign[0]!.length * CELL) / 2),
    Math.round((height - sign.length * CELL) * 0.57),
  ];
  const fill = (
    row: number,
    column: number,
    shift: number,
    mix: (before: number, channel: number) => number,
  ) => {
    for (let y = 0; y < CELL; y += 1) {
      for (let x = 0; x < CELL; x += 1) {
        const at = ((top + row * CELL + y + shift) * width + left + column * CELL + x + shift) * 3;
        for (let channel = 0; channel < 3; channel += 1)
          pixels[at + channel] = mix(pixels[at + channel]!, channel);
      }
    }
  };
  const cells = sign.flatMap((line, row) =>
    [...line].flatMap((character, column) =>
      COLOURS[character] === undefined ? [] : [{ row, column, colour: COLOURS[character] }],
    ),
  );
  for (const { row, column } of cells) fill(row, column, 14, (before) => before * 0.72);
  for (const { row, column, colour } of cells)
    fill(row, column, 0, (_, channel) => colour[channel]!);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

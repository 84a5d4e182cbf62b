import sharp from 'sharp';

/** Returns the colours in the middles of the cells of a picture, row by row. */
export async function coloursOf(picture: Buffer, cells: number): Promise<number[][]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: cells * cells }, (_, index) => {
    const x = Math.floor((((index % cells) + 0.5) * info.width) / cells);
    const y = Math.floor(((Math.floor(index / cells) + 0.5) * info.height) / cells);
    const at = (y * info.width + x) * info.channels;
    return [data[at]!, data[at + 1]!, data[at + 2]!];
  });
}

const PURE: Readonly<Record<string, readonly number[]>> = {
  red: [255, 0, 0],
  lime: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
};
/** Returns the name of a pure colour that is not far from the given one, else the numbers. */
export const nameColour = (colour: readonly number[]): string =>
  Object.entries(PURE).find(([, pure]) =>
    pure.every((value, index) => Math.abs(value - colour[index]!) < 80),
  )?.[0] ?? colour.join();

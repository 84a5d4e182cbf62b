import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';

type Staging = {
  /** The folder of the current test. */
  readonly dir: string;
  /** Writes a file that was received, as the decoder finds it. */
  staged(content: Buffer | string): Promise<{ path: string }>;
};
/** Makes a folder for each test of a file; call it at the top level. */
export function openStaging(): Staging {
  let root = '';
  let dir = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'respa-pictures-'));
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(root, 'one-'));
  });
  afterAll(() => rm(root, { recursive: true }));
  return {
    get dir() {
      return dir;
    },
    async staged(content) {
      const path = join(dir, 'staged.part');
      await writeFile(path, content);
      return { path };
    },
  };
}
/** Returns a picture of one colour, which still has to be encoded. */
export const plain = (width: number, height: number, background = '#3070b0'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
/** A GIF whose frames change their grey, so that no frame is merged with the next. */
export async function gif(width: number, height: number, frames: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill((frame * 37) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 80), loop: 3, effort: 1 })
    .toBuffer();
}

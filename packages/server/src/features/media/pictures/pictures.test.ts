import { readdir, readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { makePicture } from './pictures.ts';
import { NICENESS_STEP } from './process-priority.ts';
import { openStaging, plain } from '#tests/support/files/staged-pictures.ts';

const staging = openStaging();
/** A picture whose left half is red and right half is blue. */
const halves = (width: number, height: number) =>
  plain(width, height, '#ff0000').composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
  ]);
async function colourAt(path: string, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
  return red > 200 && green < 60 && blue < 60
    ? 'red'
    : blue > 200 && green < 60 && red < 60
      ? 'blue'
      : 'other';
}
/** Returns the id of the decoder process. Linux lists the children of each thread. */
async function findDecoder(): Promise<number> {
  const lists = await Promise.all(
    (await readdir('/proc/self/task')).map((id) =>
      readFile(`/proc/self/task/${id}/children`, 'utf8').catch(() => ''),
    ),
  );
  const children = lists.join(' ').split(/\s+/).filter(Boolean);
  const commands = await Promise.all(
    children.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return Number(children[commands.findIndex((one) => one.includes('decoder-process'))]);
}
const priorities = async (pid: number | 'self') =>
  (await readdir(`/proc/${pid}/task`)).map((id) => getPriority(Number(id)));

describe.runIf(process.platform === 'linux')('The decoder process', () => {
  test('yields to the server, whose own file reads keep their priority', async () => {
    await makePicture(await staging.staged(await plain(40, 30).jpeg().toBuffer()));
    const own = getPriority(process.pid);
    expect(new Set(await priorities(await findDecoder()))).toEqual(new Set([own + NICENESS_STEP]));
    expect(new Set(await priorities('self'))).toEqual(new Set([own]));
  });
  test('is replaced when it ends, and the picture is made all the same', async () => {
    await makePicture(await staging.staged(await plain(40, 30).jpeg().toBuffer()));
    const former = await findDecoder();
    const made = makePicture(await staging.staged(await plain(7000, 7000).png().toBuffer()));
    process.kill(former, 'SIGKILL');
    expect((await made).width).toBe(1600);
    expect(await findDecoder()).not.toBe(former);
  });
});

describe('Renditions', () => {
  test('a large photo gets 1600, 640 and 160 on the longest side, all WebP, with the size and thumbhash of the upright picture', async () => {
    const picture = await makePicture(
      await staging.staged(await plain(3000, 2000).jpeg().toBuffer()),
    );
    expect(picture).toMatchObject({ width: 1600, height: 1067 });
    const stem = picture.name.replace('.webp', '');
    expect(stem).toMatch(/^[0-9a-f]{32}$/);
    expect(picture.renditions.map((rendition) => rendition.name)).toEqual([
      `${stem}.webp`,
      `${stem}-640.webp`,
      `${stem}-160.webp`,
    ]);
    const found = await Promise.all(picture.renditions.map(({ path }) => sharp(path).metadata()));
    expect(found.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 1600, 1067],
      ['webp', 640, 427],
      ['webp', 160, 107],
    ]);
    expect(picture.bytes).toBe(picture.renditions.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(thumbHashToApproximateAspectRatio(Buffer.from(picture.thumbhash, 'base64'))).toBeCloseTo(
      1.5,
      0,
    );
  });

  test('a small picture is never enlarged and has no rendition larger than itself', async () => {
    const small = await makePicture(await staging.staged(await plain(300, 200).png().toBuffer()));
    expect([small.width, small.height, small.renditions.length]).toEqual([300, 200, 2]);
    const tiny = await makePicture(await staging.staged(await plain(1, 1).png().toBuffer()));
    expect([tiny.width, tiny.height, tiny.renditions.length]).toEqual([1, 1, 1]);
  });

  test.each([
    ['a thin picture', 4000, 3],
    ['a tall picture', 2, 9000],
  ])('%s keeps at least one pixel', async (_name, width, height) => {
    const picture = await makePicture(
      await staging.staged(await plain(width, height).png().toBuffer()),
    );
    expect(Math.max(picture.width, picture.height)).toBe(1600);
    expect(Math.min(picture.width, picture.height)).toBeGreaterThanOrEqual(1);
  });

  test('transparency is preserved', async () => {
    const clear = sharp({
      create: {
        width: 50,
        height: 50,
        channels: 4,
        background: { r: 255, g: 0, b: 0, alpha: 0.25 },
      },
    });
    const picture = await makePicture(await staging.staged(await clear.png().toBuffer()));
    const { channels, isOpaque } = await sharp(picture.renditions[0]!.path).stats();
    expect([channels.length, isOpaque]).toEqual([4, false]);
  });

  test.each(['b-w', 'rgb16', 'cmyk'] as const)('colours of %s become sRGB', async (space) => {
    const source =
      space === 'cmyk'
        ? await plain(20, 20).toColourspace('cmyk').jpeg().toBuffer()
        : await plain(20, 20).toColourspace(space).png().toBuffer();
    const picture = await makePicture(await staging.staged(source));
    expect((await sharp(picture.renditions[0]!.path).metadata()).space).toBe('srgb');
  });
});

describe('Privacy and orientation', () => {
  test('the location in EXIF, XMP and the colour profile are in no rendition', async () => {
    const source = await halves(800, 400)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'CANARY-NAME' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '58/1 2/1 3/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer();
    const before = await sharp(source).metadata();
    expect(before.exif).toBeDefined();
    expect(source.includes('CANARY-NAME') && source.includes('CANARY-XMP')).toBe(true);
    const picture = await makePicture(await staging.staged(source));
    expect(picture.renditions.length).toBe(3);
    for (const { path } of picture.renditions) {
      const { exif, xmp, icc, iptc } = await sharp(path).metadata();
      expect({ exif, xmp, icc, iptc }).toEqual({
        exif: undefined,
        xmp: undefined,
        icc: undefined,
        iptc: undefined,
      });
      expect((await readFile(path)).includes('CANARY')).toBe(false);
    }
  });

  test('a photo taken sideways is stored upright', async () => {
    const source = await halves(80, 40)
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const picture = await makePicture(await staging.staged(source));
    expect([picture.width, picture.height]).toEqual([40, 80]);
    const main = picture.renditions[0]!.path;
    expect([await colourAt(main, 20, 10), await colourAt(main, 20, 70)]).toEqual(['red', 'blue']);
  });
});

test.each([
  ['zeros', Buffer.alloc(7)],
  ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
])(
  'a JPEG with an end marker may have %s behind it, whatever its decoder warns of',
  async (_, rest) => {
    const whole = await plain(600, 400).jpeg().toBuffer();
    const scan = whole.indexOf(Buffer.of(0xff, 0xda));
    const sloppy = Buffer.concat([
      whole.subarray(0, scan),
      Buffer.from('xyz'),
      whole.subarray(scan),
    ]);
    for (const source of [whole, sloppy])
      expect(await makePicture(await staging.staged(Buffer.concat([source, rest])))).toMatchObject({
        width: 600,
      });
  },
);
test.each(['mif1', 'avis', 'miaf'])(
  'an AVIF that begins with the brand %s is accepted',
  async (brand) => {
    const source = await plain(40, 30).avif().toBuffer();
    source.write(brand, 8, 'latin1');
    expect(source.toString('latin1', 16, 64)).toContain('avif');
    expect(await makePicture(await staging.staged(source))).toMatchObject({
      width: 40,
      height: 30,
    });
  },
);

test('five photos of 12 megapixels at once are all made; the time is printed, not asserted', async () => {
  const noise = await sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  const photo = await sharp(noise).resize(4000, 3000).blur(1.5).jpeg({ quality: 88 }).toBuffer();
  const files = await Promise.all(
    [1, 2, 3, 4, 5].map(async (i) => {
      const path = join(staging.dir, `${i}.part`);
      await writeFile(path, photo);
      return { path };
    }),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const start = performance.now();
  const pictures = await Promise.all(files.map((file) => makePicture(file)));
  const ms = performance.now() - start;
  delay.disable();
  console.log(
    `five 12-megapixel photos: ${Math.round(ms)} ms, event loop at most ${(delay.max / 1e6).toFixed(1)} ms`,
  );
  expect(pictures.map((picture) => picture.renditions.length)).toEqual([3, 3, 3, 3, 3]);
});

import { execFileSync } from 'node:child_process';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePicture } from './pictures.ts';
import { NICENESS_STEP } from './process-priority.ts';

let root: string;
let dir: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'respa-pictures-'));
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  dir = await mkdtemp(join(root, 'one-'));
});

async function staged(content: Buffer | string): Promise<{ path: string }> {
  const path = join(dir, 'staged.part');
  await writeFile(path, content);
  return { path };
}
const plain = (width: number, height: number, background = '#3070b0') =>
  sharp({ create: { width, height, channels: 3, background } });
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
/** A GIF whose frames change their grey, so that no frame is merged with the next. */
async function gif(width: number, height: number, frames: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill((frame * 37) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 80), loop: 3, effort: 1 })
    .toBuffer();
}
/** A GIF of one-pixel frames on a large canvas: 20 bytes per frame, a whole canvas when decoded. */
function gifBomb(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from(
    '\x21\xf9\x04\x04\x0a\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0',
    'latin1',
  );
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}
/** A PNG header and one colour, compressed: few bytes, very many pixels. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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
    await makePicture(await staged(await plain(40, 30).jpeg().toBuffer()));
    const own = getPriority(process.pid);
    expect(new Set(await priorities(await findDecoder()))).toEqual(new Set([own + NICENESS_STEP]));
    expect(new Set(await priorities('self'))).toEqual(new Set([own]));
  });
  test('is replaced when it ends, and the picture is made all the same', async () => {
    await makePicture(await staged(await plain(40, 30).jpeg().toBuffer()));
    const former = await findDecoder();
    const made = makePicture(await staged(await plain(7000, 7000).png().toBuffer()));
    process.kill(former, 'SIGKILL');
    expect((await made).width).toBe(1600);
    expect(await findDecoder()).not.toBe(former);
  });
});

describe('Renditions', () => {
  test('a large photo gets 1600, 640 and 160 on the longest side, all WebP, with the size and thumbhash of the upright picture', async () => {
    const picture = await makePicture(await staged(await plain(3000, 2000).jpeg().toBuffer()));
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
    const small = await makePicture(await staged(await plain(300, 200).png().toBuffer()));
    expect([small.width, small.height, small.renditions.length]).toEqual([300, 200, 2]);
    const tiny = await makePicture(await staged(await plain(1, 1).png().toBuffer()));
    expect([tiny.width, tiny.height, tiny.renditions.length]).toEqual([1, 1, 1]);
  });

  test.each([
    ['a thin picture', 4000, 3],
    ['a tall picture', 2, 9000],
  ])('%s keeps at least one pixel', async (_name, width, height) => {
    const picture = await makePicture(await staged(await plain(width, height).png().toBuffer()));
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
    const picture = await makePicture(await staged(await clear.png().toBuffer()));
    const { channels, isOpaque } = await sharp(picture.renditions[0]!.path).stats();
    expect([channels.length, isOpaque]).toEqual([4, false]);
  });

  test.each(['b-w', 'rgb16', 'cmyk'] as const)('colours of %s become sRGB', async (space) => {
    const source =
      space === 'cmyk'
        ? await plain(20, 20).toColourspace('cmyk').jpeg().toBuffer()
        : await plain(20, 20).toColourspace(space).png().toBuffer();
    const picture = await makePicture(await staged(source));
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
    const picture = await makePicture(await staged(source));
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
    const picture = await makePicture(await staged(source));
    expect([picture.width, picture.height]).toEqual([40, 80]);
    const main = picture.renditions[0]!.path;
    expect([await colourAt(main, 20, 10), await colourAt(main, 20, 70)]).toEqual(['red', 'blue']);
  });
});

describe('Animated pictures', () => {
  test('a GIF stays animated with its frames, delays and loop; the smallest rendition is still', async () => {
    const picture = await makePicture(await staged(await gif(320, 200, 12)));
    expect([picture.width, picture.height]).toEqual([320, 200]);
    const [main, small] = picture.renditions;
    expect(await sharp(main!.path).metadata()).toMatchObject({
      format: 'webp',
      pages: 12,
      loop: 3,
      delay: Array.from({ length: 12 }, () => 80),
    });
    expect(small!.name).toMatch(/-160\.webp$/);
    expect((await sharp(small!.path).metadata()).pages).toBeUndefined();
  });
  test('a large GIF is scaled down', async () => {
    const picture = await makePicture(await staged(await gif(1000, 500, 3)));
    expect([picture.width, picture.height]).toEqual([800, 400]);
    expect((await sharp(picture.renditions[0]!.path).metadata()).pages).toBe(3);
  });
  test('a still picture does not wait for an animated one', async () => {
    const [slow, quick] = [join(dir, 'slow.part'), join(dir, 'quick.part')];
    await Promise.all([
      writeFile(slow, await gif(600, 400, 60)),
      plain(40, 40).png().toFile(quick),
    ]);
    const over: string[] = [];
    const moving = makePicture({ path: slow }).then(() => over.push('moving'));
    // The header is read first; then the picture waits for its turn.
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    await makePicture({ path: quick }).then(() => over.push('still'));
    await moving;
    expect(over).toEqual(['still', 'moving']);
  });
  test('a GIF cut off in the middle keeps the frames that arrived', async () => {
    const whole = await gif(200, 200, 10);
    const picture = await makePicture(await staged(whole.subarray(0, whole.length / 2)));
    const { pages = 1 } = await sharp(picture.renditions[0]!.path).metadata();
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThan(10);
  });
  test('2,000 frames are accepted; more frames or too many pixels in total are refused with the reason', async () => {
    expect((await makePicture(await staged(await gif(8, 8, 2000)))).width).toBe(8);
    await expect(makePicture(await staged(await gif(8, 8, 2001)))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/^Слишком длинная анимация. Кадров: 2.001, можно до 2.000/),
    });
    expect((await makePicture(await staged(gifBomb(1000, 1000, 100)))).width).toBe(800);
    await expect(makePicture(await staged(gifBomb(1000, 1000, 101)))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/1.000 × 1.000 точек. Кадров: 101, .* можно до 100/),
    });
  });

  describe.skipIf(ENCODER === undefined)('An animated PNG', () => {
    const apng = (...filters: string[]) =>
      makeVideo('apng', [
        '-f',
        'lavfi',
        '-i',
        `testsrc2=size=320x180:rate=10:duration=1.2${filters.join('')}`,
        ...'-plays 3 -f apng'.split(' '),
      ]);
    test('stays animated with its frames, delays, loop and colours', async () => {
      const source = apng();
      const picture = await makePicture(await staged(source));
      expect([picture.width, picture.height]).toEqual([320, 180]);
      const [main, small] = picture.renditions;
      expect(await sharp(main!.path).metadata()).toMatchObject({
        pages: 12,
        loop: 3,
        delay: Array.from({ length: 12 }, () => 100),
      });
      expect((await sharp(small!.path).metadata()).pages).toBeUndefined();
      const path = join(dir, 'frames.apng');
      await writeFile(path, source);
      for (const page of [0, 7, 11]) {
        const frame = execFileSync(ENCODER!, [
          '-v',
          'error',
          '-i',
          path,
          '-vf',
          `select=eq(n\\,${page})`,
          '-frames:v',
          '1',
          ...'-f image2pipe -c:v png -'.split(' '),
        ]);
        const [made, wanted] = await Promise.all(
          [sharp(main!.path, { page }), sharp(frame)].map((one) =>
            one.removeAlpha().resize(16, 9).raw().toBuffer(),
          ),
        );
        const worst = Math.max(...made!.map((value, at) => Math.abs(value - wanted![at]!)));
        expect(worst).toBeLessThan(40);
      }
      await rm(path);
    });
    test('with transparent frames that leave parts of the former ones is composed', async () => {
      const picture = await makePicture(
        await staged(apng(',format=rgba,colorchannelmixer=aa=0.5')),
      );
      const { channels, pages } = await sharp(picture.renditions[0]!.path).metadata();
      expect([channels, pages]).toEqual([4, 12]);
    });
    test('that is cut off keeps the frames that are whole', async () => {
      const whole = apng();
      for (const length of [whole.length - 12, whole.length - 300, whole.length >> 1]) {
        const { renditions } = await makePicture(await staged(whole.subarray(0, length)));
        const { pages, delay } = await sharp(renditions[0]!.path).metadata();
        expect(pages).toBeGreaterThan(3);
        expect(delay).toHaveLength(pages!);
      }
    });
    test('that is damaged becomes its first frame', async () => {
      const source = apng();
      const at = source.indexOf('fdAT') + 20;
      source.fill(7, at, at + 200);
      const picture = await makePicture(await staged(source));
      expect((await sharp(picture.renditions[0]!.path).metadata()).pages).toBeUndefined();
      expect([picture.width, picture.height]).toEqual([320, 180]);
    });
  });
});

describe('A file that is no picture is refused and leaves nothing behind', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  const photo = () =>
    plain(600, 600).composite([
      {
        input: {
          create: {
            width: 600,
            height: 600,
            channels: 3,
            background: '#888',
            noise: { type: 'gaussian', mean: 128, sigma: 60 },
          },
        },
      },
    ]);
  const cases: [string, () => Promise<Buffer | string> | Buffer | string][] = [
    ['nothing', () => ''],
    ['one byte', () => 'G'],
    ['SVG', () => svg],
    ['SVG with an XML head', () => `<?xml version="1.0"?>${svg}`],
    ['HTML', () => '<!doctype html><script>alert(1)</script>'],
    ['a GIF head and HTML', () => 'GIF89a/*<script>alert(1)</script>*/=0'],
    [
      'a JPEG head and noise',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)]),
    ],
    ['PDF', () => '%PDF-1.4\n1 0 obj<</JavaScript(app.alert(1))>>endobj'],
    [
      'a JPEG cut off in the middle',
      async () => {
        const whole = await photo().jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a PNG cut off in the middle',
      async () => {
        const whole = await photo().png().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a WebP cut off in the middle',
      async () => {
        const whole = await photo().webp().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    ['TIFF', () => plain(10, 10).tiff().toBuffer()],
  ];
  test.each(cases)('%s', async (_name, make) => {
    const file = await staged(await make());
    await expect(makePicture(file)).rejects.toMatchObject({ code: 'bad_type' });
    expect(await readdir(dir)).toEqual(['staged.part']);
  });

  const reasons: [string, RegExp, () => Promise<Buffer> | Buffer][] = [
    ['a text', /не поддерживается. Подойдут JPEG/, () => Buffer.from('Привет')],
    ['TIFF', /не поддерживается. Подойдут JPEG/, () => plain(10, 10).tiff().toBuffer()],
    [
      'a burst of photos in HEIC',
      /HEIC здесь не открываются/,
      () => Buffer.from('\0\0\0\x18ftyphevx\0\0\0\0msf1hevx', 'latin1'),
    ],
    [
      'a photo in HEIC',
      /HEIC здесь не открываются. Сохраните снимок как JPEG/,
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    ],
    [
      'a damaged JPEG',
      /Картинка повреждена/,
      async () => (await photo().jpeg().toBuffer()).subarray(0, 2000),
    ],
    [
      'too many pixels',
      /: 8.000 × 8.000 точек. Можно до 52 мегапикселей/,
      () => pngBomb(8000, 8000),
    ],
  ];
  test.each(reasons)('%s, and the reason is named', async (_name, text, make) => {
    const refusal: unknown = await makePicture(await staged(await make())).catch(
      (error: unknown) => error,
    );
    expect((refusal as Error).message).toMatch(text);
  });

  test('a kind that the upload does not accept', async () => {
    await expect(
      makePicture(await staged(await gif(8, 8, 2)), { kinds: ['jpeg', 'png'] }),
    ).rejects.toMatchObject({ code: 'bad_type' });
  });

  test('a JPEG with HTML appended is stored without the HTML', async () => {
    const source = Buffer.concat([
      await photo().jpeg().toBuffer(),
      Buffer.from('<script>CANARY</script>'),
    ]);
    const picture = await makePicture(await staged(source));
    for (const { path } of picture.renditions)
      expect((await readFile(path)).includes('CANARY')).toBe(false);
  });

  test.each([
    [30_000, 30_000],
    [7212, 7212],
    [52_000_001, 1],
  ])('%i × %i pixels of one colour are refused before they are decoded', async (width, height) => {
    const bomb = pngBomb(width, height);
    const memory = process.memoryUsage().rss;
    await expect(makePicture(await staged(bomb))).rejects.toMatchObject({ code: 'too_large' });
    expect(process.memoryUsage().rss - memory).toBeLessThan(100e6);
  });
  test('a phone photo of 50 megapixels is accepted', async () => {
    const picture = await makePicture(await staged(pngBomb(8192, 6144)));
    expect([picture.width, picture.height]).toEqual([1600, 1200]);
  });
  test('a JPEG without its end marker is accepted, and AVIF', async () => {
    const whole = await photo().jpeg().toBuffer();
    expect(whole.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
    expect(await makePicture(await staged(whole.subarray(0, -2)))).toMatchObject({ width: 600 });
    expect(await makePicture(await staged(await plain(40, 30).avif().toBuffer()))).toMatchObject({
      width: 40,
      height: 30,
    });
  });
});

test.each([
  ['zeros', Buffer.alloc(7)],
  ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
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
      expect(await makePicture(await staged(Buffer.concat([source, rest])))).toMatchObject({
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
    expect(await makePicture(await staged(source))).toMatchObject({ width: 40, height: 30 });
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
      const path = join(dir, `${i}.part`);
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

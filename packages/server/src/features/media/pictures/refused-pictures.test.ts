import { readdir, readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makePicture } from './pictures.ts';
import { gif, openStaging, plain } from '#tests/support/files/staged-pictures.ts';

const staging = openStaging();
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
    const file = await staging.staged(await make());
    await expect(makePicture(file)).rejects.toMatchObject({ code: 'bad_type' });
    expect(await readdir(staging.dir)).toEqual(['staged.part']);
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
    const refusal: unknown = await makePicture(await staging.staged(await make())).catch(
      (error: unknown) => error,
    );
    expect((refusal as Error).message).toMatch(text);
  });

  test('a kind that the upload does not accept', async () => {
    await expect(
      makePicture(await staging.staged(await gif(8, 8, 2)), { kinds: ['jpeg', 'png'] }),
    ).rejects.toMatchObject({ code: 'bad_type' });
  });

  test('a JPEG with HTML appended is stored without the HTML', async () => {
    const source = Buffer.concat([
      await photo().jpeg().toBuffer(),
      Buffer.from('<script>CANARY</script>'),
    ]);
    const picture = await makePicture(await staging.staged(source));
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
    await expect(makePicture(await staging.staged(bomb))).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(process.memoryUsage().rss - memory).toBeLessThan(100e6);
  });
  test('a phone photo of 50 megapixels is accepted', async () => {
    const picture = await makePicture(await staging.staged(pngBomb(8192, 6144)));
    expect([picture.width, picture.height]).toEqual([1600, 1200]);
  });
  test('a JPEG without its end marker is accepted, and AVIF', async () => {
    const whole = await photo().jpeg().toBuffer();
    expect(whole.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
    expect(await makePicture(await staging.staged(whole.subarray(0, -2)))).toMatchObject({
      width: 600,
    });
    expect(
      await makePicture(await staging.staged(await plain(40, 30).avif().toBuffer())),
    ).toMatchObject({
      width: 40,
      height: 30,
    });
  });
});

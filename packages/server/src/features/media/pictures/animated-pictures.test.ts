import { execFileSync } from 'node:child_process';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makePicture } from './pictures.ts';
import { gif, openStaging, plain } from '#tests/support/files/staged-pictures.ts';

const staging = openStaging();
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

describe('Animated pictures', () => {
  test('a GIF stays animated with its frames, delays and loop; the smallest rendition is still', async () => {
    const picture = await makePicture(await staging.staged(await gif(320, 200, 12)));
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
    const picture = await makePicture(await staging.staged(await gif(1000, 500, 3)));
    expect([picture.width, picture.height]).toEqual([800, 400]);
    expect((await sharp(picture.renditions[0]!.path).metadata()).pages).toBe(3);
  });
  test('a still picture does not wait for an animated one', async () => {
    const [slow, quick] = [join(staging.dir, 'slow.part'), join(staging.dir, 'quick.part')];
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
    const picture = await makePicture(await staging.staged(whole.subarray(0, whole.length / 2)));
    const { pages = 1 } = await sharp(picture.renditions[0]!.path).metadata();
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThan(10);
  });
  test('2,000 frames are accepted; more frames or too many pixels in total are refused with the reason', async () => {
    expect((await makePicture(await staging.staged(await gif(8, 8, 2000)))).width).toBe(8);
    await expect(makePicture(await staging.staged(await gif(8, 8, 2001)))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/^Слишком длинная анимация. Кадров: 2.001, можно до 2.000/),
    });
    expect((await makePicture(await staging.staged(gifBomb(1000, 1000, 100)))).width).toBe(800);
    await expect(makePicture(await staging.staged(gifBomb(1000, 1000, 101)))).rejects.toMatchObject(
      {
        code: 'too_large',
        message: expect.stringMatching(/1.000 × 1.000 точек. Кадров: 101, .* можно до 100/),
      },
    );
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
      const picture = await makePicture(await staging.staged(source));
      expect([picture.width, picture.height]).toEqual([320, 180]);
      const [main, small] = picture.renditions;
      expect(await sharp(main!.path).metadata()).toMatchObject({
        pages: 12,
        loop: 3,
        delay: Array.from({ length: 12 }, () => 100),
      });
      expect((await sharp(small!.path).metadata()).pages).toBeUndefined();
      const path = join(staging.dir, 'frames.apng');
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
        await staging.staged(apng(',format=rgba,colorchannelmixer=aa=0.5')),
      );
      const { channels, pages } = await sharp(picture.renditions[0]!.path).metadata();
      expect([channels, pages]).toEqual([4, 12]);
    });
    test('that is cut off keeps the frames that are whole', async () => {
      const whole = apng();
      for (const length of [whole.length - 12, whole.length - 300, whole.length >> 1]) {
        const { renditions } = await makePicture(await staging.staged(whole.subarray(0, length)));
        const { pages, delay } = await sharp(renditions[0]!.path).metadata();
        expect(pages).toBeGreaterThan(3);
        expect(delay).toHaveLength(pages!);
      }
    });
    test('that is damaged becomes its first frame', async () => {
      const source = apng();
      const at = source.indexOf('fdAT') + 20;
      source.fill(7, at, at + 200);
      const picture = await makePicture(await staging.staged(source));
      expect((await sharp(picture.renditions[0]!.path).metadata()).pages).toBeUndefined();
      expect([picture.width, picture.height]).toEqual([320, 180]);
    });
  });
});

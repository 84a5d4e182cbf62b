import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { makePicture } from './pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on' });
});
afterAll(() => app.stop());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3070b0' } });
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'picture.png');

describe('Pictures of several members', () => {
  test('one member with many large pictures delays another by one picture', async () => {
    const dir = app.server.context.stagingDir;
    const large = await plain(7000, 7000).png({ compressionLevel: 9 }).toBuffer();
    expect(large.length).toBeLessThan(200_000);
    const small = join(dir, 'small.part');
    await plain(40, 40).png().toFile(small);
    const done: string[] = [];
    const make = async (path: string, sender: string) => {
      await makePicture({ path, sender });
      done.push(sender);
    };
    const greedy = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const path = join(dir, `large-${at}.part`);
        await writeFile(path, large);
        return path;
      }),
    );
    const all = greedy.map((path) => make(path, 'greedy'));
    // The headers are read first; then the pictures wait for their turns.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    await Promise.all([...all, make(small, 'anna')]);
    expect(done.indexOf('anna')).toBeLessThanOrEqual(4);
  });

  test('a member pays for the megapixels of their pictures', async () => {
    const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
    const { limits } = app.server.context;
    await limits.spend('megapixels', anna.id, RATE_LIMITS.megapixels.count - 9);
    const eight = fileOf(await plain(4000, 2000).png().toBuffer());
    await anna.call(profile.edit, { files: { file: [eight] } });
    const refused = await anna.request(profile.edit, { files: { file: [eight] } });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds: number) => seconds > 3_000 && seconds <= 3_600),
    ]);
    expect(await refused.json()).toMatchObject({
      code: 'too_often',
      error: expect.stringMatching(
        /^Вы загрузили очень много больших картинок. Следующие можно загрузить через \d+ мин\.$/,
      ),
    });
    await boris.call(profile.edit, { files: { file: [eight] } });
  });

  test('all frames of an animation count', async () => {
    const anna = await app.join('Анна');
    const { limits } = app.server.context;
    await limits.spend('megapixels', anna.id, RATE_LIMITS.megapixels.count - 3);
    const frames = Buffer.alloc(500 * 500 * 3 * 16);
    for (let frame = 0; frame < 16; frame += 1)
      frames.fill(frame * 15, frame * 750_000, (frame + 1) * 750_000);
    const gif = await sharp(frames, {
      raw: { width: 500, height: 500 * 16, channels: 3, pageHeight: 500 },
    })
      .gif({ effort: 1 })
      .toBuffer();
    expect(await anna.refusal(profile.edit, { files: { file: [fileOf(gif)] } })).toMatchObject({
      status: 429,
      code: 'too_often',
    });
  });
});

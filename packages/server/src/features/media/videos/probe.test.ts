import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseVoiceMetadata, inspectVoice } from './audio.ts';
import { eraseMetadata } from './metadata.ts';
import { inspectVideo } from './video-files.ts';
import { containerOf, mp4Box } from '#tests/support/files/containers.ts';
import { findKind } from '../serving/kinds.ts';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';

/** This context has no encoder: everything is read from the boxes. */
const context = { config: { ffmpeg: undefined }, media: {} } as unknown as AppContext;
const inspect = (path: string) =>
  inspectVideo(
    context,
    { path, filename: 'clip.mp4' },
    { pixels: 7680 * 4320, seconds: 12 * 3600 },
  );
const hear = (path: string) => inspectVoice({ path, filename: 'voice.mp3' });
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'respa-probe-'));
});
afterAll(() => rm(dir, { recursive: true }));
async function staged(content: Uint8Array | string): Promise<string> {
  const path = join(dir, 'staged.part');
  await writeFile(path, content);
  return path;
}
/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes and 26 ms per frame. */
function voice(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

describe('inspectVideo', () => {
  const shape = { container: 'mp4', plays: false };
  test('returns the size and length of a video, with its rotation applied', async () => {
    expect(await inspect(await staged(await containerOf()))).toEqual({
      ...shape,
      width: 640,
      height: 360,
      duration: 2,
    });
    expect(await inspect(await staged(await containerOf({ rotation: 90, seconds: 1.5 })))).toEqual({
      ...shape,
      width: 360,
      height: 640,
      duration: 1.5,
    });
  });

  const no: [string, () => Promise<Buffer | string> | Buffer | string][] = [
    ['nothing', () => ''],
    ['HTML', () => '<script>alert(1)</script>'],
    [
      'a playlist that references a server file',
      () => '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n',
    ],
    ['ffconcat', () => 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['an mp3', () => voice(50)],
    ['a video truncated before its tables', async () => (await containerOf()).subarray(0, 300)],
    ['a video truncated inside its tables', async () => (await containerOf()).subarray(0, -10)],
    [
      'an ftyp and a moov of unlimited size',
      () =>
        Buffer.concat([
          mp4Box('ftyp', Buffer.from('isom\0\0\0\0isom')),
          Buffer.from([0, 0, 0, 1]),
          Buffer.from('moov'),
          Buffer.alloc(8, 0x7f),
        ]),
    ],
  ];
  test.each(no)('refuses %s', async (_name, make) => {
    await expect(inspect(await staged(await make()))).rejects.toMatchObject({
      code: 'bad_type',
    });
  });

  test('goes by the content, not by the name', async () => {
    const mov = (await containerOf()).toString('latin1').replace(/ftyp..../, 'ftypqt  ');
    expect(await inspect(await staged(Buffer.from(mov, 'latin1')))).toMatchObject({
      container: 'mov',
    });
    expect(await inspect(await staged(await containerOf({ webm: true })))).toMatchObject({
      container: 'webm',
    });
  });
  test.each([
    ['with zeros behind the last box', (whole: Buffer) => Buffer.concat([whole, Buffer.alloc(4)])],
    [
      'with text behind the last box',
      (whole: Buffer) => Buffer.concat([whole, Buffer.from('58.04 38.85 and so on')]),
    ],
    [
      'with a box that is cut off behind the last one',
      (whole: Buffer) => Buffer.concat([whole, mp4Box('free', Buffer.alloc(90)).subarray(0, 50)]),
    ],
  ])('reads a video %s, as players do', async (_name, change) => {
    const path = await staged(change(await containerOf()));
    expect(await inspect(path)).toMatchObject({ width: 640, height: 360, duration: 2 });
    await eraseMetadata(path, 'mp4');
    expect(await inspect(path)).toMatchObject({ width: 640, height: 360, duration: 2 });
    expect((await readFile(path)).includes('58.04')).toBe(false);
  });
  test('reads the length from the frames if the tables name the largest number', async () => {
    const whole = await containerOf();
    for (const [type, at] of [
      ['mvhd', 16],
      ['tkhd', 20],
      ['mdhd', 16],
    ] as const) {
      const start = whole.indexOf(type) + 4;
      expect(whole[start]).toBe(0);
      whole.writeUInt32BE(0xffffffff, start + at);
    }
    expect(await inspect(await staged(whole))).toMatchObject({ duration: 2 });
  });
  test.each(['styp', 'uuid', 'sidx', 'free'])('finds an MP4 that begins with %s', async (type) => {
    const path = await staged(Buffer.concat([mp4Box(type, Buffer.alloc(24)), await containerOf()]));
    expect((await findKind(path, 'a.mp4')).type).toBe('mov');
  });
  test('looks for a picture in an MP4 with the brand of a song', async () => {
    const song = (await containerOf()).toString('latin1').replace(/ftyp..../, 'ftypM4A ');
    expect(await inspect(await staged(Buffer.from(song, 'latin1')))).toMatchObject({ width: 640 });
  });
  test.each([
    [188, 0],
    [192, 0],
    [204, 0],
    [188, 100],
    [192, 77],
  ])('finds transport streams with packets of %i bytes from byte %i on', async (length, first) => {
    const packet = Buffer.alloc(length, 0xff);
    packet.set([0x47, 0x40, 0x00, 0x10]);
    const stream = Buffer.concat(Array.from({ length: 20 }, () => packet));
    const path = await staged(stream.subarray(first));
    expect((await findKind(path, 'a.ts')).type).toBe('ts');
    await writeFile(path, 'G'.repeat(4_000));
    expect((await findKind(path, 'a.ts')).type).not.toBe('ts');
  });
  const reasons: [string, RegExp, () => Promise<Buffer> | Buffer][] = [
    ['a text', /не поддерживается. Подойдут MP4/, () => Buffer.from('Привет')],
    ['a cut video', /обрывается/, async () => (await containerOf()).subarray(0, -10)],
    [
      'a video of too many pixels',
      /16 000 × 16 000 точек. Можно до 33,2 мегапикселя/,
      () => containerOf({ width: 16_000, height: 16_000 }),
    ],
    [
      'an unknown codec',
      /неизвестным способом/,
      async () =>
        Buffer.from((await containerOf()).toString('latin1').replaceAll('vp09', 'zzzz'), 'latin1'),
    ],
  ];
  test.each(reasons)('says why it refuses %s', async (_name, text, make) => {
    const refusal = (await inspect(await staged(await make())).catch(
      (error: unknown) => error,
    )) as Error;
    expect(refusal.message.replaceAll('\u00a0', ' ')).toMatch(text);
  });

  test('refuses 16,000 × 16,000', async () => {
    await expect(
      inspect(await staged(await containerOf({ width: 16_000, height: 16_000 }))),
    ).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('inspectVoice', () => {
  test('returns the length, also behind an ID3 tag', async () => {
    expect((await hear(await staged(voice(100)))).duration).toBeCloseTo((100 * 1152) / 44_100, 1);
    const tag = Buffer.concat([
      Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0]),
      Buffer.alloc(128),
    ]);
    expect((await hear(await staged(Buffer.concat([tag, voice(100)])))).duration).toBeCloseTo(
      (100 * 1152) / 44_100,
      1,
    );
  });
  test.each([
    ['nothing', ''],
    ['HTML', '<html>'],
    ['only an ID3 tag', 'ID3\x04\0\0\0\0\0\0'],
    ['only a frame header', '\xff\xfb\x90\x00'],
  ])('refuses %s as MP3', async (_name, text) => {
    await expect(hear(await staged(Buffer.from(text, 'latin1')))).rejects.toMatchObject({
      code: 'bad_type',
    });
  });
  test('refuses a video, and says so', async () => {
    await expect(hear(await staged(await containerOf()))).rejects.toMatchObject({
      code: 'bad_type',
      message: expect.stringContaining('видео, а не голос'),
    });
  });
  describe.skipIf(ENCODER === undefined)('by the sound', () => {
    const record = (extension: string, ...codec: string[]) =>
      makeVideo(extension, [...'-f lavfi -i sine=duration=8'.split(' '), ...codec]);
    test('accepts an Ogg that ends inside a page', async () => {
      const whole = record('ogg', '-c:a', 'libopus');
      for (const missing of [1, 100, 3_000]) {
        const path = await staged(whole.subarray(0, -missing));
        const { duration } = await hear(path);
        expect(duration).toBeGreaterThan(5);
        await eraseVoiceMetadata(path, { extension: 'ogg' });
      }
    });
    test('says what is wrong with an M4A', async () => {
      await expect(hear(await staged(record('m4a', '-c:a', 'alac')))).rejects.toMatchObject({
        message: expect.stringContaining('браузеры не воспроизводят'),
      });
      await expect(
        hear(await staged(record('m4a', '-c:a', 'aac').subarray(0, -100))),
      ).rejects.toMatchObject({ message: expect.stringContaining('Звукозапись повреждена') });
    });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseVoiceMetadata, inspectVoice } from './audio.ts';
import { eraseMetadata } from './metadata.ts';
import { findKind } from '../serving/kinds.ts';
import { inspectVideo } from './video-files.ts';

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
/** Returns a minimal video; these tests check only its container. */
async function video(
  options: {
    width?: number;
    height?: number;
    seconds?: number;
    webm?: boolean;
    rotation?: 90;
  } = {},
): Promise<Buffer> {
  const { width = 640, height = 360, seconds = 2, webm = false } = options;
  const target = new BufferTarget();
  const output = new Output({
    format: webm ? new WebMOutputFormat() : new Mp4OutputFormat(),
    target,
  });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, {
    frameRate: 10,
    ...(options.rotation === undefined ? {} : { rotation: options.rotation }),
  });
  output.setMetadataTags({ title: 'CANARY-TITLE', comment: 'CANARY-PLACE 58.04 38.85' });
  await output.start();
  const meta = {
    decoderConfig: { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height },
  };
  for (let i = 0; i < seconds * 10; i += 1)
    await source.add(
      new EncodedPacket(Buffer.alloc(200, 130), i === 0 ? 'key' : 'delta', i / 10, 0.1),
      meta,
    );
  await output.finalize();
  return Buffer.from(target.buffer!);
}
/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes and 26 ms per frame. */
function voice(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}
const box = (type: string, ...content: Buffer[]) => {
  const head = Buffer.alloc(8);
  const body = Buffer.concat(content);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

describe('inspectVideo', () => {
  const shape = { container: 'mp4', plays: false };
  test('returns the size and length of a video, with its rotation applied', async () => {
    expect(await inspect(await staged(await video()))).toEqual({
      ...shape,
      width: 640,
      height: 360,
      duration: 2,
    });
    expect(await inspect(await staged(await video({ rotation: 90, seconds: 1.5 })))).toEqual({
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
    ['a video truncated before its tables', async () => (await video()).subarray(0, 300)],
    ['a video truncated inside its tables', async () => (await video()).subarray(0, -10)],
    [
      'an ftyp and a moov of unlimited size',
      () =>
        Buffer.concat([
          box('ftyp', Buffer.from('isom\0\0\0\0isom')),
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
    const mov = (await video()).toString('latin1').replace(/ftyp..../, 'ftypqt  ');
    expect(await inspect(await staged(Buffer.from(mov, 'latin1')))).toMatchObject({
      container: 'mov',
    });
    expect(await inspect(await staged(await video({ webm: true })))).toMatchObject({
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
      (whole: Buffer) => Buffer.concat([whole, box('free', Buffer.alloc(90)).subarray(0, 50)]),
    ],
  ])('reads a video %s, as players do', async (_name, change) => {
    const path = await staged(change(await video()));
    expect(await inspect(path)).toMatchObject({ width: 640, height: 360, duration: 2 });
    await eraseMetadata(path, 'mp4');
    expect(await inspect(path)).toMatchObject({ width: 640, height: 360, duration: 2 });
    expect((await readFile(path)).includes('58.04')).toBe(false);
  });
  test('reads the length from the frames if the tables name the largest number', async () => {
    const whole = await video();
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
    const path = await staged(Buffer.concat([box(type, Buffer.alloc(24)), await video()]));
    expect((await findKind(path, 'a.mp4')).type).toBe('mov');
  });
  test('looks for a picture in an MP4 with the brand of a song', async () => {
    const song = (await video()).toString('latin1').replace(/ftyp..../, 'ftypM4A ');
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
    ['a cut video', /обрывается/, async () => (await video()).subarray(0, -10)],
    [
      'a video of too many pixels',
      /16 000 × 16 000 точек. Можно до 33,2 мегапикселя/,
      () => video({ width: 16_000, height: 16_000 }),
    ],
    [
      'an unknown codec',
      /неизвестным способом/,
      async () =>
        Buffer.from((await video()).toString('latin1').replaceAll('vp09', 'zzzz'), 'latin1'),
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
      inspect(await staged(await video({ width: 16_000, height: 16_000 }))),
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
    await expect(hear(await staged(await video()))).rejects.toMatchObject({
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

describe('eraseMetadata', () => {
  test('erases title, comment and location and leaves the video unchanged', async () => {
    const whole = await video();
    expect(whole.includes('CANARY-PLACE')).toBe(true);
    const path = await staged(whole);
    const before = await inspect(path);
    await eraseMetadata(path, 'mp4');
    const after = await readFile(path);
    expect(after.includes('CANARY')).toBe(false);
    expect(after.length).toBe(whole.length);
    expect(await inspect(path)).toEqual(before);
  });

  test('erases the boxes of phones: location in udta, keys in meta, XMP in uuid, in moov and in tracks', async () => {
    const place = box('udta', box('\u00a9xyz', Buffer.from('\0\x12\x15\xc7+58.0400+038.8500/')));
    const number = (value: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    };
    const full = (type: string, ...numbers: number[]) =>
      box(type, number(0), ...numbers.map(number));
    const frames = 'frames+58';
    const source = (offset: number) =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom')),
        box('uuid', Buffer.alloc(16), Buffer.from('CANARY+58')),
        box('meta', Buffer.from('CANARY+58')),
        box(
          'moov',
          box('mvhd', Buffer.from('head+58')),
          place,
          box('meta', Buffer.from('+58')),
          box(
            'trak',
            box('tkhd', Buffer.from('track+58')),
            place,
            box('uuid', Buffer.from('sphere')),
            box(
              'mdia',
              box('hdlr', Buffer.alloc(8), Buffer.from('vide')),
              box(
                'minf',
                box(
                  'stbl',
                  full('stsz', frames.length, 1),
                  full('stsc', 1, 1, 1, 1),
                  full('stco', 1, offset),
                ),
              ),
            ),
          ),
        ),
        box('mdat', Buffer.from(`CANARY${frames}CANARY`)),
      ]);
    const made = source(0);
    const path = await staged(source(made.indexOf(frames)));
    await eraseMetadata(path, 'mp4');
    const after = (await readFile(path)).toString('latin1');
    expect(after).not.toMatch(/CANARY|\+038|xyz/);
    expect(after.match(/\+58/g)).toHaveLength(1);
    expect(after).toContain(frames);
    expect(after).toContain('sphere');
    expect(after.length).toBe(made.length);
  });
  test.each([
    [0, 8],
    [1, 16],
  ])(
    'zeros the times of creation and change, in headers of version %i',
    async (version, length) => {
      const header = (type: string, id: number[] = []) =>
        box(
          type,
          Buffer.from([version, 0, 0, 7]),
          Buffer.alloc(length, 'CANARY'),
          Buffer.from(id),
          Buffer.from('rest'),
        );
      const path = await staged(
        Buffer.concat([
          box('ftyp', Buffer.from('isom')),
          box(
            'moov',
            header('mvhd'),
            box(
              'trak',
              header('tkhd', [0, 0, 0, 1]),
              box('mdia', header('mdhd'), box('hdlr', Buffer.alloc(8), Buffer.from('vide'))),
            ),
          ),
        ]),
      );
      const before = await readFile(path);
      await eraseMetadata(path, 'mp4');
      const after = await readFile(path);
      const times = Buffer.alloc(length, 'CANARY').toString('latin1');
      expect(before.toString('latin1').split(times)).toHaveLength(4);
      expect(after.toString('latin1')).toBe(
        before.toString('latin1').replaceAll(times, '\0'.repeat(length)),
      );
    },
  );
  describe.skipIf(ENCODER === undefined)('of a camera', () => {
    /** The frames of the first video and audio track, as checksums. */
    const framesOf = (path: string) =>
      execFileSync(ENCODER!, [
        '-v',
        'error',
        '-i',
        path,
        '-map',
        '0:v:0',
        '-map',
        '0:a:0',
        '-f',
        'framemd5',
        '-',
      ]).toString();
    test.each([
      ['a plain file', []],
      ['a file with its tables first', ['-movflags', '+faststart']],
      ['a fragmented file', ['-movflags', '+frag_keyframe+empty_moov']],
      ['fragments with their own offsets', ['-movflags', '+frag_keyframe+default_base_moof']],
    ])('keeps the first video and audio track of %s', async (_name, flags) => {
      const subtitles = join(dir, 'places.srt');
      const lines = [0, 1, 2].map(
        (at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\nGPS(38.85, 58.04, ${at})\n`,
      );
      await writeFile(subtitles, lines.join('\n'));
      const whole = makeVideo('mp4', [
        ...'-f lavfi -i testsrc2=size=320x180:rate=25:duration=3'.split(' '),
        ...'-f lavfi -i sine=duration=3 -f lavfi -i sine=660:duration=3'.split(' '),
        '-i',
        subtitles,
        '-map',
        '0:v',
        '-map',
        '1:a',
        '-map',
        '2:a',
        '-map',
        '3:s',
        ...'-c:v libx264 -preset ultrafast -g 25 -c:a aac -c:s mov_text'.split(' '),
        ...flags,
      ]);
      expect(whole.includes('GPS(38.85')).toBe(true);
      const path = await staged(whole);
      const before = framesOf(path);
      await eraseMetadata(path, 'mp4');
      const after = await readFile(path);
      expect(after.includes('GPS(')).toBe(false);
      expect(after.length).toBe(whole.length);
      expect(framesOf(path)).toBe(before);
      expect(after.toString('latin1').match(/tkhd/g)).toHaveLength(2);
    });
  });
  test('refuses boxes that exceed their parent', async () => {
    const moov = box('moov', box('udta', Buffer.from('x')));
    moov.writeUInt32BE(4000, 8);
    await expect(eraseMetadata(await staged(moov), 'mp4')).rejects.toMatchObject({
      code: 'bad_type',
    });
  });
});

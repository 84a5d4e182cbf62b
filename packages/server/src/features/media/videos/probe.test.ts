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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectMp3 } from './audio.ts';
import { eraseMp4Metadata } from './mp4-metadata.ts';
import { inspectMp4 } from './chat-videos.ts';

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

describe('inspectMp4', () => {
  test('returns the size and length of a video, with its rotation applied', async () => {
    expect(await inspectMp4(await staged(await video()))).toEqual({
      width: 640,
      height: 360,
      duration: 2,
    });
    expect(await inspectMp4(await staged(await video({ rotation: 90, seconds: 1.5 })))).toEqual({
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
    ['WebM under the name of mp4', () => video({ webm: true })],
    [
      'MOV',
      async () =>
        Buffer.from((await video()).toString('latin1').replace(/ftyp..../, 'ftypqt  '), 'latin1'),
    ],
    ['an mp3', () => voice(50)],
    ['a video truncated before its tables', async () => (await video()).subarray(0, 300)],
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
    await expect(inspectMp4(await staged(await make()))).rejects.toMatchObject({
      code: 'bad_type',
    });
  });

  test('refuses 16,000 × 16,000', async () => {
    await expect(
      inspectMp4(await staged(await video({ width: 16_000, height: 16_000 }))),
    ).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('inspectMp3', () => {
  test('returns the length, also behind an ID3 tag', async () => {
    expect((await inspectMp3(await staged(voice(100)))).duration).toBeCloseTo(
      (100 * 1152) / 44_100,
      1,
    );
    const tag = Buffer.concat([
      Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0]),
      Buffer.alloc(128),
    ]);
    expect((await inspectMp3(await staged(Buffer.concat([tag, voice(100)])))).duration).toBeCloseTo(
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
    await expect(inspectMp3(await staged(Buffer.from(text, 'latin1')))).rejects.toMatchObject({
      code: 'bad_type',
    });
  });
  test('refuses a video', async () => {
    await expect(inspectMp3(await staged(await video()))).rejects.toMatchObject({
      code: 'bad_type',
    });
  });
});

describe('eraseMp4Metadata', () => {
  test('erases title, comment and location and leaves the video unchanged', async () => {
    const whole = await video();
    expect(whole.includes('CANARY-PLACE')).toBe(true);
    const path = await staged(whole);
    const before = await inspectMp4(path);
    await eraseMp4Metadata(path);
    const after = await readFile(path);
    expect(after.includes('CANARY')).toBe(false);
    expect(after.length).toBe(whole.length);
    expect(await inspectMp4(path)).toEqual(before);
  });

  test('erases the boxes of phones: location in udta, keys in meta, XMP in uuid, in moov and in tracks', async () => {
    const place = box('udta', box('\u00a9xyz', Buffer.from('\0\x12\x15\xc7+58.0400+038.8500/')));
    const source = Buffer.concat([
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
        ),
      ),
      box('mdat', Buffer.from('frames+58')),
    ]);
    const path = await staged(source);
    await eraseMp4Metadata(path);
    const after = (await readFile(path)).toString('latin1');
    expect(after).not.toMatch(/CANARY|\+038|xyz/);
    expect(after.match(/\+58/g)).toHaveLength(3);
    expect(after).toContain('sphere');
    expect(after.length).toBe(source.length);
  });

  test('refuses boxes that exceed their parent', async () => {
    const moov = box('moov', box('udta', Buffer.from('x')));
    moov.writeUInt32BE(4000, 8);
    await expect(eraseMp4Metadata(await staged(moov))).rejects.toMatchObject({ code: 'bad_type' });
  });
});

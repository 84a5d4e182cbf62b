import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseMetadata } from './metadata.ts';
import { inspectVideo } from './video-files.ts';
import { containerOf, mp4Box } from '#tests/support/files/containers.ts';

/** This context has no encoder: everything is read from the boxes. */
const context = { config: { ffmpeg: undefined }, media: {} } as unknown as AppContext;
const inspect = (path: string) =>
  inspectVideo(
    context,
    { path, filename: 'clip.mp4' },
    { pixels: 7680 * 4320, seconds: 12 * 3600 },
  );
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

describe('eraseMetadata', () => {
  test('erases title, comment and location and leaves the video unchanged', async () => {
    const whole = await containerOf();
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
    const place = mp4Box(
      'udta',
      mp4Box('\u00a9xyz', Buffer.from('\0\x12\x15\xc7+58.0400+038.8500/')),
    );
    const number = (value: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    };
    const full = (type: string, ...numbers: number[]) =>
      mp4Box(type, number(0), ...numbers.map(number));
    const frames = 'frames+58';
    const source = (offset: number) =>
      Buffer.concat([
        mp4Box('ftyp', Buffer.from('isom')),
        mp4Box('uuid', Buffer.alloc(16), Buffer.from('CANARY+58')),
        mp4Box('meta', Buffer.from('CANARY+58')),
        mp4Box(
          'moov',
          mp4Box('mvhd', Buffer.from('head+58')),
          place,
          mp4Box('meta', Buffer.from('+58')),
          mp4Box(
            'trak',
            mp4Box('tkhd', Buffer.from('track+58')),
            place,
            mp4Box('uuid', Buffer.from('sphere')),
            mp4Box(
              'mdia',
              mp4Box('hdlr', Buffer.alloc(8), Buffer.from('vide')),
              mp4Box(
                'minf',
                mp4Box(
                  'stbl',
                  full('stsz', frames.length, 1),
                  full('stsc', 1, 1, 1, 1),
                  full('stco', 1, offset),
                ),
              ),
            ),
          ),
        ),
        mp4Box('mdat', Buffer.from(`CANARY${frames}CANARY`)),
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
        mp4Box(
          type,
          Buffer.from([version, 0, 0, 7]),
          Buffer.alloc(length, 'CANARY'),
          Buffer.from(id),
          Buffer.from('rest'),
        );
      const path = await staged(
        Buffer.concat([
          mp4Box('ftyp', Buffer.from('isom')),
          mp4Box(
            'moov',
            header('mvhd'),
            mp4Box(
              'trak',
              header('tkhd', [0, 0, 0, 1]),
              mp4Box('mdia', header('mdhd'), mp4Box('hdlr', Buffer.alloc(8), Buffer.from('vide'))),
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
    const moov = mp4Box('moov', mp4Box('udta', Buffer.from('x')));
    moov.writeUInt32BE(4000, 8);
    await expect(eraseMetadata(await staged(moov), 'mp4')).rejects.toMatchObject({
      code: 'bad_type',
    });
  });
});

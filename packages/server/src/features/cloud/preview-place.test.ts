import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { cookieOf } from '#tests/support/files/pictures.ts';

const FORMATS = ['mp4', 'mov', 'm4a', 'mp3', 'flac', 'wav', 'ogg', 'webm'] as const;
/** What a phone or a program writes beside picture and sound. */
const TOLD =
  '-metadata location=+58.0400+038.8500/ -metadata comment=CANARY -metadata title=CANARY -metadata creation_time=2026-01-02T03:04:05Z';
const PICTURE = '-f lavfi -i testsrc2=size=160x90:rate=10:duration=2';
const SOUND = '-f lavfi -i sine=duration=2 -f lavfi -i sine=660:duration=2';
const MADE: Record<(typeof FORMATS)[number], string> = {
  mp4: `${PICTURE} ${SOUND} -map 0:v -map 1:a -map 2:a -c:v libx264 -c:a aac ${TOLD}`,
  mov: `${PICTURE} ${SOUND} -map 0:v -map 1:a -map 2:a -c:v libx264 -c:a aac ${TOLD}`,
  m4a: `${SOUND} -map 0:a -c:a aac ${TOLD}`,
  mp3: `${SOUND} -map 0:a -c:a libmp3lame -write_id3v1 1 ${TOLD}`,
  flac: `${SOUND} -map 0:a -c:a flac ${TOLD}`,
  wav: `${SOUND} -map 0:a ${TOLD}`,
  ogg: `${SOUND} -map 0:a -c:a libopus ${TOLD}`,
  webm: `${PICTURE} ${SOUND} -map 0:v -map 1:a -map 2:a -c:v libvpx -c:a libopus -metadata:s:a:1 title=CANARY ${TOLD}`,
};

describe.skipIf(ENCODER === undefined)('A cloud file that is played in the cloud', () => {
  let app: TestApp;
  let anna: Caller;
  let cookie: string;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp();
    anna = await app.join('Анна');
    cookie = await cookieOf(app, anna);
    folder = await mkdtemp(join(tmpdir(), 'respa-place-'));
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });
  const bytesOf = async (path: string, headers: Record<string, string> = {}) =>
    Buffer.from(
      await (await fetch(`${app.url}${path}`, { headers: { cookie, ...headers } })).arrayBuffer(),
    );
  /** Returns the frames of the first tracks as checksums; fails if they cannot be read. */
  async function framesOf(bytes: Buffer): Promise<string> {
    const path = join(folder, 'read');
    await writeFile(path, bytes);
    const args = '-v error -xerror -i read -map 0:v:0? -map 0:a:0 -f framemd5 -'.split(' ');
    return execFileSync(ENCODER!, args, { cwd: folder }).toString();
  }
  /** Returns everything that ffprobe knows of a file beside its frames. */
  async function factsOf(bytes: Buffer): Promise<string> {
    const path = join(folder, 'read');
    await writeFile(path, bytes);
    const program = ENCODER!.replace(/ffmpeg$/, 'ffprobe');
    return execFileSync(program, '-v error -show_format -show_streams read'.split(' '), {
      cwd: folder,
    }).toString();
  }

  test.each(FORMATS)(
    'tells no place and no time as %s, and is downloaded unchanged',
    async (format) => {
      const whole = makeVideo(format, MADE[format].split(' '));
      expect(whole.includes('CANARY')).toBe(true);
      const { added } = await anna.call(cloud.upload, {
        body: { folder: { id: '' } },
        files: { file: [new File([Uint8Array.from(whole)], `video.${format}`)] },
      });
      const { _id, path, type } = added[0]!;
      expect(type).toBe(format);
      const shown = await bytesOf(`/media/cloud/${path}`);
      expect([shown.length, shown.includes('CANARY'), shown.includes('+58.04')]).toEqual([
        whole.length,
        false,
        false,
      ]);
      const facts = await factsOf(shown);
      expect(facts).not.toMatch(/creation_time|TAG:location|2026-01-02/i);
      expect(facts.match(/codec_type=audio/g)).toHaveLength(1);
      expect(await framesOf(shown)).toBe(await framesOf(whole));
      for (const [from, to] of [
        [0, 0],
        [3, 700],
        [500, whole.length - 500],
        [whole.length - 900, whole.length - 1],
      ] as const) {
        const part = await bytesOf(`/media/cloud/${path}`, { range: `bytes=${from}-${to}` });
        expect(part.equals(shown.subarray(from, to + 1))).toBe(true);
      }
      expect((await bytesOf(`/media/download/${_id}`)).equals(whole)).toBe(true);
    },
  );
  test('is not played if it is damaged, and is downloaded unchanged', async () => {
    const whole = makeVideo('mp4', MADE.mp4.split(' ')).subarray(0, -300);
    const { added } = await anna.call(cloud.upload, {
      body: { folder: { id: '' } },
      files: { file: [new File([Uint8Array.from(whole)], 'cut.mp4')] },
    });
    const { _id, path } = added[0]!;
    const answer = await fetch(`${app.url}/media/cloud/${path}`, { headers: { cookie } });
    expect(answer.status).toBe(404);
    expect((await bytesOf(`/media/download/${_id}`)).equals(whole)).toBe(true);
  });
});

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { coloursOf, nameColour } from '#tests/support/files/colours.ts';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { patient } from '#tests/support/patience.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { cookieOf, until } from '#tests/support/files/pictures.ts';
import { askUpload, beginUpload, sendPart } from '#tests/support/members/uploads.ts';

const TIMEOUT_MS = patient(60_000);

describe.skipIf(ENCODER === undefined)('Unusual videos', () => {
  let app: TestApp;
  let anna: Caller;
  beforeAll(async () => {
    app = await startTestApp({ FFMPEG: ENCODER! });
    anna = await app.join('Анна');
    await makeChannel(anna, 'Разное');
  });
  afterAll(() => app.stop());

  const processed = async (
    title: string,
    args: string[],
    extension: string,
    change = (whole: Buffer) => whole,
  ) => {
    const sent = new Blob([Uint8Array.from(change(makeVideo(extension, args)))]);
    const { _id: id } = await publish(anna, title, { video: sent });
    await until(async () => (await readVideo(anna, id)).ladder !== 'waiting', TIMEOUT_MS);
    return readVideo(anna, id);
  };
  const preview = async (name: string) =>
    Buffer.from(
      await (
        await fetch(`${app.url}/media/videopreviews/${name}`, {
          headers: { cookie: await cookieOf(app, anna) },
        })
      ).arrayBuffer(),
    );
  const source = (rate: number, frames: number) => [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=320x180:rate=${rate}:duration=${frames / rate}`,
  ];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`];

  test('one frame is a video with a poster, a seek bar and a quality', async () => {
    const done = await processed('Кадр', [...source(25, 1), ...h264], 'mp4');
    expect(done).toMatchObject({ state: 'ready', ladder: 'done', preview: { width: 320 } });
    expect([done.sprite, done.qualities.length]).toEqual([expect.anything(), 1]);
  });
  test('a cover under a song gets its poster, and lasts as long as the sound', async () => {
    const done = await processed(
      'Песня',
      [...tone(12), ...source(1, 1), '-map', '1:v', '-map', '0:a', ...h264, '-c:a', 'aac'],
      'mkv',
    );
    expect(done).toMatchObject({ state: 'ready', ladder: 'done', preview: { width: 320 } });
    const master = await fetch(`${app.url}/media/videohostvideos/${done.stream}`, {
      headers: { cookie: await cookieOf(app, anna) },
    });
    const list = /^[0-9a-f]+\.m3u8$/m.exec(await master.text())![0];
    const segments = await fetch(`${app.url}/media/videohostvideos/${list}`, {
      headers: { cookie: await cookieOf(app, anna) },
    });
    const lengths = [...(await segments.text()).matchAll(/#EXTINF:([\d.]+)/g)];
    expect(lengths.reduce((sum, [, length]) => sum + Number(length), 0)).toBeCloseTo(12, 0);
  });
  test('a poster, a seek bar and the qualities of HDR have the colours of the scene', async () => {
    const size = 'size=160x80:rate=10:duration=1';
    const colours = ['red', 'lime', 'blue', 'yellow'];
    const pq = 'zscale=tin=bt709:min=bt709:pin=bt709:t=smpte2084:m=2020_ncl:p=2020:npl=100';
    const done = await processed(
      'HDR',
      [
        ...colours.flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:${size}`]),
        '-filter_complex',
        `[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack,format=yuv444p,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709,${pq},format=yuv420p10le`,
        ...'-c:v libx265 -preset ultrafast -x265-params'.split(' '),
        'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
        '-tag:v',
        'hvc1',
      ],
      'mp4',
    );
    expect(done).toMatchObject({ state: 'ready', ladder: 'done' });
    const seen = (await coloursOf(await preview(done.previewUrl), 2)).map(nameColour);
    expect(seen).toEqual(['red', 'lime', 'blue', 'yellow']);
    const sheet = await sharp(await preview(done.sprite!.name))
      .extract({ left: 0, top: 0, width: 160, height: 90 })
      .toBuffer();
    expect((await coloursOf(sheet, 2)).map(nameColour)).toEqual(seen);
  });
  test('what is no video is refused while it is uploaded, with the reason', async () => {
    const send = async (bytes: Buffer, length = bytes.length) => {
      const begun = await beginUpload(anna, length, { purpose: 'video', filename: 'clip.mp4' });
      const address = begun.headers.get('location')!;
      const answer = await sendPart(anna, address, 0, Uint8Array.from(bytes));
      return { address, answer, text: await answer.text() };
    };
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8192, 'a')]);
    // The first part of many, and a small file as a whole.
    for (const [bytes, length] of [
      [pdf, 100_000_000],
      [pdf.subarray(0, 900), 900],
    ] as const) {
      const { address, answer, text } = await send(bytes, length);
      expect(answer.status).toBe(415);
      expect(JSON.parse(text)).toMatchObject({
        code: 'bad_type',
        error: expect.stringMatching(/^Такой тип файла не поддерживается. Подойдут MP4/),
      });
      expect((await askUpload(anna, address)).status).toBe(404);
    }
    const whole = makeVideo('mp4', [...source(25, 25), ...h264]);
    const cut = await send(whole.subarray(0, -500));
    expect([cut.answer.status, cut.text]).toEqual([415, expect.stringContaining('обрывается')]);
    expect((await send(whole)).answer.status).toBe(204);
  });
  test('a video without ftyp is accepted', async () => {
    const done = await processed('Без начала', [...source(25, 25), ...h264], 'mp4', (whole) => {
      whole.write('free', 4, 'latin1');
      return whole;
    });
    expect(done).toMatchObject({ state: 'ready', ladder: 'done', preview: { width: 320 } });
  });
  test.each([
    ['AVI', 'avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
    ['FLV', 'flv', ['-c:v', 'flv1', '-c:a', 'libmp3lame', '-ar', '44100']],
    ['TS', 'ts', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
    ['MP4 with MPEG-4 ASP', 'mp4', ['-c:v', 'mpeg4', '-c:a', 'aac']],
    ['MKV with FFV1 and AC-3', 'mkv', ['-c:v', 'ffv1', '-c:a', 'ac3']],
  ])('%s is accepted', async (title, extension, codecs) => {
    const done = await processed(
      title,
      [...source(25, 25), ...tone(1), '-map', '0:v', '-map', '1:a', ...codecs],
      extension,
    );
    expect(done).toMatchObject({ state: 'ready', ladder: 'done', preview: { width: 320 } });
  });
});

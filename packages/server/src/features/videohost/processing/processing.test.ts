import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as videohost from '@respa/contract/videohost';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { coloursOf, nameColour } from '#tests/support/files/colours.ts';
import { clipBlob, ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { assertProved } from '#tests/support/counters.ts';
import { patient } from '#tests/support/patience.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { video, playableVideo } from '#tests/support/files/videos.ts';
import { blobOf, cookieOf, picture, until } from '#tests/support/files/pictures.ts';
import { askUpload, beginUpload, sendPart } from '#tests/support/members/uploads.ts';
import { startServer, type Server } from '../../../app/server.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { chooseRenditions } from './renditions.ts';

const TIMEOUT_MS = patient(60_000);
/** How Linux divides the CPU between sessions. */
const SESSION = '/proc/self/autogroup';
const noLeftovers = async (app: TestApp) =>
  (await readdir(join(app.dataDir, 'staging'))).filter((name) => name.startsWith('video-'))
    .length === 0;
/** Returns whether no process of a process group (given by its leader) is left. */
const isGone = (group: number) => {
  try {
    return !process.kill(group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
const jobsLeft = async (app: TestApp) =>
  (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from graphile_worker.jobs
      where task_identifier = 'videos.process'
    `.execute(app.server.context.db)
  ).rows[0]!.count;

test('renditions are never larger than the video and keep its orientation', () => {
  const heights = (width: number, height: number) =>
    chooseRenditions({ width, height }).map((rung) => `${rung.width}x${rung.height}`);
  expect(heights(3840, 2160)).toEqual(['1920x1080', '1280x720', '854x480', '640x360']);
  expect(heights(1280, 720)).toEqual(['1280x720', '854x480', '640x360']);
  expect(heights(720, 1280)).toEqual(['720x1280', '480x854', '360x640']);
  expect(heights(426, 240)).toEqual(['426x240']);
  expect(heights(101, 51)).toEqual(['102x52']);
});

describe.skipIf(ENCODER === undefined)('With an encoder', () => {
  let app: TestApp;
  let anna: Caller;
  beforeAll(async () => {
    app = await startTestApp({ FFMPEG: ENCODER! });
    anna = await app.join('Анна');
    await makeChannel(anna, 'Обработка');
  });
  afterAll(() => app.stop());

  test('an mp4 can be watched at once and gets its poster, the seek bar and all qualities', async () => {
    const video = await publish(anna, 'Сразу', { video: clipBlob() });
    expect(video).toMatchObject({
      state: 'ready',
      ladder: 'waiting',
      preview: null,
      stream: '',
      qualities: [],
    });
    await until(async () => (await readVideo(anna, video._id)).ladder === 'done', TIMEOUT_MS);
    const done = await readVideo(anna, video._id);
    expect(done).toMatchObject({
      videoUrl: video.videoUrl,
      qualities: [360],
      sprite: { columns: 10, rows: 1, every: 1 },
      preview: { width: 640, height: 360 },
    });
    const headers = { cookie: await cookieOf(app, anna) };
    const read = async (name: string) =>
      fetch(`${app.url}/media/videohostvideos/${name}`, { headers });
    const master = await read(done.stream);
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    const list = /^[0-9a-f]+\.m3u8$/m.exec(await master.text())![0];
    const segments = await (await read(list)).text();
    const name = /^[0-9a-f]+\.mp4$/m.exec(segments)![0];
    const [, bytes, from] = /#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(segments)!;
    const part = await fetch(`${app.url}/media/videohostvideos/${name}`, {
      headers: { ...headers, range: `bytes=${from}-${Number(from) + Number(bytes) - 1}` },
    });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, Number(bytes)]);
    for (const name of [done.previewUrl, done.sprite!.name])
      expect((await fetch(`${app.url}/media/videopreviews/${name}`, { headers })).status).toBe(200);
    // A viewer who may not see the video gets none of its parts.
    for (const name of [done.stream, list])
      expect((await fetch(`${app.url}/media/videohostvideos/${name}`)).status).toBe(404);
    await until(() => noLeftovers(app), TIMEOUT_MS);
  });
  test('a video that browsers cannot play waits for the encoder, hidden from others, and its author is notified when it is ready', async () => {
    const other = await app.join('Борис');
    const video = await publish(anna, 'WebM', {
      video: clipBlob({ container: 'webm', seconds: 2 }),
    });
    expect(video).toMatchObject({ state: 'processing', videoUrl: '' });
    expect(await other.refusal(videohost.video, { params: { id: video._id } })).toMatchObject({
      status: 404,
    });
    await until(async () => (await readVideo(anna, video._id)).state === 'ready', TIMEOUT_MS);
    expect(await readVideo(other, video._id)).toMatchObject({
      state: 'ready',
      ladder: 'done',
      videoUrl: '',
    });
    await assertProved(app);
  });
  test('a chosen preview stays; a video without audio is accepted', async () => {
    const { video } = await anna.call(videohost.createVideo, {
      body: { title: 'Тихое' },
      files: {
        video: [clipBlob({ sound: false, seconds: 1, width: 320, height: 180 })],
        preview: [await picture()],
      },
    });
    await until(async () => (await readVideo(anna, video._id)).ladder === 'done', TIMEOUT_MS);
    expect((await readVideo(anna, video._id)).previewUrl).toBe(video.previewUrl);
  });
  test('a video that cannot be decoded fails, and the next one in the queue is processed', async () => {
    const [bad, good] = [
      await publish(anna, 'Пустышка', { video: await playableVideo() }),
      await publish(anna, 'За ней', { video: clipBlob({ seconds: 1 }) }),
    ];
    await until(async () => (await readVideo(anna, good._id)).ladder === 'done', TIMEOUT_MS);
    expect(await readVideo(anna, bad._id)).toMatchObject({ state: 'failed', ladder: 'failed' });
    expect((await anna.call(videohost.allVideos)).videos.map(({ title }) => title)).not.toContain(
      'Пустышка',
    );
    // A job leaves the queue a moment after its result is visible.
    await until(async () => (await jobsLeft(app)) === 0 && noLeftovers(app), TIMEOUT_MS);
    await assertProved(app);
  });
  test('a playlist disguised as a video opens no other file', async () => {
    for (const text of [
      '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n',
      'ffconcat version 1.0\nfile /etc/passwd\n',
    ]) {
      expect(
        await anna.refusal(videohost.createVideo, {
          body: { title: 'Хитрость' },
          files: { video: [new File([blobOf(text)], 'clip.mp4')] },
        }),
      ).toMatchObject({ status: 415 });
    }
  });
  test('a video deleted during processing leaves nothing behind', async () => {
    const video = await publish(anna, 'Передумали', {
      video: clipBlob({ seconds: 8, width: 1280, height: 720 }),
    });
    await anna.call(videohost.removeVideo, { params: { id: video._id } });
    await until(async () => (await jobsLeft(app)) === 0 && noLeftovers(app), TIMEOUT_MS);
    const { rows } = await sql`
      select name
      from media_files
      where scope_id = ${video._id}
    `.execute(app.server.context.db);
    expect(rows).toEqual([]);
  });
});

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

describe.skipIf(ENCODER === undefined)('Two servers on one database, one with an encoder', () => {
  let app: TestApp;
  let anna: Caller;
  let encoding: Server | undefined;
  beforeAll(async () => {
    app = await startTestApp({ FFMPEG: 'off' });
    anna = await app.join('Анна');
    await makeChannel(anna, 'Два сервера');
  });
  afterAll(async () => {
    await encoding?.stop();
    await app.stop();
  });
  const job = async () =>
    (
      await sql<{
        attempts: number;
        locked_at: Date | null;
      }>`
        select attempts, locked_at
        from graphile_worker.jobs
        where task_identifier = 'videos.process'
      `.execute(app.server.context.db)
    ).rows;

  test('the server without an encoder leaves the jobs to the other one, and queues what is uploaded to it', async () => {
    const { context } = app.server;
    const small = { seconds: 1, width: 320, height: 180 };
    const alone = await publish(anna, 'Пока кодека нет', { video: clipBlob(small) });
    expect(alone).toMatchObject({ state: 'ready', ladder: 'none' });
    expect(await job()).toEqual([]);
    // The state left by a server with an encoder that was shut down.
    await sql`
      update videos
      set ladder = 'waiting'
      where id = ${alone._id}
    `.execute(context.db);
    await context.jobs.add(
      context.db,
      'videos.process',
      { id: alone._id },
      { queue: 'videos.process', attempts: 3 },
    );
    await context.jobs.add(context.db, 'accounts.sweep', {}, { key: 'after it' });
    await until(
      async () =>
        (
          await sql`
          select
          from graphile_worker.jobs
          where key = 'after it'
        `.execute(context.db)
        ).rows.length === 0,
    );
    expect(await job()).toEqual([{ attempts: 0, locked_at: null }]);
    expect(await readVideo(anna, alone._id)).toMatchObject({ state: 'ready', ladder: 'waiting' });

    const config = readConfig({
      PORT: '0',
      DATA_DIR: app.dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      DB_POOL: '6',
      FFMPEG: ENCODER!,
      PATH: process.env['PATH'],
    });
    encoding = await startServer(config, app.databaseUrl, {
      print: () => {},
      siteDir: fileURLToPath(new URL('../../../../../packages/web/dist', import.meta.url)),
    });
    await until(async () => (await readVideo(anna, alone._id)).ladder === 'done', TIMEOUT_MS);
    const webm = await publish(anna, 'С кодеком рядом', {
      video: clipBlob({ ...small, container: 'webm' }),
    });
    expect(webm).toMatchObject({ state: 'processing', ladder: 'waiting' });
    await until(async () => (await readVideo(anna, webm._id)).ladder === 'done', TIMEOUT_MS);
    // The video's `ladder` is done before the job that made it ends.
    await until(async () => (await jobsLeft(app)) === 0);
  });
});

describe('An encoder that', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'respa-encoder-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const broken: [string, string][] = [
    ['hangs', 'sleep 600'],
    ['hangs with its child processes', 'sleep 600 & sleep 600'],
    ['dies', 'kill -SEGV $$'],
    ['exits with an error', 'exit 1'],
    // Nine gigabytes are requested at once; if that succeeds, the script continues.
    [
      'allocates without limit',
      'dd if=/dev/null of=/dev/null bs=9G count=1 2>/dev/null && touch "$0-ate"\nkill -ABRT $$',
    ],
  ];
  test.each(broken)(
    '%s is stopped: a waiting video fails, a playable one stays playable, and nothing is tried twice',
    async (name, script) => {
      const path = join(folder, name.replaceAll(' ', '-'));
      await writeFile(path, `#!/bin/sh\necho $$ >>"$0-runs"\n${script}\n`);
      await chmod(path, 0o755);
      const app = await startTestApp({
        FFMPEG: path,
        ENCODING_SECONDS: '1',
        PATH: '/usr/bin:/bin',
      });
      try {
        const anna = await app.join('Анна');
        await makeChannel(anna, 'Обработка');
        const [needy, plain] = [
          await publish(anna, 'Нужен кодек', { video: await video() }),
          await publish(anna, 'Играет и так', { video: await playableVideo() }),
        ];
        await until(async () => (await readVideo(anna, plain._id)).ladder === 'failed', TIMEOUT_MS);
        expect(await readVideo(anna, needy._id)).toMatchObject({
          state: 'failed',
          ladder: 'failed',
        });
        expect((await readVideo(anna, plain._id)).state).toBe(
          script === 'exit 1' ? 'failed' : 'ready',
        );
        await until(async () => (await jobsLeft(app)) === 0, TIMEOUT_MS);
        expect(await noLeftovers(app)).toBe(true);
        const runs = (await readFile(`${path}-runs`, 'utf8')).trim().split('\n').map(Number);
        // Each video was tried for its poster, its seek bar and its qualities; a poster that fails
        // by its content is tried again at the first frame. No process of any group is left.
        expect(runs).toHaveLength(script === 'exit 1' ? 8 : 6);
        for (const pid of runs) await until(() => isGone(-pid));
        expect(existsSync(`${path}-ate`)).toBe(false);
        await assertProved(app);
      } finally {
        await app.stop();
      }
    },
  );
  test.skipIf(!existsSync(SESSION))('works runs at the lowest priority', async () => {
    const path = join(folder, 'tells');
    await writeFile(path, `#!/bin/sh\ncat ${SESSION} >'${folder}/niceness'\nexit 1\n`);
    await chmod(path, 0o755);
    const app = await startTestApp({ FFMPEG: path, PATH: '/usr/bin:/bin' });
    try {
      const anna = await app.join('Анна');
      await makeChannel(anna, 'Обработка');
      const { _id: id } = await publish(anna, 'Играет и так', { video: await playableVideo() });
      await until(async () => (await readVideo(anna, id)).ladder === 'failed', TIMEOUT_MS);
      expect(await readFile(join(folder, 'niceness'), 'utf8')).toMatch(/ nice 10$/m);
    } finally {
      await app.stop();
    }
  });
});

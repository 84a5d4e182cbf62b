import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as videohost from '@respa/contract/videohost';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { clipBlob, ENCODER } from '#tests/support/files/clips.ts';
import { assertProved } from '#tests/support/counters.ts';
import { patient } from '#tests/support/patience.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { playableVideo } from '#tests/support/files/videos.ts';
import { blobOf, cookieOf, picture, until } from '#tests/support/files/pictures.ts';
import { chooseRenditions } from './renditions.ts';

const TIMEOUT_MS = patient(60_000);
const noLeftovers = async (app: TestApp) =>
  (await readdir(join(app.dataDir, 'staging'))).filter((name) => name.startsWith('video-'))
    .length === 0;
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

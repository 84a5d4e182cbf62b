import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import { assertProved } from '#tests/support/counters.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ENCODER, makeVideo } from '#tests/support/files/clips.ts';
import { blobOf, cookieOf, until } from '#tests/support/files/pictures.ts';
import { video } from '#tests/support/files/videos.ts';
import { patient } from '#tests/support/patience.ts';
import { readRoom, roomOf } from '#tests/support/members/conversations.ts';
import { openRoom } from '#tests/support/stream-reader.ts';

const TIMEOUT_MS = patient(60_000);
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=2', '-map', '0:v', '-map', '1:a'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];

describe.skipIf(ENCODER === undefined)('A video of a message that browsers cannot play', () => {
  let app: TestApp;
  let [anna, boris]: [Caller, Caller] = [undefined as never, undefined as never];
  let roomId: string;
  beforeAll(async () => {
    app = await startTestApp({ FFMPEG: ENCODER! });
    [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
    roomId = await roomOf(anna, boris);
  });
  afterAll(() => app.stop());

  const send = async (bytes: Buffer, body: { message?: string } = {}) =>
    (
      await anna.call(chats.send, {
        params: { roomId },
        body,
        files: { video: [new Blob([Uint8Array.from(bytes)])] },
      })
    ).message;
  const read = async (id: string) =>
    (await readRoom(boris, roomId)).find((message) => message._id === id)!;
  const encoded = async (id: string) => {
    await until(async () => (await read(id)).clips[0]?.state !== 'processing', TIMEOUT_MS);
    return read(id);
  };
  const status = async (name: string) =>
    (
      await fetch(`${app.url}/media/message-videos/${name}`, {
        headers: { cookie: await cookieOf(app, boris) },
      })
    ).status;

  test.each([
    ['HEVC in MP4', 'mp4', [...PICTURE, ...SOUND, ...HEVC, '-tag:v', 'hvc1', '-c:a', 'aac']],
    ['AC-3 in MP4', 'mp4', [...PICTURE, ...SOUND, ...H264, '-c:a', 'ac3']],
    ['MOV', 'mov', [...PICTURE, ...SOUND, ...H264, '-c:a', 'pcm_s16le']],
    ['MKV', 'mkv', [...PICTURE, ...H264]],
  ])('%s is encoded, and appears for everybody', async (_name, extension, args) => {
    const stream = await openRoom(boris, roomId);
    await stream.next('init');
    const sent = await send(makeVideo(extension, args), { message: 'Смотрите' });
    expect(sent).toMatchObject({
      videos: [],
      clips: [{ width: 320, height: 180, state: 'processing' }],
    });
    expect(await status(sent.clips[0]!.name)).toBe(404);
    await until(() => stream.events.some(({ type }) => type === 'edit'), TIMEOUT_MS);
    const { message } = (await stream.next('edit')) as unknown as { message: typeof sent };
    expect(message).toMatchObject({
      _id: sent._id,
      message: 'Смотрите',
      edited: false,
      clips: [{ width: 320, height: 180, state: 'ready', poster: expect.any(String) }],
    });
    expect(message.videos).toEqual([message.clips[0]!.name]);
    expect(await read(sent._id)).toEqual(message);
    expect(await status(message.videos[0]!)).toBe(200);
    expect(await status(sent.clips[0]!.name)).toBe(404);
    await stream.cut();
  });
  test('shows its progress in the room', async () => {
    const stream = await openRoom(boris, roomId);
    await stream.next('init');
    const big = ['-f', 'lavfi', '-i', 'testsrc2=size=1440x810:rate=30:duration=6'];
    const sent = await send(makeVideo('mkv', [...big, ...H264]));
    await until(() => stream.events.some(({ type }) => type === 'clip-progress'), TIMEOUT_MS);
    const event = await stream.next('clip-progress');
    expect(event).toMatchObject({ id: sent._id, name: sent.clips[0]!.name });
    expect(event['progress']).toBeGreaterThan(0);
    expect((await encoded(sent._id)).clips[0]).toMatchObject({ width: 1280, height: 720 });
    await stream.cut();
  });
  test('stays in an edit that began before it was encoded', async () => {
    const sent = await send(makeVideo('mkv', [...PICTURE, ...H264]), { message: 'Раз' });
    const keep = JSON.stringify([sent.clips[0]!.name]);
    const done = await encoded(sent._id);
    const { message } = await anna.call(chats.edit, {
      params: { id: sent._id },
      body: { message: 'Два', keep },
    });
    expect(message).toMatchObject({ message: 'Два', videos: done.videos });
  });
  test('is encoded for each room to which it was forwarded', async () => {
    const vera = await app.join('Вера');
    const other = await roomOf(anna, vera);
    const sent = await send(makeVideo('mkv', [...PICTURE, ...H264]));
    await anna.call(extras.forward, {
      body: { messages: [sent._id], rooms: [other], clientId: 'forward-1' },
    });
    await until(
      async () => (await readRoom(vera, other))[0]?.clips[0]?.state !== 'processing',
      TIMEOUT_MS,
    );
    const there = (await readRoom(vera, other))[0]!;
    const here = await encoded(sent._id);
    expect([there.clips[0]!.state, here.clips[0]!.state]).toEqual(['ready', 'ready']);
    expect(there.videos).not.toEqual(here.videos);
  });
  test('that cannot be decoded is marked, and deleting it leaves nothing behind', async () => {
    const bad = await send(Buffer.from(await (await video()).arrayBuffer()));
    expect((await encoded(bad._id)).clips[0]).toMatchObject({ state: 'failed' });
    const gone = await send(makeVideo('mkv', [...PICTURE, ...H264]));
    for (const { _id: id } of [bad, gone]) await anna.call(chats.remove, { params: { id } });
    await until(
      async () =>
        (await readdir(join(app.dataDir, 'staging'))).filter((name) => name.startsWith('clip-'))
          .length === 0,
      TIMEOUT_MS,
    );
    await assertProved(app);
  });
  test('comes without a poster if the frame that the browser took is no picture', async () => {
    const { message } = await anna.call(chats.send, {
      params: { roomId },
      body: {},
      files: {
        video: [new Blob([Uint8Array.from(makeVideo('mp4', [...PICTURE, ...H264]))])],
        poster: [blobOf('это не кадр')],
      },
    });
    expect(message.clips).toMatchObject([{ poster: null, state: 'ready' }]);
  });
  test('a voice message may be M4A or Ogg', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
    for (const [extension, codec] of [
      ['ogg', 'libopus'],
      ['m4a', 'aac'],
    ] as const) {
      const { message } = await anna.call(chats.send, {
        params: { roomId },
        body: {},
        files: {
          audio: [new Blob([Uint8Array.from(makeVideo(extension, [...tone, '-c:a', codec]))])],
        },
      });
      expect(message.audio).toMatch(new RegExp(`\\.${extension}$`));
      expect(message.audioDuration).toBeCloseTo(2, 0);
    }
  });
});

import { describe, expect, test } from 'vitest';
import * as friends from '@respa/contract/friends';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { assertProved } from '#tests/support/counters.ts';
import { type Caller } from '#tests/support/driver.ts';
import { video, playableVideo } from '#tests/support/files/videos.ts';
import { blobOf, cookieOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { beginUpload, idOf, sendPart } from '#tests/support/members/uploads.ts';
import { patient } from '#tests/support/patience.ts';
import { openPair } from '#tests/support/members/trio.ts';

/** How often a race test is repeated. */
const TURNS = process.env['RESPA_LONG_TESTS'] === '1' ? 50 : 3;
const { app, anna, boris } = await openPair({ FFMPEG: 'off' }, assertProved);
const channel = await makeChannel(anna, 'Канал Анны', { category: 'Обзоры' });
const titlesOf = async (who: Caller, channelId = channel) =>
  (await who.call(videohost.channelVideos, { params: { channelId } })).videos.map(
    ({ title }) => title,
  );

describe('A video', () => {
  test('is published in the own channel, can be watched at once, and carries no metadata of its file', async () => {
    const { id, video } = await anna.call(videohost.createVideo, {
      body: { title: 'Обзор', description: 'О чём', date: '3000-01-01' },
      files: { video: [await playableVideo()], preview: [await picture()] },
    });
    expect(video).toMatchObject({
      _id: id,
      title: 'Обзор',
      description: 'О чём',
      category: 'Обзоры',
      channel,
      channelName: 'Канал Анны',
      state: 'ready',
      ladder: 'none',
      audience: 'all',
      views: 0,
      likes: 0,
      duration: 20,
      width: 640,
      height: 360,
      role: 'admin',
      stream: '',
    });
    expect(Date.parse(video.date)).toBeLessThan(Date.now() + 60_000);
    const cookie = await cookieOf(app, boris);
    const range = await fetch(`${app.url}/media/videohostvideos/${video.videoUrl}`, {
      headers: { cookie, range: 'bytes=10-19' },
    });
    expect([
      range.status,
      range.headers.get('content-type'),
      (await range.arrayBuffer()).byteLength,
    ]).toEqual([206, 'video/mp4', 10]);
    expect((await fetch(`${app.url}/media/videohostvideos/${video.videoUrl}`)).status).toBe(404);
    expect(await boris.call(videohost.isAdmin, { params: { videoId: id } })).toEqual({
      isAdmin: false,
    });
    expect(await anna.call(videohost.isAdmin, { params: { videoId: id } })).toEqual({
      isAdmin: true,
    });
  });
  test('can be sent as a resumable upload, which is used up', async () => {
    const bytes = new Uint8Array(await (await playableVideo()).arrayBuffer());
    const address = (
      await beginUpload(anna, bytes.length, { purpose: 'video', filename: 'обзор.mp4' })
    ).headers.get('location')!;
    await sendPart(anna, address, 0, bytes.slice(0, 1_000));
    const body = { title: 'Докачанное', upload: idOf(address) };
    expect(await anna.refusal(videohost.createVideo, { body })).toMatchObject({
      status: 409,
      code: 'upload_unfinished',
    });
    await sendPart(anna, address, 1_000, bytes.slice(1_000));
    expect(await boris.refusal(videohost.createVideo, { body })).toMatchObject({
      status: 409,
      error: 'Сначала создайте канал.',
    });
    expect((await anna.call(videohost.createVideo, { body })).video).toMatchObject({
      title: 'Докачанное',
      state: 'ready',
    });
    expect(await anna.refusal(videohost.createVideo, { body })).toMatchObject({
      status: 404,
      code: 'upload_lost',
    });
    expect(
      (await beginUpload(anna, 2 ** 31 + 1, { purpose: 'video', filename: 'большое.mp4' })).status,
    ).toBe(413);
  });
  test('upload needs a channel to publish in, is limited in number, and is refused as it arrives if the bytes are no video', async () => {
    const begin = (who: Caller, bytes: number) =>
      beginUpload(who, bytes, { purpose: 'video', filename: 'обзор.mp4' });
    expect((await begin(boris, 1_000)).status).toBe(409);
    const owner = await app.join('Жанна');
    await makeChannel(owner, 'Долгие записи');
    const text = new TextEncoder().encode('это не видео');
    const address = (await begin(owner, text.length)).headers.get('location')!;
    const refused = await sendPart(owner, address, 0, text);
    expect([refused.status, await refused.json()]).toMatchObject([415, { code: 'bad_type' }]);
    const body = { title: 'Плохое', upload: idOf(address) };
    expect(await owner.refusal(videohost.createVideo, { body })).toMatchObject({
      status: 404,
      code: 'upload_lost',
    });
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await begin(owner, 2 ** 31)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409]);
  });
  test(
    'deleted while it is watched, saved and added to lists is not found, and nothing of it stays',
    async () => {
      const { playlist } = await boris.call(extras.createPlaylist, { body: { name: 'Сборник' } });
      const answers = new Set<number>();
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { _id: videoId } = await publish(anna, `Недолгое ${turn}`);
        const asked = await Promise.all([
          boris.request(extras.addLater, { params: { videoId } }),
          boris.request(extras.addToPlaylist, { params: { id: playlist._id, videoId } }),
          boris.request(videohost.view, { params: { videoId } }),
          anna.request(videohost.removeVideo, { params: { id: videoId } }),
          boris.request(extras.addLater, { params: { videoId } }),
          boris.request(videohost.saveProgress, { params: { videoId }, body: { second: 5 } }),
        ]);
        for (const { status } of asked) answers.add(status);
      }
      expect([...answers].filter((status) => status !== 200 && status !== 404)).toEqual([]);
      expect((await boris.call(extras.later)).videos).toEqual([]);
      expect((await boris.call(extras.playlist, { params: { id: playlist._id } })).videos).toEqual(
        [],
      );
      await boris.call(extras.removePlaylist, { params: { id: playlist._id } });
    },
    patient(120_000),
  );
  const bad: [string, () => Promise<Blob> | Blob, string][] = [
    ['a text', () => blobOf('это не видео'), 'bad_type'],
    ['nothing', () => new File([], 'пусто.mp4'), 'bad_type'],
    [
      'a playlist that references a server file',
      () => blobOf('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'),
      'bad_type',
    ],
    ['a truncated video', async () => (await playableVideo()).slice(0, 2_000), 'bad_type'],
    ['a video that needs an encoder, without an encoder', () => video(), 'needs_encoder'],
  ];
  test.each(bad)('is refused if it is %s', async (_name, make, code) => {
    const before = await titlesOf(anna);
    expect(
      await anna.refusal(videohost.createVideo, {
        body: { title: 'Плохое' },
        files: { video: [new File([await make()], 'clip.mp4')] },
      }),
    ).toMatchObject({ status: 415, code });
    expect(await titlesOf(anna)).toEqual(before);
  });
  test('is refused without a title or a file', async () => {
    for (const [title, video] of [
      ['', [await playableVideo()]],
      ['Без видео', []],
    ] as [string, Blob[]][]) {
      expect(
        await anna.refusal(videohost.createVideo, { body: { title }, files: { video } }),
      ).toMatchObject({ status: 400, error: 'Не введены заполненые основные параметры видео' });
    }
  });
  test("is edited and deleted by its channel's staff; its files are deleted with it", async () => {
    const video = await publish(anna, 'Старое');
    for (const route of [videohost.editVideo] as const)
      expect(await boris.refusal(route, { body: { id: video._id, title: 'Моё' } })).toMatchObject({
        status: 403,
      });
    expect(
      await anna.refusal(videohost.editVideo, { body: { id: video._id, title: ' ' } }),
    ).toMatchObject({ status: 400 });
    const { video: changed } = await anna.call(videohost.editVideo, {
      body: { id: video._id, title: 'Новое', category: 'Юмор', views: 100 } as never,
      files: { preview: [await picture('png')] },
    });
    expect(changed).toMatchObject({ title: 'Новое', category: 'Юмор', views: 0 });
    expect(changed.preview).not.toBeNull();
    expect(await boris.refusal(videohost.removeVideo, { params: { id: video._id } })).toMatchObject(
      { status: 403 },
    );
    await anna.call(videohost.removeVideo, { params: { id: video._id } });
    expect(await anna.refusal(videohost.removeVideo, { params: { id: video._id } })).toMatchObject({
      status: 404,
    });
    await until(
      async () =>
        !(await isStored(app, 'videohostvideos', video.videoUrl)) &&
        !(await isStored(app, 'videopreviews', changed.previewUrl)),
    );
  });
});

describe('The audience of a video', () => {
  test('is everyone, everyone with the link, or friends: in lists, by its address and its file alike', async () => {
    const [owner, friend, stranger] = [
      await app.join('Вера'),
      await app.join('Глеб'),
      await app.join('Дина'),
    ];
    const id = await makeChannel(owner, 'Разное');
    await owner.call(friends.make, { params: { id: friend.id } });
    await friend.call(friends.accept, { params: { to: owner.id } });
    const [linked, ours] = [
      await publish(owner, 'По ссылке', { audience: 'link' }),
      await publish(owner, 'Своим', { audience: 'friends' }),
    ];
    await publish(owner, 'Всем');
    expect(await titlesOf(owner, id)).toEqual(['Всем', 'Своим', 'По ссылке']);
    expect(await titlesOf(friend, id)).toEqual(['Всем', 'Своим']);
    expect(await titlesOf(stranger, id)).toEqual(['Всем']);
    const all = (await stranger.call(videohost.allVideos)).videos.map(({ title }) => title);
    expect([all.includes('Всем'), all.includes('По ссылке'), all.includes('Своим')]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await readVideo(stranger, linked._id)).title).toBe('По ссылке');
    const statusOf = async (who: Caller, name: string) =>
      (
        await fetch(`${app.url}/media/videohostvideos/${name}`, {
          headers: { cookie: await cookieOf(app, who) },
        })
      ).status;
    expect(await stranger.refusal(videohost.video, { params: { id: ours._id } })).toMatchObject({
      status: 404,
    });
    for (const route of [videohost.likeVideo, videohost.view, extras.moments] as const)
      expect(
        await stranger.refusal(route as typeof videohost.view, {
          params: { id: ours._id, videoId: ours._id } as never,
        }),
      ).toMatchObject({ status: 404 });
    expect(
      await stranger.refusal(reactions.comment, {
        params: { postId: ours._id },
        body: { text: 'Вижу' },
      }),
    ).toMatchObject({ status: 404 });
    expect([
      await statusOf(stranger, ours.videoUrl),
      await statusOf(friend, ours.videoUrl),
      await statusOf(stranger, linked.videoUrl),
    ]).toEqual([404, 200, 200]);
  });
  test('excludes users whom its owner blocks', async () => {
    const [owner, shut] = [await app.join('Егор'), await app.join('Жанна')];
    const id = await makeChannel(owner, 'Закрытый для неё');
    const video = await publish(owner, 'Не для всех глаз');
    await shut.call(extras.addLater, { params: { videoId: video._id } });
    await shut.call(videohost.view, { params: { videoId: video._id } });
    await owner.call(privacy.block, { params: { id: shut.id } });
    expect(await shut.refusal(videohost.video, { params: { id: video._id } })).toMatchObject({
      status: 404,
    });
    expect(await shut.refusal(videohost.channel, { params: { id } })).toMatchObject({
      status: 404,
    });
    for (const found of [
      await shut.call(videohost.allVideos),
      await shut.call(videohost.popular),
      await shut.call(extras.later),
      await shut.call(extras.history),
      await shut.call(videohost.allVideos, { query: { q: 'глаз' } }),
    ]) {
      expect(found.videos.map(({ _id }) => _id)).not.toContain(video._id);
    }
  });
});

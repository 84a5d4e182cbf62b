import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as notifications from '@respa/contract/notifications';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { assertProved } from '#tests/support/counters.ts';
import { type Caller } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair({ FFMPEG: 'off' }, assertProved);
const channel = await makeChannel(anna, 'Канал Анны', { category: 'Обзоры' });

describe('Viewer actions', () => {
  test('a view counts once a day; likes are set and removed, however often repeated', async () => {
    const video = await publish(anna, 'Смотрят');
    for (let turn = 0; turn < 3; turn += 1)
      expect(await boris.call(videohost.view, { params: { videoId: video._id } })).toEqual({
        views: 1,
      });
    expect(await anna.call(videohost.view, { params: { videoId: video._id } })).toEqual({
      views: 2,
    });
    await sql`
      update video_watches
      set viewed_on = viewed_on - 1
      where video_id = ${video._id}
    `.execute(app.server.context.db);
    expect(await boris.call(videohost.view, { params: { videoId: video._id } })).toEqual({
      views: 3,
    });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await boris.call(videohost.likeVideo, { params: { id: video._id } })).toEqual({
        liked: true,
        likes: 1,
      });
    expect(await readVideo(boris, video._id)).toMatchObject({ liked: true, likes: 1 });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await boris.call(videohost.dislikeVideo, { params: { id: video._id } })).toEqual({
        liked: false,
        likes: 0,
      });
  });
  test('the last playback position is stored; near the end it is reset', async () => {
    const video = await publish(anna, 'Не досмотрели');
    const save = (second: number) =>
      boris.call(videohost.saveProgress, { params: { videoId: video._id }, body: { second } });
    expect([
      await save(7.26),
      (await readVideo(boris, video._id)).position,
      (await readVideo(anna, video._id)).position,
    ]).toEqual([{ position: 7.3 }, 7.3, 0]);
    expect([await save(19.5), (await readVideo(boris, video._id)).position]).toEqual([
      { position: 0 },
      0,
    ]);
    expect(
      await boris.refusal(videohost.saveProgress, {
        params: { videoId: video._id },
        body: { second: -1 },
      }),
    ).toMatchObject({ status: 400 });
  });
  test('the history shows the latest video first and can be cleared', async () => {
    const viewer = await app.join('Олег');
    const [one, two] = [await publish(anna, 'Раз'), await publish(anna, 'Два')];
    for (const { _id } of [one, two, one])
      await viewer.call(videohost.view, { params: { videoId: _id } });
    const titles = async () => (await viewer.call(extras.history)).videos.map(({ title }) => title);
    expect(await titles()).toEqual(['Раз', 'Два']);
    await viewer.call(extras.removeFromHistory, { params: { videoId: one._id } });
    expect(await titles()).toEqual(['Два']);
    await viewer.call(extras.clearHistory);
    expect(await titles()).toEqual([]);
    expect((await viewer.call(videohost.view, { params: { videoId: one._id } })).views).toBe(1);
  });
  test('playlists keep their order, are closed until opened, and belong to one user', async () => {
    const [one, two] = [await publish(anna, 'Первое'), await publish(anna, 'Второе')];
    const { playlist } = await boris.call(extras.createPlaylist, { body: { name: 'Вечер' } });
    const id = playlist._id;
    for (const { _id } of [two, one, two])
      await boris.call(extras.addToPlaylist, { params: { id, videoId: _id } });
    expect(await boris.call(extras.playlist, { params: { id } })).toMatchObject({
      playlist: { name: 'Вечер', count: 2, open: false, ownerName: 'Борис Ёлкин' },
      videos: [{ title: 'Второе' }, { title: 'Первое' }],
      isLast: true,
      next: null,
    });
    expect(
      (await boris.call(extras.playlists, { query: { video: one._id } })).playlists[0],
    ).toMatchObject({ has: true });
    expect(await anna.refusal(extras.playlist, { params: { id } })).toMatchObject({ status: 404 });
    await boris.call(extras.editPlaylist, {
      params: { id },
      body: { name: 'Вечер пятницы', open: true },
    });
    expect((await anna.call(extras.playlist, { params: { id } })).playlist.name).toBe(
      'Вечер пятницы',
    );
    expect(
      await anna.refusal(extras.removeFromPlaylist, { params: { id, videoId: one._id } }),
    ).toMatchObject({ status: 404 });
    await boris.call(extras.removeFromPlaylist, { params: { id, videoId: two._id } });
    await anna.call(videohost.removeVideo, { params: { id: one._id } });
    expect((await boris.call(extras.playlist, { params: { id } })).videos).toEqual([]);
    await boris.call(extras.removePlaylist, { params: { id } });
    expect((await boris.call(extras.playlists)).playlists).toEqual([]);
  });
});

describe('Comments', () => {
  test("are pinned to a second, listed as moments in order, and moderated by the channel's staff", async () => {
    const video = await publish(anna, 'Обсуждают');
    const write = (who: Caller, text: string, second?: number) =>
      who.call(extras.comment, {
        params: { videoId: video._id },
        body: { text, ...(second === undefined ? {} : { second }) },
      });
    const { comment: late } = await write(boris, 'Босс', 15);
    await write(anna, 'Вход', 3);
    await write(boris, 'Просто так');
    expect(
      await boris.refusal(extras.comment, {
        params: { videoId: video._id },
        body: { text: 'За концом', second: 21 },
      }),
    ).toMatchObject({ status: 400, code: 'bad_second' });
    expect(
      (await boris.call(extras.moments, { params: { videoId: video._id } })).moments.map(
        ({ second, text, name }) => [second, text, name],
      ),
    ).toEqual([
      [3, 'Вход', 'Анна'],
      [15, 'Босс', 'Борис'],
    ]);
    expect(await boris.call(extras.comments, { params: { videoId: video._id } })).toMatchObject({
      count: 3,
      comments: [
        { second: 15, mayDelete: true },
        { second: 3, mayDelete: false },
        { second: null },
      ],
    });
    expect(await boris.call(videohost.likeComment, { params: { id: late._id } })).toEqual({
      liked: true,
      likes: 1,
    });
    expect(await boris.call(videohost.dislikeComment, { params: { id: late._id } })).toEqual({
      liked: false,
      likes: 0,
    });
    await anna.call(reactions.removeComment, { params: { id: late._id } });
    expect((await readVideo(boris, video._id)).comments).toBe(2);
  });
});

describe('Notifications', () => {
  test('go to subscribers of a new video, once, when it is listed; to its owner for likes and comments', async () => {
    const [owner, reader, quiet] = [
      await app.join('Иван'),
      await app.join('Клара'),
      await app.join('Лев'),
    ];
    const id = await makeChannel(owner, 'Новости дня');
    for (const who of [reader, quiet])
      await who.call(videohost.subscribe, { params: { channelId: id } });
    await quiet.call(notifications.setSettings, { body: { quiet: ['video'] } });
    const video = await publish(owner, 'Пока по ссылке', { audience: 'link' });
    const heard = async (who: Caller) =>
      (await who.call(notifications.list)).notifications.map(
        ({ type, title, postType, postID }) => ({ type, title, postType, postID }),
      );
    await owner.call(videohost.editVideo, {
      body: { id: video._id, title: 'Теперь всем', audience: 'all' },
    });
    await until(async () => (await heard(reader)).length === 1);
    expect(await heard(reader)).toEqual([
      {
        type: 'video',
        title: 'Новое видео на канале «Новости дня»',
        postType: 'video',
        postID: video._id,
      },
    ]);
    expect(await heard(quiet)).toEqual([]);
    await reader.call(videohost.likeVideo, { params: { id: video._id } });
    await reader.call(extras.comment, {
      params: { videoId: video._id },
      body: { text: 'Наконец-то' },
    });
    expect((await heard(owner)).map(({ title }) => title)).toEqual([
      'Новый комментарий к вашему видео',
      'Нравится ваше видео',
    ]);
    await owner.call(videohost.removeVideo, { params: { id: video._id } });
    expect([await heard(reader), await heard(owner)]).toEqual([[], []]);
  });
  test('reach the admin for reports on a channel and a video that the reporter can see', async () => {
    const video = await publish(anna, 'Спорное');
    await boris.call(reports.create, { body: { kind: 'video', id: video._id, reason: 'spam' } });
    await boris.call(reports.create, { body: { kind: 'channel', id: channel, reason: 'spam' } });
    expect(
      await anna.refusal(reports.create, {
        body: { kind: 'video', id: video._id, reason: 'spam' },
      }),
    ).toMatchObject({ status: 400, code: 'self' });
    expect(
      await boris.refusal(reports.create, { body: { kind: 'video', id: channel, reason: 'spam' } }),
    ).toMatchObject({ status: 404 });
  });
});

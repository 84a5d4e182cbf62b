import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as extras from '@respa/contract/chat-extras';
import * as catalogue from '@respa/contract/catalogue';
import * as chats from '@respa/contract/chats';
import * as classifieds from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as exports from '@respa/contract/exports';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as people from '@respa/contract/people';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as promos from '@respa/contract/promos';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as support from '@respa/contract/support';
import * as videoExtras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { checkCounters } from '../../packages/server/src/platform/database/counters.ts';
import { COUNTERS } from '../../packages/server/src/app/counters.ts';
import { openLink, waitFor } from '../support/files/archive.ts';
import { publishAd } from '../support/members/classifieds.ts';
import { makeChannel, publish } from '../support/members/channels.ts';
import { assertCounted } from '../support/counters.ts';
import { PASSWORD, startTestApp, type TestApp } from '../support/driver.ts';
import { ADMIN, addGame, joinAdmin, readGame } from '../support/members/games.ts';
import { cookieOf, picture, until } from '../support/files/pictures.ts';
import { video } from '../support/files/videos.ts';
import { openLive, openRoom } from '../support/stream-reader.ts';
import { showPromo } from '../support/members/promos.ts';
import { makeCommunity, propose, write } from '../support/members/communities.ts';
import { readRoom, roomOf, sendMessage } from '../support/members/conversations.ts';
import { beginUpload, idOf, sendPart } from '../support/members/uploads.ts';
import { findInFolders, findInTables, hasNoJobs } from '../support/traces.ts';
import { befriend } from '../support/members/group-chats.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
});
afterAll(() => app.stop());
const WORD = 'Исчезаев';
const filesIn = async (folder: string) =>
  (await readdir(join(app.dataDir, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('Account deletion', () => {
  test('leaves no trace in any table or folder, except messages with their recipients', async () => {
    const [gone, friend, other, early] = [
      await app.join('Глеб', WORD),
      await app.join('Дина'),
      await app.join('Егор'),
      await app.join('Яна'),
    ];
    await befriend(gone, friend);
    await gone.call(friends.make, { params: { id: other.id } });
    await early.call(friends.make, { params: { id: gone.id } });
    const images = await gone.call(profile.updateImages, {
      files: { avatar: [await picture()], banner: [await picture('png')] },
    });
    await gone.call(profile.edit, { body: { aboutMe: 'Скоро меня не будет' } });
    await gone.call(privacy.set, { body: { presence: 'friends' } });
    const { post } = await gone.call(wall.create, {
      body: { title: 'Запись' },
      files: { file: [await picture(), await picture('webp')] },
    });
    const { photo } = await gone.call(photos.create, {
      files: { file: [await picture('png', '#104010')] },
    });
    const { post: friendsPost } = await friend.call(wall.create, {
      body: { title: 'Запись подруги' },
    });
    for (const id of [friendsPost._id, post._id, photo._id])
      for (const who of [gone, other]) {
        await who.call(reactions.like, { params: { id } });
        const { comment } = await who.call(reactions.comment, {
          params: { postId: id },
          body: { text: `от ${who === gone ? 'него' : 'других'}` },
        });
        for (const liker of [gone, friend])
          await liker.call(reactions.likeComment, { params: { commentId: comment._id } });
      }
    await gone.call(profile.visit, { params: { id: other.id } });
    await friend.call(profile.visit, { params: { id: gone.id } });
    await gone.call(privacy.block, { params: { id: early.id } });
    await other.call(privacy.mute, { params: { id: gone.id } });
    await gone.call(reports.create, { body: { kind: 'person', id: other.id, reason: 'spam' } });
    await other.call(reports.create, {
      body: { kind: 'userpost', id: post._id, reason: 'other', text: 'Так нельзя' },
    });
    await gone.call(support.sendMessage, { body: { message: 'Не работает', email: gone.email } });
    await gone.call(notifications.setSettings, { body: { quiet: ['visit'] } });
    const roomId = await roomOf(gone, friend);
    const asked = await sendMessage(friend, roomId, 'Как дела?');
    for (const [who, emoji] of [
      [gone, '🔥'],
      [friend, '🔥'],
      [gone, '👍'],
    ] as const)
      await who.call(extras.react, { params: { messageId: asked._id }, body: { emoji } });
    await gone.call(extras.saveDraft, { params: { roomId }, body: { text: 'Скоро меня' } });
    const { message } = await gone.call(chats.send, {
      params: { roomId },
      body: { message: 'Прощай', clientId: 'last-words' },
      files: { image: [await picture()], video: [await video()] },
    });

    const elsewhere = await roomOf(friend, other);
    await friend.call(extras.forward, {
      body: { messages: [message._id], rooms: [elsewhere], clientId: 'farewell' },
    });
    await friend.call(chats.send, {
      params: { roomId },
      body: {
        message: '@Глеб, до встречи',
        replyTo: message._id,
        mentions: [{ user: gone.id, offset: 0, length: 5 }],
      },
    });

    const { created: folder } = await gone.call(cloud.mkdir, { body: { name: `${WORD} хранит` } });
    const { added: stored } = await gone.call(cloud.upload, {
      body: { folder: folder._id },
      files: {
        file: [
          new File(['тайна облака'], `${WORD}.txt`),
          new File([await picture('png', '#205020')], 'снимок.png'),
        ],
      },
    });
    await gone.call(cloudSharing.send, {
      params: { userId: friend.id, fileId: stored[0]!._id, fileName: 'x' },
    });
    await gone.call(cloudSharing.publish, { params: { id: stored[1]!._id } });
    const {
      added: [input],
    } = await friend.call(cloud.upload, { files: { file: [new File(['дано'], 'дано.txt')] } });
    await friend.call(cloudSharing.send, {
      params: { userId: gone.id, fileId: input!._id, fileName: 'x' },
    });
    await gone.call(cloudSharing.accept, { params: { id: input!._id } });
    const upload = (
      await beginUpload(gone, 100, { purpose: 'cloud', filename: `${WORD}.dat` })
    ).headers.get('location')!;
    await sendPart(gone, upload, 0, new TextEncoder().encode('начало тайны'));
    const [led, read] = [
      await makeCommunity(gone, 'Группа ушедшего'),
      await makeCommunity(friend, 'Группа подруги'),
    ];
    for (const who of [friend, other])
      await who.call(communities.subscribe, { params: { id: led } });
    await gone.call(communities.subscribe, { params: { id: read } });
    await friend.call(communities.addEditor, { params: { id: read, userId: gone.id } });
    await write(gone, read, 'От редактора');
    await propose(gone, led, 'Сам себе');
    const article = await write(gone, led, 'Напоследок');
    await gone.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Пока' },
    });
    await gone.call(communities.likePost, { params: { postId: article._id, publicId: led } });

    const admin = await joinAdmin(app);
    const game = await addGame(admin, 'Останется', { tags: 'вместе' });
    for (const [who, rating] of [
      [gone, 1],
      [friend, 4],
    ] as const) {
      await who.call(catalogue.rate, { params: { id: game._id, rating } });
      await who.call(catalogue.setStatus, {
        params: { id: game._id },
        body: { status: 'playing' },
      });
      await who.call(catalogue.comment, {
        params: { gameId: game._id },
        body: { comment: `об игре от ${who === gone ? 'него' : 'подруги'}` },
      });
      expect((await who.request(catalogue.download, { params: { id: game._id } })).status).toBe(
        200,
      );
    }

    const [ownPromo, theirs, hidden] = [
      await showPromo(gone, admin, WORD),
      await showPromo(friend, admin, 'Реклама подруги'),
      await showPromo(friend, admin, 'Скрытая'),
    ];
    const { imageUrl: promoPicture } = (await gone.call(promos.one, { params: { id: ownPromo } }))
      .ad;
    for (const who of [gone, other]) {
      await who.call(promos.view, { params: { id: theirs } });
      await who.call(promos.click, { params: { id: theirs } });
    }
    await friend.call(promos.view, { params: { id: ownPromo } });
    await gone.call(promos.hide, { params: { id: hidden } });

    const [channel, watched] = [
      await makeChannel(gone, `Канал: ${WORD}`),
      await makeChannel(friend, 'Канал подруги'),
    ];
    for (const [who, channelId] of [
      [friend, channel],
      [gone, watched],
    ] as const)
      await who.call(videohost.subscribe, { params: { channelId } });
    await friend.call(videohost.addHelper, { params: { id: watched, userId: gone.id } });
    const [firstVideo, secondVideo] = [
      await publish(gone, 'Уйдёт со мной'),
      await publish(gone, 'Останется подруге', { channel: watched }),
    ];
    for (const { _id } of [firstVideo, secondVideo]) {
      await gone.call(videohost.view, { params: { videoId: _id } });
      await gone.call(videohost.likeVideo, { params: { id: _id } });
      await gone.call(videoExtras.comment, {
        params: { videoId: _id },
        body: { text: 'Смотрю', second: 1 },
      });
      await gone.call(videoExtras.addLater, { params: { videoId: _id } });
      await friend.call(videoExtras.addLater, { params: { videoId: _id } });
    }
    const { playlist } = await gone.call(videoExtras.createPlaylist, { body: { name: WORD } });
    await gone.call(videoExtras.addToPlaylist, {
      params: { id: playlist._id, videoId: secondVideo._id },
    });
    await gone.call(videohost.interesting);
    const [sold, seen] = [
      await publishAd(gone, `Меч: ${WORD}`, { phone: '+7 900 000-00-99' }, [
        await picture('png', '#505010'),
      ]),
      await publishAd(friend, 'Щит подруги'),
    ];
    await friend.call(classifiedFavourites.addFavourite, { params: { id: sold._id } });
    for (const { _id: id } of [sold, seen])
      for (const who of [gone, friend]) await who.call(classifieds.click, { params: { id } });
    await gone.call(classifiedFavourites.addFavourite, { params: { id: seen._id } });
    await gone.call(classifiedSearches.saveSearch, { body: { q: WORD } });
    await gone.call(exports.start);
    const archive = await waitFor(gone, 'ready');
    expect((await openLink(app, archive.link)).status).toBe(200);

    // Years of messages are processed in batches.
    const long = await roomOf(gone, other);
    await sql`
      insert into messages (room_id, id, user_id, position, born, seq, text)
      select ${long}, gen_random_uuid(), ${gone.id}, n, n, n, 'слово ' || n
      from generate_series(1, 1200) n
    `.execute(app.server.context.db);
    await sql`
      update rooms
      set position = 1200, seq = 1200
      where id = ${long}
    `.execute(app.server.context.db);
    await sql`
      update room_members
      set read_position = 1200
      where room_id = ${long}
    `.execute(app.server.context.db);

    const [live, room, watching] = [
      await openLive(gone),
      await openRoom(gone, roomId),
      await openRoom(friend, roomId),
    ];
    await watching.next('init');
    expect(
      await gone.refusal(account.deleteProfile, { body: { password: 'not-this-one' } }),
    ).toMatchObject({ status: 403, code: 'bad_password', error: 'Неверный пароль.' });
    expect((await friend.call(profile.user, { params: { id: gone.id } })).user.surname).toBe(WORD);
    const answer = await gone.request(account.deleteProfile, { body: { password: PASSWORD } });
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    await Promise.all([live.ended, room.ended, watching.ended]);
    // A client that shows the conversation reloads it instead of resuming.
    expect([watching.events.at(-1)!.type, watching.lastId()]).toEqual(['anew', undefined]);
    expect((await gone.request(profile.me)).status).toBe(401);
    expect(
      (
        await app.nobody.request(account.login, {
          body: { email: gone.email, password: PASSWORD },
        })
      ).status,
    ).toBe(400);

    // Runs the second job for late messages now, not in a minute.
    await sql`
      update graphile_worker._private_jobs
      set run_at = now()
      where key is null
    `.execute(app.server.context.db);
    await until(() => hasNoJobs(app));
    // The server stores its online users every five seconds.
    await until(
      async () =>
        (
          await sql`
            select
            from instances
            where ${gone.id} = any(people)
          `.execute(app.server.context.db)
        ).rows.length === 0,
    );
    const files = [
      images.avatarUrl,
      images.bannerUrl,
      ...post.images,
      photo.imageUrl,
      ...stored.map((file) => file.path),
      idOf(upload),
      firstVideo.videoUrl,
      ...sold.images,
      promoPicture,
      ownPromo,
    ];
    // The admin log is append-only: it contains only ids, which no longer lead to anyone.
    const logged = [gone.id, ownPromo].map((id) => `public.admin_log: ${id}`);
    expect(
      (
        await findInTables(app, [
          gone.id,
          gone.email,
          WORD,
          WORD.toLowerCase(),
          'Скоро меня',
          'last-words',
          '000-00-99',
          ...files,
        ])
      ).filter((trace) => !logged.includes(trace)),
    ).toEqual([]);
    expect(
      await findInFolders(app, [
        gone.id,
        gone.email,
        'тайна облака',
        'начало тайны',
        ...files.map((name) => name.split('.')[0]!),
      ]),
    ).toEqual([]);
    expect((await friend.call(cloud.file, { params: { id: input!._id } })).file).toMatchObject({
      name: 'дано.txt',
      shared: 0,
    });
    expect((await openLink(app, archive.link)).status).toBe(404);
    expect(await filesIn('media/exports')).toEqual([]);
    expect(await checkCounters(app.server.context, COUNTERS)).toBe(0);
    await assertCounted(app);

    expect(await readGame(friend, game._id)).toMatchObject({
      rating: 4,
      votes: 1,
      downloads: 1,
      commentsCount: 1,
      comments: [{ text: 'об игре от подруги' }],
    });

    // What stays with others.
    expect((await friend.call(promos.one, { params: { id: theirs } })).ad).toMatchObject({
      title: 'Реклама подруги',
      views: 1,
      clicks: 1,
    });
    expect(
      await friend.call(videohost.channelVideos, { params: { channelId: watched } }),
    ).toMatchObject({ videos: [{ title: 'Останется подруге', views: 1, likes: 0 }] });
    expect((await friend.call(videoExtras.later)).videos.map(({ title }) => title)).toEqual([
      'Останется подруге',
    ]);
    const [first, last, mention] = await readRoom(friend, roomId);
    expect([first!.message, first!.name, first!.reactions]).toEqual([
      'Как дела?',
      'Дина',
      [{ emoji: '🔥', count: 1, users: [friend.id] }],
    ]);
    expect(mention).toMatchObject({
      message: '@Глеб, до встречи',
      mentions: [],
      formatting: [],
      replyTo: { _id: message._id, name: 'Удалённый', message: 'Прощай' },
    });
    const [copy] = await readRoom(other, elsewhere);
    expect(copy).toMatchObject({
      message: 'Прощай',
      user: friend.id,
      forwarded: { name: 'Удалённый', surname: 'пользователь' },
    });
    expect(
      (
        await fetch(`${app.url}/media/message-images/${copy!.images[0]!}`, {
          headers: { cookie: await cookieOf(app, other) },
        })
      ).status,
    ).toBe(200);
    expect(last).toMatchObject({
      _id: message._id,
      message: 'Прощай',
      name: 'Удалённый',
      surname: 'пользователь',
      avatarUrl: '',
    });
    expect(
      (
        await fetch(`${app.url}/media/message-images/${message.images[0]!}`, {
          headers: { cookie: await cookieOf(app, friend) },
        })
      ).status,
    ).toBe(200);
    expect((await friend.call(chats.rooms)).rooms[0]).toMatchObject({
      name: 'Удалённый',
      surname: 'пользователь',
      isOnline: false,
    });
    expect((await friend.call(chats.room, { params: { id: roomId } })).room).toMatchObject({
      mayWrite: false,
      closed: 'gone',
      name: 'Удалённый',
    });
    expect(
      await friend.refusal(chats.send, { params: { roomId }, body: { message: 'Ты где?' } }),
    ).toMatchObject({ status: 403, code: 'messages_closed' });
    expect((await friend.call(profile.profile, { params: { id: friend.id } })).counts.friends).toBe(
      0,
    );
    expect(
      await friend.call(reactions.comments, { params: { postId: friendsPost._id } }),
    ).toMatchObject({ count: 1, comments: [{ text: 'от других' }] });
    expect((await friend.call(wall.one, { params: { id: friendsPost._id } })).post).toMatchObject({
      likes: 1,
      comments: 1,
    });
    expect((await friend.request(profile.user, { params: { id: gone.id } })).status).toBe(404);
    expect((await friend.call(people.directory, { params: { page: 1, query: WORD } })).count).toBe(
      0,
    );
    expect(
      (await friend.call(notifications.list)).notifications.filter(
        (notice) => notice.from === gone.id,
      ),
    ).toEqual([]);
  });
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as notifications from '@respa/contract/notifications';
import * as people from '@respa/contract/people';
import * as profile from '@respa/contract/profile';
import * as promos from '@respa/contract/promos';
import * as reactions from '@respa/contract/reactions';
import * as videoExtras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { checkCounters } from '../../packages/server/src/platform/database/counters.ts';
import { COUNTERS } from '../../packages/server/src/app/counters.ts';
import { openLink } from '../support/files/archive.ts';
import { assertCounted } from '../support/counters.ts';
import { PASSWORD, startTestApp, type TestApp } from '../support/driver.ts';
import { ADMIN, readGame } from '../support/members/games.ts';
import { cookieOf, until } from '../support/files/pictures.ts';
import { openLive, openRoom } from '../support/stream-reader.ts';
import { readRoom, roomOf } from '../support/members/conversations.ts';
import { idOf } from '../support/members/uploads.ts';
import { findInFolders, findInTables, hasNoJobs } from '../support/traces.ts';
import { fillAccount, WORD } from '../support/members/full-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
});
afterAll(() => app.stop());
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
    const {
      archive,
      elsewhere,
      firstVideo,
      friendsPost,
      game,
      images,
      input,
      message,
      ownPromo,
      photo,
      post,
      promoPicture,
      roomId,
      sold,
      stored,
      theirs,
      upload,
      watched,
    } = await fillAccount(app, { gone, friend, other, early });
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

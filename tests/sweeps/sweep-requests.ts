import { addPushDevice } from '../support/members/push-devices.ts';
import { makeGif, makePack } from '../support/members/stickers.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import * as scheduled from '@respa/contract/scheduled';
import * as bookmarks from '@respa/contract/bookmarks';
import * as chatList from '@respa/contract/chat-list';
import * as account from '@respa/contract/account';
import * as catalogue from '@respa/contract/catalogue';
import * as classifieds from '@respa/contract/classifieds';
import * as classifiedSearches from '@respa/contract/classified-searches';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import type { Caller, TestApp } from '../support/driver.ts';
import { addPasskey } from '../support/members/passkeys.ts';
import { addGame, joinAdmin } from '../support/members/games.ts';
import { playableVideo } from '../support/files/videos.ts';
import { picture } from '../support/files/pictures.ts';
import { makePoll } from '../support/members/polls.ts';
import { showPromo } from '../support/members/promos.ts';
import { roomOf, sendMessage } from '../support/members/conversations.ts';
import type { Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { keyOf } from './all-routes.ts';

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

/**
 * Reads a response; an opened stream is closed again. Asserts that no API response is cached, and
 * that every refusal has a message.
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await response.body!.cancel();
  const isFile = response.headers.has('content-disposition');
  const text = isStream || isFile ? '{}' : await response.text();
  if (isFile) await response.body!.cancel();
  expect(response.headers.get('cache-control')).toBe(isFile ? 'private, no-store' : 'no-store');
  const body = JSON.parse(text) as Record<string, unknown>;
  if (response.status >= 400)
    expect(body).toMatchObject({
      error: expect.stringMatching(/[а-яё]|^ERROR 404: Page not found$/i) as string,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
    });
  return { status: response.status, body, headers: response.headers };
}
/** Makes a call with the input of the route's row for another user's objects. */
export async function ask(
  who: Caller,
  route: RouteSpec,
  things: Things,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const row = ACCESS_ROWS[keyOf(route)]!;
  const answer = await readAnswer(
    await who.request(
      route,
      {
        ...(row.params === undefined ? {} : { params: row.params(things) as never }),
        ...(row.query === undefined ? {} : { query: row.query(things) as never }),
        ...(row.body === undefined ? {} : { body: row.body(things) }),
      },
      headers,
    ),
  );
  // A file for a bearer token may be one for the cookie as well.
  expect(answer.headers.get('vary')).toMatch(/^(?:authorization|cookie)$/);
  return answer;
}

/**
 * Seeds two friends with messages, posts and comments, a user who requests the owner's friendship
 * too, and the platform's admin. Start the server with ADMIN.
 */
export async function seedFixtures(app: TestApp): Promise<Fixtures & { admin: Caller }> {
  const admin = await joinAdmin(app);
  return { admin, ...(await seedFixturesFor(app, admin)) };
}
export type Fixtures = { owner: Caller; friend: Caller; stranger: Caller; things: Things };
/** Seeds the same again for other users; `mark` keeps unique names distinct. */
export async function seedFixturesFor(app: TestApp, admin: Caller, mark = ''): Promise<Fixtures> {
  const [owner, friend, stranger] = await Promise.all([
    app.join('Олег', 'Хозяин'),
    app.join('Дина', 'Подруга'),
    app.join('Степан', 'Чужой'),
  ]);
  const third = await app.join('Тая', 'Третья');
  await owner.call(friends.make, { params: { id: friend.id } });
  await friend.call(friends.accept, { params: { to: owner.id } });
  await third.call(friends.make, { params: { id: owner.id } });
  const roomId = await roomOf(owner, friend);
  const message = await sendMessage(owner, roomId, 'Между нами');
  await sendMessage(friend, roomId, 'Конечно');
  const { room: group } = await owner.call(groups.create, {
    body: { title: 'Рейд', members: JSON.stringify([friend.id]) },
  });
  const { message: groupMessage } = await owner.call(groups.send, {
    params: { roomId: group._id },
    body: { message: 'В беседе' },
  });
  const { post } = await owner.call(wall.create, { body: { title: 'Запись' } });
  const { photo } = await owner.call(photos.create, { files: { file: [await picture()] } });
  const { created: folder } = await owner.call(cloud.mkdir, { body: { name: 'Сейвы' } });
  const {
    added: [file],
  } = await owner.call(cloud.upload, {
    files: { file: [new File(['Пароль от сундука'], 'сундук.txt')] },
  });
  const {
    added: [thrown],
  } = await owner.call(cloud.upload, { files: { file: [new File(['Старое'], 'старое.txt')] } });
  await owner.call(cloud.remove, { params: { id: thrown!._id } });
  await owner.call(cloudSharing.send, {
    params: { userId: friend.id, fileId: file!._id, fileName: file!.name },
  });
  const { comment } = await owner.call(reactions.comment, {
    params: { postId: post._id },
    body: { text: 'Первый' },
  });
  const { pub } = await owner.call(communities.create, {
    body: { name: 'Рейды и обеды', readers: 'all' },
  });
  await friend.call(communities.subscribe, { params: { id: pub._id } });
  const { post: article } = await owner.call(communities.createPost, {
    params: { id: pub._id },
    body: { title: 'Сбор' },
    files: { file: [await picture()] },
  });
  const { comment: articleComment } = await friend.call(communities.comment, {
    params: { postId: article._id },
    body: { text: 'Приду' },
  });
  const { post: proposal } = await friend.call(communities.propose, {
    params: { id: pub._id },
    body: { title: 'Ещё сбор' },
    files: { file: [await picture('png')] },
  });
  const game = await addGame(admin, 'Башня', { genres: 'Стратегия', tags: 'пиксели' });
  const {
    comments: [gameComment],
  } = await owner.call(catalogue.comment, {
    params: { gameId: game._id },
    body: { comment: 'Играю' },
  });
  const { channel } = await owner.call(videohost.createChannel, {
    body: { name: `Рейды в записи${mark}` },
  });
  await friend.call(videohost.subscribe, { params: { channelId: channel._id } });
  const { id: videoId } = await owner.call(videohost.createVideo, {
    body: { title: 'Первый рейд' },
    files: { video: [await playableVideo()] },
  });
  const { comment: videoComment } = await friend.call(extras.comment, {
    params: { videoId },
    body: { text: 'Вот это да', second: 1 },
  });
  const { playlist } = await owner.call(extras.createPlaylist, { body: { name: 'Лучшее' } });
  await owner.call(extras.addToPlaylist, { params: { id: playlist._id, videoId } });
  const { ad } = await owner.call(classifieds.create, {
    body: { title: 'Шлем стража', price: '1500', phone: '+7 900 765-43-21' },
  });
  const { ad: otherAd } = await owner.call(classifieds.create, {
    body: { title: 'Щит стража', price: '900' },
  });
  const later = await owner.call(scheduled.schedule, {
    params: { roomId },
    body: { message: 'Завтра', date: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const { folder: bookmarkFolder } = await owner.call(bookmarks.createFolder, {
    body: { name: 'Гайды' },
  });
  const { folder: chatFolder } = await owner.call(chatList.createFolder, {
    body: { name: 'Рейд', kinds: ['groups'] },
  });
  const { search } = await owner.call(classifiedSearches.saveSearch, { body: { q: 'щит' } });
  // The friend's ads, not the owner's: the stranger blocks the owner during the sweep, and neither
  // sees the other's ads then.
  const [promoId, otherPromoId] = [
    await showPromo(friend, admin, 'Набор в клан'),
    await showPromo(friend, admin, 'Турнир'),
  ];
  const { notifications: notices } = await owner.call(notifications.list);
  const { sessions } = await owner.call(account.sessions);
  return {
    owner,
    friend,
    stranger,
    things: {
      owner: owner.id,
      friend: friend.id,
      stranger: stranger.id,
      sessionId: sessions[0]!._id,
      passkeyId: (await addPasskey(owner))._id,
      roomId,
      messageId: message._id,
      ...(await makePoll(owner, friend, roomId)),
      postId: post._id,
      photoId: photo._id,
      photoName: photo.imageUrl,
      commentId: comment._id,
      noticeId: notices.at(-1)!._id,
      groupId: group._id,
      groupMessageId: groupMessage._id,
      publicId: pub._id,
      articleId: article._id,
      articleCommentId: articleComment._id,
      proposalId: proposal._id,
      folderId: folder._id,
      fileId: file!._id,
      thrownId: thrown!._id,
      gameId: game._id,
      gameCommentId: gameComment!._id,
      channelId: channel._id,
      videoId,
      videoCommentId: videoComment._id,
      playlistId: playlist._id,
      adId: ad._id,
      otherAdId: otherAd._id,
      savedSearchId: search._id,
      chatFolderId: chatFolder._id,
      bookmarkFolderId: bookmarkFolder._id,
      scheduledId: later.scheduled._id,
      ...(await makePack(owner)),
      gifId: await makeGif(owner, roomId),
      pushDeviceId: await addPushDevice(owner),
      promoId,
      otherPromoId,
    },
  };
}

// Tables that any call may change: the last use of a session, visits; and those that change by
// themselves: the server stores that it is alive.
const SELF_CHANGING = ['visits', 'sessions', 'session_tokens', 'migrations', 'instances'];
/**
 * Returns checksums that differ if any row of a table with users' data differs: one query, because
 * sweeps call it often.
 */
export async function snapshot(app: TestApp): Promise<Record<string, string>> {
  const { db } = app.server.context;
  const { rows: tables } = await sql<{
    name: string;
  }>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      and table_type = 'BASE TABLE'
      and not table_name = any(${SELF_CHANGING})
    order by 1
  `.execute(db);
  const states = tables.map(
    ({ name }) =>
      sql`
        select ${name}::text as name, md5(string_agg(t::text, E'\n' order by t::text)) as state
        from ${sql.table(name)} t
      `,
  );
  const { rows } = await sql<{
    name: string;
    state: string | null;
  }>`
    ${sql.join(states, sql` union all `)}
    union all
    select 'sessions', string_agg(id::text, ' ' order by id)
    from sessions
    union all
    select 'jobs that ever were',
      pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs',
        'id')::regclass)::text
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, state }) => [name, state ?? '']));
}

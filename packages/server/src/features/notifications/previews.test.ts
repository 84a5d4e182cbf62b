import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import type { NotificationType } from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { publishAd } from '#tests/support/members/classifieds.ts';
import { makeCommunity, propose, write } from '#tests/support/members/communities.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { makePromo } from '#tests/support/members/promos.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { newId } from '#platform/runtime/ids.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let [anna, boris, vera]: Caller[] = [] as never;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
});
afterAll(() => app.stop());

const run = (query: ReturnType<typeof sql>) => query.execute(app.server.context.db);
/** Returns the previews of the newest notices of a type. */
const previews = async (who: Caller, type: NotificationType) =>
  (await who.call(notifications.list)).notifications
    .filter((notice) => notice.type === type)
    .map(({ preview }) => preview);
/** Adds a notice about an object and returns a function that reads its preview. */
async function noticeOf(to: Caller, from: Caller, type: string, postType: string, postId: string) {
  const id = newId();
  await run(sql`
    insert into notifications (id, to_id, from_id, type, title, post_type, post_id)
    values (${id}, ${to.id}, ${from.id}, ${type}, 'Что-то', ${postType}, ${postId})
  `);
  return async () =>
    (await to.call(notifications.list)).notifications.find(({ _id }) => _id === id)!.preview;
}

test('of a post has its first words and its first picture, of a comment its words too; live as in the list', async () => {
  const [dina, egor] = [await app.join('Дина'), await app.join('Егор')];
  const { post } = await dina.call(wall.create, {
    body: { title: `Собираемся\n\n в 20:00 ${'🎮'.repeat(200)}` },
    files: { file: [await picture()] },
  });
  const live = await openLive(dina);
  await egor.call(reactions.like, { params: { id: post._id } });
  const about = {
    text: `Собираемся в 20:00 ${'🎮'.repeat(100)}…`,
    picture: { folder: 'userposts', name: post.pictures[0]!.name },
  };
  expect(await live.next('notification')).toMatchObject({ notification: { preview: about } });
  expect(await previews(dina, 'like')).toEqual([about]);
  const comment = (text: string) =>
    egor.call(reactions.comment, { params: { postId: post._id }, body: { text } });
  await comment('Буду');
  const { comment: second } = await comment('И друга\nприведу');
  expect(await previews(dina, 'comment')).toEqual([{ ...about, quote: 'И друга приведу' }]);
  await egor.call(reactions.removeComment, { params: { id: second._id } });
  expect(await previews(dina, 'comment')).toEqual([{ ...about, quote: 'Буду' }]);
  await live.cut();
});

test('of a reply on a wall is there only while the wall, the post and its author are visible', async () => {
  const [owner, reader, other] = [
    await app.join('Олег'),
    await app.join('Рита'),
    await app.join('Инна'),
  ];
  const { post } = await owner.call(wall.create, { body: { title: 'Чей дракон?' } });
  const { comment } = await reader.call(reactions.comment, {
    params: { postId: post._id },
    body: { text: 'Мой' },
  });
  await other.call(reactions.comment, {
    params: { postId: post._id },
    body: { text: 'Нет, мой', answerTo: comment._id },
  });
  await other.call(reactions.comment, { params: { postId: post._id }, body: { text: 'Не вам' } });
  const { photo } = await owner.call(photos.create, { files: { file: [await picture()] } });
  const photoPreview = await noticeOf(reader, other, 'comment', 'userphoto', photo._id);
  const picked = { folder: 'userphotos', name: photo.imageUrl };
  const shown = async () => [(await previews(reader, 'comment')).at(-1), await photoPreview()];
  const all = [{ text: 'Чей дракон?', quote: 'Нет, мой' }, { picture: picked }];
  expect(await shown()).toEqual(all);
  for (const hide of [{ wall: 'nobody' }, { wall: 'friends' }] as const) {
    await owner.call(privacy.set, { body: hide });
    expect(await shown()).toEqual([undefined, undefined]);
  }
  await befriend(owner, reader);
  expect(await shown()).toEqual(all);
  await owner.call(privacy.set, { body: { wall: 'all' } });
  await run(sql`update posts set audience = 'friends' where id = ${post._id}`);
  expect(await shown()).toEqual(all);
  await run(sql`delete from friendships where ${owner.id} in (user_id, friend_id)`);
  expect(await shown()).toEqual([undefined, { picture: picked }]);
  await run(sql`
    update posts
    set audience = 'all', is_draft = true
    where id = ${post._id}
  `);
  expect((await shown())[0]).toBeUndefined();
  await run(sql`update posts set is_draft = false where id = ${post._id}`);
  await run(sql`
    insert into blocks (blocker_id, blocked_id, id)
    values (${owner.id}, ${reader.id}, ${newId()})
  `);
  expect(await shown()).toEqual([undefined, undefined]);
});

test('of a group chat has its name, and the message that mentions the reader, while they are a member', async () => {
  await befriend(anna!, boris!);
  const clan = await makeGroup(anna!, 'Клан', boris!);
  expect(await previews(boris!, 'invite')).toEqual([{ name: 'Клан' }]);
  const { message } = await anna!.call(groups.send, {
    params: { roomId: clan },
    body: { message: '@Борис, сбор', mentions: [{ user: boris!.id, offset: 0, length: 6 }] },
  });
  expect(await previews(boris!, 'mention')).toEqual([{ name: 'Клан', quote: '@Борис, сбор' }]);
  const seen = await noticeOf(vera!, anna!, 'mention', 'chat', clan);
  expect(await seen()).toBeUndefined();
  await run(sql`update messages set deleted_at = now() where id = ${message._id}`);
  expect(await previews(boris!, 'mention')).toEqual([{ name: 'Клан' }]);
  await run(sql`delete from room_members where room_id = ${clan} and user_id = ${boris!.id}`);
  expect(await previews(boris!, 'mention')).toEqual([undefined]);
});

test('of a file has its name and picture for those it was sent to', async () => {
  const file = (await anna!.call(cloud.upload, { files: { file: [await picture('png')] } }))
    .added[0]!;
  await anna!.call(cloudSharing.send, {
    params: { userId: boris!.id, fileId: file._id, fileName: file.name },
  });
  const shown = async () => (await previews(boris!, 'file'))[0];
  // The small picture of a file is made after the upload.
  await expect.poll(shown).toEqual({
    name: file.name,
    picture: { folder: 'cloud', name: expect.stringMatching(/-view\.webp$/) },
  });
  const strangers = await noticeOf(vera!, anna!, 'file', 'cloud/file', file._id);
  expect(await strangers()).toBeUndefined();
  await run(sql`update cloud_nodes set trash_id = id where id = ${file._id}`);
  expect(await shown()).toBeUndefined();
});

test('of communities and articles: waiting articles are visible to staff and their author', async () => {
  const id = await makeCommunity(anna!, 'Маяк');
  const article = await write(anna!, id, 'Турнир');
  const waiting = await propose(boris!, id, 'Моя находка');
  const news = (await previews(anna!, 'public'))[0];
  expect(news).toEqual({ name: 'Маяк' });
  const about = (title: string) => ({
    name: 'Маяк',
    text: title,
    picture: { folder: 'publicposts', name: expect.any(String) },
  });
  const [open, own, others, staff] = await Promise.all([
    noticeOf(vera!, anna!, 'comment', 'publicpost', article._id),
    noticeOf(boris!, anna!, 'public', 'publicpost', waiting._id),
    noticeOf(vera!, anna!, 'public', 'publicpost', waiting._id),
    noticeOf(anna!, boris!, 'public', 'publicpost', waiting._id),
  ]);
  expect(await Promise.all([open(), own(), others(), staff()])).toEqual([
    about('Турнир'),
    about('Моя находка'),
    undefined,
    about('Моя находка'),
  ]);
});

test('of videos, board ads, inner ads and games: what is hidden, sold or not one’s own has none', async () => {
  await makeChannel(anna!, 'Обзоры');
  const video = await publish(anna!, 'Первый рейд');
  const ad = await publishAd(anna!, 'Плащ', {}, [await picture()]);
  const promo = await makePromo(anna!, 'Клан ищет магов');
  const game = newId();
  await run(
    sql`insert into games (id, name, description, version) values (${game}, 'Маяк', '', '1')`,
  );
  const [seen, offered, foreign, own, played] = await Promise.all([
    noticeOf(boris!, anna!, 'video', 'video', video._id),
    noticeOf(boris!, anna!, 'board', 'ad', ad._id),
    noticeOf(boris!, anna!, 'promo', 'innerad', promo._id),
    noticeOf(anna!, anna!, 'promo', 'innerad', promo._id),
    noticeOf(boris!, anna!, 'comment', 'app', game),
  ]);
  expect(await seen()).toMatchObject({ name: 'Обзоры', text: 'Первый рейд' });
  expect(await offered()).toEqual({
    text: 'Плащ',
    picture: { folder: 'board', name: ad.pictures[0]!.name },
  });
  expect(await foreign()).toBeUndefined();
  expect(await own()).toMatchObject({ name: 'Клан ищет магов', picture: { folder: 'promos' } });
  expect(await played()).toEqual({ name: 'Маяк' });
  await run(sql`update videos set audience = 'friends' where id = ${video._id}`);
  await run(sql`update classifieds set closed_at = now() where id = ${ad._id}`);
  await run(sql`delete from friendships where user_id = ${boris!.id}`);
  expect([await seen(), await offered()]).toEqual([undefined, undefined]);
});

test('sections hold their own types, and pages of them come in order', async () => {
  const [reader, sender] = [await app.join('Мила'), await app.join('Лука')];
  const rows: [string, NotificationType][] = Array.from({ length: 70 }, (_, turn) => [
    newId(),
    (['delete', 'video', 'takedown', 'board'] as const)[turn % 4]!,
  ]);
  for (const [id, type] of rows)
    await run(sql`
      insert into notifications (id, to_id, from_id, type, title)
      values (${id}, ${reader.id}, ${sender.id}, ${type}, '')
    `);
  const read = async (section: notifications.NoticeSection) => {
    const seen: string[] = [];
    for (;;) {
      const before = seen.at(-1);
      const page = await reader.call(notifications.list, {
        query: { section, ...(before === undefined ? {} : { before }) },
      });
      seen.push(...page.notifications.map(({ _id }) => _id));
      if (page.isLast) return seen;
    }
  };
  const of = (...types: NotificationType[]) =>
    rows.flatMap(([id, type]) => (types.includes(type) ? [id] : [])).toReversed();
  expect(await read('news')).toEqual(of('video', 'board'));
  expect(await read('people')).toEqual(of('delete'));
  expect(await read('reactions')).toEqual([]);
  expect(
    await reader.refusal(notifications.list, { query: { section: 'никакой' as never } }),
  ).toMatchObject({ status: 400 });
});

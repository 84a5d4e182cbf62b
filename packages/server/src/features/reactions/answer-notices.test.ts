import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { readComments, removeComment, writeComment } from '#tests/support/members/comments.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let postId: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
  postId = (await anna.call(wall.create, { body: { title: 'Пост' } })).post._id;
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());
const comment = (who: Caller, text: string, answerTo?: string, id = postId) =>
  writeComment(who, id, text, answerTo);
const commentsOf = (who: Caller, id = postId) => readComments(who, id);
const noticesOf = async (who: Caller, id = postId) =>
  (await who.call(notifications.list)).notifications
    .filter((notice) => notice.postID === id)
    .map(({ type, from, title, postType }) => [type, from, title, postType]);
const answered = (by: Caller, kind = 'userpost') => [
  'comment',
  by.id,
  'Ответ на ваш комментарий',
  kind,
];
const commented = (by: Caller) => [
  'comment',
  by.id,
  'Новый комментарий к вашей записи',
  'userpost',
];

describe('The person replied to', () => {
  test('is notified, except of own replies; the owner is notified of every comment instead', async () => {
    const borises = await comment(boris, 'Вопрос');
    await comment(boris, 'И ещё', borises._id);
    expect(await noticesOf(boris)).toEqual([]);
    const annas = await comment(anna, 'Ответ хозяйки', borises._id);
    expect([await noticesOf(boris), await noticesOf(anna)]).toEqual([
      [answered(anna)],
      [commented(boris)],
    ]);
    const live = await openLive(anna);
    await comment(vera, 'Хозяйке', annas._id);
    await live.next('notification');
    await anna.call(notifications.read);
    await live.next('notifications-changed');
    expect(live.events.filter((event) => event.type === 'notification')).toHaveLength(1);
    await live.cut();
    expect(await noticesOf(anna)).toEqual([commented(vera)]);
    expect((await anna.call(notifications.list)).notifications[0]).toMatchObject({ others: 1 });
    expect(await noticesOf(vera)).toEqual([]);

    const { photo } = await anna.call(photos.create, { files: { file: [await picture()] } });
    const below = await comment(boris, 'Где это?', undefined, photo._id);
    expect(await comment(vera, 'На Волге', below._id, photo._id)).toMatchObject({
      answered: { user: boris.id },
    });
    expect(await noticesOf(boris, photo._id)).toEqual([answered(vera, 'userphoto')]);
  });

  test('loses the notification of a deleted reply and keeps those of others', async () => {
    const [one, two] = [await comment(boris, 'Раз'), await comment(boris, 'Два')];
    await comment(vera, 'Просто так');
    const [first, second] = [
      await comment(vera, 'На раз', one._id),
      await comment(vera, 'На два', two._id),
    ];
    await removeComment(vera, first._id);
    expect(await noticesOf(boris)).toEqual([answered(vera)]);
    await removeComment(vera, second._id);
    expect([await noticesOf(boris), await noticesOf(anna)]).toEqual([[], [commented(vera)]]);
    const third = await comment(vera, 'Ещё раз', one._id);
    await removeComment(anna, third._id);
    expect(await noticesOf(boris)).toEqual([]);
    await comment(vera, 'Напоследок', one._id);
    await anna.call(wall.remove, { params: { id: postId } });
    expect(await noticesOf(boris)).toEqual([]);
  });

  test('is not notified of what they cannot see: a post for friends, or users blocked or muted on either side', async () => {
    await befriend(anna, boris);
    await befriend(anna, vera);
    const closed = (
      await anna.call(wall.create, { body: { title: 'Друзьям', audience: 'friends' } })
    ).post._id;
    const borises = await comment(boris, 'Вижу', undefined, closed);
    await comment(vera, 'И я', borises._id, closed);
    expect(await noticesOf(boris, closed)).toEqual([answered(vera)]);
    await boris.call(notifications.read);
    await anna.call(friends.remove, { params: { id: boris.id }, body: { showedFriends: [] } });
    await comment(vera, 'Ушёл?', borises._id, closed);
    expect((await boris.call(notifications.unread)).count).toBe(1);
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'delete',
    });

    for (const [who, whom] of [
      [boris, vera],
      [vera, boris],
    ] as const) {
      const open = (await anna.call(wall.create, { body: { title: 'Всем' } })).post._id;
      const asked = await comment(who, 'Кто здесь?', undefined, open);
      await whom.call(privacy.block, { params: { id: who.id } });
      expect(await noticesOf(who, open)).toEqual([]);
      await comment(whom, 'Я', asked._id, open);
      expect(await noticesOf(who, open)).toEqual([]);
      await whom.call(privacy.unblock, { params: { id: who.id } });
      await who.call(privacy.mute, { params: { id: whom.id } });
      await comment(whom, 'Снова я', asked._id, open);
      expect(await noticesOf(who, open)).toEqual([]);
      await who.call(privacy.unmute, { params: { id: whom.id } });
    }
  });

  test('loses the notification when the post is limited to friends; friends and the owner keep theirs', async () => {
    await befriend(anna, vera);
    const [borises, veras] = [await comment(boris, 'Раз'), await comment(vera, 'Два')];
    await comment(anna, 'Борису', borises._id);
    await comment(anna, 'Вере', veras._id);
    const everyone = async () => [
      await noticesOf(boris),
      await noticesOf(vera),
      (await noticesOf(anna)).length,
    ];
    expect(await everyone()).toEqual([[answered(anna)], [answered(anna)], 1]);
    await anna.call(authoring.edit, { params: { id: postId }, body: { audience: 'friends' } });
    expect(await everyone()).toEqual([[], [answered(anna)], 1]);
    expect(
      await boris.refusal(reactions.editComment, {
        params: { id: borises._id },
        body: { text: 'Исправлю' },
      }),
    ).toMatchObject({ status: 404 });
    await removeComment(boris, borises._id);
    expect(await commentsOf(vera)).toMatchObject([
      { text: 'Два' },
      { text: 'Борису', answered: null },
      { text: 'Вере' },
    ]);
  });
});

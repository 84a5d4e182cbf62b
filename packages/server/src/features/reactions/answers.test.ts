import { sql } from 'kysely';
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

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let postId: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [anna, boris, vera] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
    app.join('Вера', 'Зимина'),
  ]);
  postId = (await anna.call(wall.create, { body: { title: 'Пост' } })).post._id;
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

const comment = async (who: Caller, text: string, answerTo?: string, id = postId) =>
  (
    await who.call(reactions.comment, {
      params: { postId: id },
      body: { text, ...(answerTo === undefined ? {} : { answerTo }) },
    })
  ).comment;
const commentsOf = async (who: Caller, id = postId) =>
  (await who.call(reactions.comments, { params: { postId: id } })).comments;
const edit = async (who: Caller, id: string, text: string) =>
  (await who.call(reactions.editComment, { params: { id }, body: { text } })).comment;
const remove = (who: Caller, id: string) => who.call(reactions.removeComment, { params: { id } });
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
async function befriend(a: Caller, b: Caller): Promise<void> {
  await a.call(friends.make, { params: { id: b.id } });
  await b.call(friends.accept, { params: { to: a.id } });
}

describe('A reply', () => {
  test('names the comment and person it replies to, and belongs to the thread of the first comment', async () => {
    const first = await comment(boris, 'Кто в рейд?');
    expect(first).toMatchObject({ answerTo: null, thread: null, answered: null, edited: null });
    const second = await comment(vera, 'Я!', first._id);
    const third = await comment(boris, 'Тогда в восемь', second._id);
    expect(second).toMatchObject({
      answerTo: first._id,
      thread: first._id,
      answered: { user: boris.id, name: 'Борис', surname: 'Ёлкин' },
    });
    expect(third).toMatchObject({
      answerTo: second._id,
      thread: first._id,
      answered: { user: vera.id, name: 'Вера', surname: 'Зимина' },
      comment: 'Тогда в восемь',
      text: 'Тогда в восемь',
    });
    expect(await commentsOf(boris)).toEqual([{ ...first }, { ...second, mayDelete: false }, third]);
  });

  test('to a comment that is not under the same object is refused', async () => {
    const other = (await anna.call(wall.create, { body: { title: 'Другая' } })).post._id;
    const elsewhere = await comment(boris, 'Не там', undefined, other);
    const gone = await comment(boris, 'Недолго');
    await remove(boris, gone._id);
    for (const answerTo of [elsewhere._id, gone._id, postId, crypto.randomUUID()]) {
      expect(
        await vera.refusal(reactions.comment, {
          params: { postId },
          body: { text: 'Куда?', answerTo },
        }),
      ).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(
      await vera.refusal(reactions.comment, {
        params: { postId },
        body: { text: 'Куда?', answerTo: 'x' },
      }),
    ).toMatchObject({ status: 400 });
    expect(await commentsOf(anna)).toEqual([]);
  });

  test('outlives the comment that it replies to', async () => {
    const first = await comment(boris, 'Скажу и удалю');
    const second = await comment(vera, 'Как так?', first._id);
    const third = await comment(boris, 'Вот так', second._id);
    await remove(boris, first._id);
    expect(await commentsOf(anna)).toMatchObject([
      { _id: second._id, answerTo: first._id, answered: null, thread: first._id },
      { _id: third._id, answered: { user: vera.id }, thread: first._id },
    ]);
    expect((await anna.call(reactions.comments, { params: { postId } })).count).toBe(2);
    await sql`delete from accounts where id = ${vera.id}`.execute(app.server.context.db);
    expect(await commentsOf(anna)).toMatchObject([
      { _id: third._id, answerTo: second._id, answered: null },
    ]);
    await sql`
      update reaction_objects
      set comments = 1
      where id = ${postId}
    `.execute(app.server.context.db);
  });

  test('is written or refused while its comment is being deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id } = await comment(boris, 'Успеют?');
      const acts = await Promise.allSettled([
        comment(vera, 'Раз', _id),
        remove(boris, _id),
        comment(vera, 'Два', _id),
      ]);
      for (const act of acts)
        expect(act.status === 'rejected' ? act.reason : { status: 404 }).toMatchObject({
          status: 404,
        });
      await assertCounted(app);
    }
  });

  test('by a user who blocks the viewer is hidden; a reply to such a user stays and does not name them', async () => {
    const first = await comment(boris, 'Первый');
    const second = await comment(vera, 'Вере видно', first._id);
    await comment(anna, 'Хозяйке тоже', second._id);
    await vera.call(privacy.block, { params: { id: boris.id } });
    expect((await commentsOf(boris)).map((one) => [one.text, one.answered])).toEqual([
      ['Первый', null],
      ['Хозяйке тоже', null],
    ]);
    expect((await boris.call(reactions.comments, { params: { postId } })).count).toBe(2);
    expect(
      await boris.refusal(reactions.comment, {
        params: { postId },
        body: { text: 'Вера?', answerTo: second._id },
      }),
    ).toMatchObject({ status: 404 });
    expect((await commentsOf(anna)).map((one) => one.answered?.user)).toEqual([
      undefined,
      boris.id,
      vera.id,
    ]);
  });
});

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
    await remove(vera, first._id);
    expect(await noticesOf(boris)).toEqual([answered(vera)]);
    await remove(vera, second._id);
    expect([await noticesOf(boris), await noticesOf(anna)]).toEqual([[], [commented(vera)]]);
    const third = await comment(vera, 'Ещё раз', one._id);
    await remove(anna, third._id);
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
    await remove(boris, borises._id);
    expect(await commentsOf(vera)).toMatchObject([
      { text: 'Два' },
      { text: 'Борису', answered: null },
      { text: 'Вере' },
    ]);
  });
});

describe('Editing a comment', () => {
  test('changes the text and marks it as edited; likes, position and date stay', async () => {
    const made = await comment(boris, 'Красво');
    await comment(vera, 'Опечатка', made._id);
    await anna.call(reactions.likeComment, { params: { commentId: made._id } });
    const changed = await edit(boris, made._id, '  Красиво ');
    expect(changed).toMatchObject({
      ...made,
      comment: 'Красиво',
      text: 'Красиво',
      likes: 1,
      edited: changed.edited,
    });
    expect(Math.abs(Date.parse(changed.edited!) - Date.now())).toBeLessThan(60_000);
    expect((await commentsOf(boris))[0]).toEqual(changed);
    expect(await edit(boris, made._id, 'Красиво')).toEqual(changed);
  });

  test('is allowed to its author only, and needs text', async () => {
    const made = await comment(boris, 'Моё');
    for (const who of [anna, vera])
      expect(
        await who.refusal(reactions.editComment, {
          params: { id: made._id },
          body: { text: 'Чужое' },
        }),
      ).toMatchObject({ status: 404, code: 'not_found' });
    for (const body of [{ text: ' \n' }, {}])
      expect(
        await boris.refusal(reactions.editComment, { params: { id: made._id }, body }),
      ).toMatchObject({ status: 400, error: 'Напишите текст' });
    expect(
      await boris.refusal(reactions.editComment, {
        params: { id: made._id },
        body: { text: 'щ'.repeat(2001) },
      }),
    ).toMatchObject({ status: 400, error: 'Комментарий слишком длинный.' });
    await anna.call(privacy.block, { params: { id: boris.id } });
    expect(
      await boris.refusal(reactions.editComment, {
        params: { id: made._id },
        body: { text: 'Напоследок' },
      }),
    ).toMatchObject({ status: 404 });
    expect(await commentsOf(anna)).toMatchObject([{ text: 'Моё', edited: null }]);
    const acts = await Promise.allSettled([
      edit(boris, made._id, 'Раз'),
      remove(anna, made._id),
      edit(boris, made._id, 'Два'),
    ]);
    expect(acts.map((act) => act.status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
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
const edit = async (who: Caller, id: string, text: string) =>
  (await who.call(reactions.editComment, { params: { id }, body: { text } })).comment;

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
    await removeComment(boris, gone._id);
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
    await removeComment(boris, first._id);
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
        removeComment(boris, _id),
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
      removeComment(anna, made._id),
      edit(boris, made._id, 'Два'),
    ]);
    expect(acts.map((act) => act.status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

import { describe, expect, test } from 'vitest';
import * as notifications from '@respa/contract/notifications';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import type { Caller } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();

const post = async (who: Caller) =>
  (await who.call(wall.create, { body: { title: 'Пост' } })).post._id;
const like = (who: Caller, id: string, state?: 'on' | 'off') =>
  who.call(reactions.like, { params: { id }, query: state === undefined ? {} : { state } });
const likesOf = async (who: Caller, id: string) => {
  const { post: shown } = await who.call(wall.one, { params: { id } });
  return [shown.likes, shown.liked];
};
const comment = async (who: Caller, postId: string, text: string) =>
  (await who.call(reactions.comment, { params: { postId }, body: { text } })).comment;
const commentsOf = (
  who: Caller,
  postId: string,
  query: { before?: string; page?: number; offset?: number } = {},
) => who.call(reactions.comments, { params: { postId }, query });
const likeComment = (who: Caller, commentId: string, state?: 'on' | 'off') =>
  who.call(reactions.likeComment, {
    params: { commentId },
    query: state === undefined ? {} : { state },
  });
const noticesOf = async (who: Caller, postId: string) =>
  (await who.call(notifications.list)).notifications
    .filter((notice) => notice.postID === postId)
    .map((notice) => [notice.type, notice.from, notice.postType]);
const unknown = '01890000-0000-7000-8000-000000000000';

describe('Likes', () => {
  test('toggle with every call; with a state they may be repeated', async () => {
    const id = await post(anna);
    expect(await like(boris, id)).toEqual({ liked: true, likes: 1 });
    expect(await boris.call(reactions.checkLike, { params: { id } })).toEqual({ liked: true });
    expect(await anna.call(reactions.checkLike, { params: { id } })).toEqual({ liked: false });
    expect(await like(boris, id, 'on')).toEqual({ liked: true, likes: 1 });
    expect(await like(anna, id, 'on')).toEqual({ liked: true, likes: 2 });
    expect(await like(boris, id)).toEqual({ liked: false, likes: 1 });
    expect(await like(boris, id, 'off')).toEqual({ liked: false, likes: 1 });
    expect(
      await boris.refusal(reactions.like, { params: { id }, query: { state: 'maybe' as never } }),
    ).toMatchObject({ status: 400 });
    expect(await likesOf(boris, id)).toEqual([1, false]);
  });

  test('twenty concurrent toggles leave the parity of their number; with a state, that state', async () => {
    const id = await post(anna);
    for (const [turns, liked] of [
      [20, false],
      [19, true],
      [7, false],
    ] as const) {
      await Promise.all(Array.from({ length: turns }, () => like(boris, id)));
      expect(await likesOf(boris, id)).toEqual([liked ? 1 : 0, liked]);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => like(boris, id, 'on')));
    expect(answers.every((answer) => answer.liked && answer.likes === 1)).toBe(true);
    await Promise.all([
      like(anna, id),
      like(vera, id),
      like(boris, id, 'off'),
      like(vera, id, 'on'),
    ]);
    await assertCounted(app);
    expect((await likesOf(boris, id))[1]).toBe(false);
  });

  test('of objects that do not exist are refused for everyone', async () => {
    for (const id of [unknown, anna.id, 'x']) {
      for (const route of [reactions.like, reactions.checkLike])
        expect(await boris.refusal(route, { params: { id } })).toMatchObject({
          status: 404,
          code: 'not_found',
        });
    }
  });

  test('notify the owner, are withdrawn with the like, and never notify of own likes', async () => {
    const id = await post(anna);
    await like(anna, id);
    await like(boris, id);
    expect(await noticesOf(anna, id)).toEqual([['like', boris.id, 'userpost']]);
    await like(boris, id);
    expect(await noticesOf(anna, id)).toEqual([]);
    await Promise.all(Array.from({ length: 9 }, () => like(boris, id)));
    expect(await noticesOf(anna, id)).toEqual([['like', boris.id, 'userpost']]);
  });

  test('of a post that is being deleted leave nothing behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await post(anna);
      const acts = await Promise.allSettled([
        like(boris, id),
        comment(vera, id, 'успею?'),
        anna.call(wall.remove, { params: { id } }),
        like(vera, id),
      ]);
      expect(acts[2]!.status).toBe('fulfilled');
      for (const act of acts)
        expect(act.status === 'rejected' ? act.reason : { status: 404 }).toMatchObject({
          status: 404,
        });
      expect(await noticesOf(anna, id)).toEqual([]);
    }
  });
});

describe('Comments', () => {
  test('carry their author, their text under both names and the server time', async () => {
    const id = await post(anna);
    const { comment: made } = await boris.call(reactions.comment, {
      params: { postId: id },
      body: { text: '  красиво ', date: '1999-01-01', user: anna.id, likes: 100 } as never,
    });
    expect(made).toMatchObject({
      user: boris.id,
      name: 'Борис',
      surname: 'Ёлкин',
      comment: 'красиво',
      text: 'красиво',
      likes: 0,
      liked: false,
      mayDelete: true,
    });
    expect(Math.abs(Date.parse(made.date) - Date.now())).toBeLessThan(60_000);
    expect(await commentsOf(boris, id)).toEqual({ comments: [made], count: 1, isLast: true });
    expect((await commentsOf(anna, id)).comments[0]).toMatchObject({ mayDelete: true });
    expect((await commentsOf(vera, id)).comments[0]).toMatchObject({ mayDelete: false });
    expect(await noticesOf(anna, id)).toEqual([['comment', boris.id, 'userpost']]);
  });

  test('need text, within the length limit', async () => {
    const id = await post(anna);
    for (const body of [{ text: '' }, { text: '  \n' }, {}])
      expect(
        await boris.refusal(reactions.comment, { params: { postId: id }, body }),
      ).toMatchObject({ status: 400, error: 'Напишите текст' });
    expect(
      await boris.refusal(reactions.comment, {
        params: { postId: id },
        body: { text: 'щ'.repeat(2001) },
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await boris.refusal(reactions.comment, {
        params: { postId: unknown },
        body: { text: 'куда' },
      }),
    ).toMatchObject({ status: 404 });
    expect(await commentsOf(boris, id)).toEqual({ comments: [], count: 0, isLast: true });
  });

  test('are deleted by their author and by the owner of the wall, by nobody else and only once', async () => {
    const id = await post(anna);
    const [first, second] = [await comment(boris, id, 'раз'), await comment(boris, id, 'два')];
    expect(
      await vera.refusal(reactions.removeComment, { params: { id: first._id } }),
    ).toMatchObject({ status: 404, code: 'not_found' });
    expect((await commentsOf(vera, id)).count).toBe(2);
    const gone = await Promise.allSettled(
      [1, 2, 3].map(() => boris.call(reactions.removeComment, { params: { id: first._id } })),
    );
    expect(gone.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await anna.call(reactions.removeComment, { params: { id: second._id } });
    expect(await commentsOf(boris, id)).toEqual({ comments: [], count: 0, isLast: true });
  });

  test('come in pages of fifty, the newest at the end', async () => {
    const id = await post(anna);
    for (let turn = 1; turn <= 55; turn += 1) await comment(boris, id, `№${turn}`);
    const numbers = async (query: Parameters<typeof commentsOf>[2] = {}) => {
      const { comments, isLast, count } = await commentsOf(vera, id, query);
      return [comments.map((one) => one.text).join(' '), isLast, count];
    };
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `№${from + index}`).join(' ');
    expect(await numbers()).toEqual([range(6, 55), false, 55]);
    expect(await numbers({ page: 2 })).toEqual([range(1, 5), true, 55]);
    expect(await numbers({ page: 2, offset: 1 })).toEqual([range(1, 4), true, 55]);
    const { comments } = await commentsOf(vera, id);
    expect(await numbers({ before: comments[0]!._id })).toEqual([range(1, 5), true, 55]);
  });

  test('can be liked like posts, once per user', async () => {
    const id = await post(anna);
    const { _id } = await comment(boris, id, 'лайкни');
    expect(await likeComment(vera, _id)).toEqual({ liked: true, likes: 1 });
    expect((await commentsOf(vera, id)).comments[0]).toMatchObject({ likes: 1, liked: true });
    expect((await commentsOf(boris, id)).comments[0]).toMatchObject({ likes: 1, liked: false });
    await Promise.all(Array.from({ length: 20 }, () => likeComment(vera, _id)));
    expect((await commentsOf(vera, id)).comments[0]).toMatchObject({ likes: 1, liked: true });
    await Promise.all(Array.from({ length: 10 }, () => likeComment(anna, _id, 'on')));
    expect(await likeComment(anna, _id, 'off')).toEqual({ liked: false, likes: 1 });
    expect(
      await vera.refusal(reactions.likeComment, { params: { commentId: unknown } }),
    ).toMatchObject({ status: 404 });
  });
});

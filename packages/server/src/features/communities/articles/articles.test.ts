import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as notifications from '@respa/contract/notifications';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import type { Caller } from '#tests/support/driver.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const id = await makeCommunity(anna, 'Вестник');
for (const who of [boris, vera]) await who.call(communities.subscribe, { params: { id } });
await anna.call(communities.addEditor, { params: { id, userId: vera.id } });
const unknown = '01890000-0000-7000-8000-000000000000';
const media = async () =>
  (
    await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from media_files
      where folder = 'publicposts'
    `.execute(app.server.context.db)
  ).rows[0]!.count;

describe('An article', () => {
  test("has title, text and pictures, shows its community's name, and reveals its author to staff only", async () => {
    const file = [await picture(), await picture('png', '#104010')];
    const { post } = await vera.call(communities.createPost, {
      params: { id },
      body: { title: '  Итоги ', text: 'Все живы', date: '1999-01-01' },
      files: { file },
    });
    expect(post).toMatchObject({
      public: id,
      title: 'Итоги',
      text: 'Все живы',
      likes: 0,
      liked: false,
      comments: [],
      commentsCount: 0,
      head: { id, name: 'Вестник', surname: '' },
      author: { id: vera.id },
      state: 'published',
      pinned: false,
      edited: null,
      mayEdit: true,
    });
    expect([post.images.length, Math.abs(Date.parse(post.date) - Date.now()) < 60_000]).toEqual([
      2,
      true,
    ]);
    const seen = (await boris.call(communities.post, { params: { id: post._id } })).post;
    expect(seen).toEqual({ ...post, author: null, mayEdit: false });
    expect((await boris.call(communities.posts, { params: { id } })).posts[0]).toEqual(seen);
    for (const one of [id, post._id])
      expect(await boris.call(communities.postHead, { params: { id: one } })).toEqual(post.head);
    // Any visitor sees the picture of a published article.
    expect(
      (await fetch(`${app.url}/media/publicposts/${post.images[0]!}`)).headers.get('content-type'),
    ).toBe('image/webp');
  });
  test('needs one to five pictures and an editor', async () => {
    const before = await media();
    expect(
      await anna.refusal(communities.createPost, {
        params: { id },
        body: { title: 'Без картинки', text: 'Совсем' },
      }),
    ).toMatchObject({ status: 400, error: 'Выберите изображение' });
    const one = await picture();
    expect(
      await anna.refusal(communities.createPost, {
        params: { id },
        body: {},
        files: { file: Array.from({ length: 6 }, () => one) },
      }),
    ).toMatchObject({
      status: 400,
      error: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
    });
    expect(
      await anna.refusal(communities.createPost, {
        params: { id },
        body: {},
        files: { file: [one, blobOf('текст')] },
      }),
    ).toMatchObject({
      status: 415,
      error: expect.stringMatching(/^Такой тип файла не поддерживается\. Подойдут JPEG/),
    });
    expect(
      await anna.refusal(communities.createPost, {
        params: { id },
        body: { text: 'щ'.repeat(10_001) },
        files: { file: [one] },
      }),
    ).toMatchObject({ status: 400, error: 'Текст не длиннее 10 000 символов' });
    expect(
      await boris.refusal(communities.createPost, {
        params: { id },
        body: {},
        files: { file: [one] },
      }),
    ).toMatchObject({ status: 403, error: 'Недостаточно прав' });
    expect(
      await anna.refusal(communities.createPost, {
        params: { id: unknown },
        body: {},
        files: { file: [one] },
      }),
    ).toMatchObject({ status: 404 });
    expect(await media()).toBe(before);
    expect(
      (
        await anna.call(communities.createPost, {
          params: { id },
          body: {},
          files: { file: Array.from({ length: 5 }, () => one) },
        })
      ).post.images,
    ).toHaveLength(5);
  });
  test("is liked and commented through the community's routes and the common ones, as one object", async () => {
    const article = await write(anna, id, 'Обсудим');
    const like = { params: { postId: article._id, publicId: id } };
    expect(await boris.call(communities.likePost, like)).toEqual({ liked: true, likes: 1 });
    expect(await boris.call(reactions.checkLike, { params: { id: article._id } })).toEqual({
      liked: true,
    });
    expect(await boris.call(communities.likePost, { ...like, query: { state: 'on' } })).toEqual({
      liked: true,
      likes: 1,
    });
    expect(await boris.call(reactions.like, { params: { id: article._id } })).toEqual({
      liked: false,
      likes: 0,
    });
    expect(
      await boris.refusal(communities.likePost, {
        params: { postId: article._id, publicId: unknown },
      }),
    ).toMatchObject({ status: 404 });
    const { comment } = await boris.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Первый', date: 'вчера', pub: 'не та' },
    });
    await vera.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Второй', answerTo: comment._id },
    });
    expect(comment).toMatchObject({ text: 'Первый', comment: 'Первый', user: boris.id });
    expect(await vera.call(communities.likeComment, { params: { id: comment._id } })).toEqual({
      liked: true,
      likes: 1,
    });
    const { post } = await anna.call(communities.post, { params: { id: article._id } });
    expect([
      post.commentsCount,
      post.comments.map(({ text, mayDelete }) => [text, mayDelete]),
    ]).toEqual([
      2,
      [
        ['Первый', true],
        ['Второй', true],
      ],
    ]);
    expect(
      (await anna.call(communities.posts, { params: { id }, query: { slim: 'true' } })).posts[0]!
        .comments,
    ).toEqual([]);
    expect(
      (await boris.call(communities.comments, { params: { postId: article._id } })).comments.map(
        ({ mayDelete }) => mayDelete,
      ),
    ).toEqual([true, false]);
    expect(
      await boris.refusal(communities.comment, {
        params: { postId: article._id },
        body: { text: ' ' },
      }),
    ).toMatchObject({ status: 400, error: 'Напишите текст' });
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'comment',
      title: 'Ответ на ваш комментарий',
      postType: 'publicpost',
      postID: article._id,
    });
  });
  test('is edited by an editor: pictures are added and removed, a concurrent edit is detected, and the last picture stays', async () => {
    const article = await write(anna, id, 'Черновато');
    const edit = (who: Caller, body: Record<string, unknown>, file: Blob[] = []) =>
      who.call(communities.editPost, { params: { id: article._id }, body, files: { file } });
    const { post } = await edit(vera, { title: 'Набело', edited: '' }, [
      await picture('png', '#7a3f22'),
    ]);
    expect([post.title, post.images.length, post.edited === null]).toEqual(['Набело', 2, false]);
    expect((await edit(vera, { title: 'Набело' })).post.edited).toBe(post.edited);
    const refused = (who: Caller, body: Record<string, unknown>) =>
      who.refusal(communities.editPost, { params: { id: article._id }, body });
    expect(await refused(vera, { title: 'Поздно', edited: '' })).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
    });
    expect(await refused(vera, { keep: '[]' })).toMatchObject({
      status: 400,
      error: 'Выберите изображение',
    });
    expect(await refused(vera, { keep: '["чужая.webp"]' })).toMatchObject({
      status: 400,
      code: 'bad_input',
    });
    expect(await refused(boris, { title: 'Моё' })).toMatchObject({ status: 403 });
    const kept = (await edit(anna, { keep: JSON.stringify([post.images[1]]) })).post;
    expect(kept.images).toEqual([post.images[1]]);
    await until(async () => !(await isStored(app, 'publicposts', post.images[0]!)));
  });
  test('is deleted by an editor, with its likes and comments; others may not', async () => {
    const article = await write(anna, id, 'Лишняя');
    await boris.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Зачем' },
    });
    expect(
      await boris.refusal(communities.removePost, { params: { postId: article._id } }),
    ).toMatchObject({ status: 403 });
    await vera.call(communities.removePost, { params: { postId: article._id } });
    expect(
      await vera.refusal(communities.removePost, { params: { postId: article._id } }),
    ).toMatchObject({ status: 404 });
    expect(
      (await anna.call(communities.notices, { params: { id } })).notifications.filter(
        (one) => one.postID === article._id,
      ),
    ).toEqual([]);
  });
});

test('lists start with the pinned article and page by the last one or by number', async () => {
  const other = await makeCommunity(anna, 'Длинная');
  const made: string[] = [];
  for (let number = 1; number <= 13; number += 1)
    made.push((await write(anna, other, `№${number}`))._id);
  await anna.call(communities.pin, { params: { id: made[2]! } });
  await anna.call(communities.pin, { params: { id: made[4]! } });
  const page = (query: Record<string, unknown>) =>
    boris.call(communities.posts, { params: { id: other }, query });
  const first = await page({});
  expect([first.count, first.isLast, first.posts.map(({ title }) => title)]).toEqual([
    13,
    false,
    ['№5', '№13', '№12', '№11', '№10', '№9', '№8', '№7', '№6', '№4'],
  ]);
  expect((await page({ before: first.posts.at(-1)!._id })).posts.map(({ title }) => title)).toEqual(
    ['№3', '№2', '№1'],
  );
  expect((await page({ page: 2 })).posts.map(({ title }) => title)).toEqual(['№3', '№2', '№1']);
  expect(await boris.refusal(communities.pin, { params: { id: made[0]! } })).toMatchObject({
    status: 403,
  });
  await anna.call(communities.unpin, { params: { id: made[4]! } });
  expect((await page({})).posts[0]!.title).toBe('№13');
});

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@respa/contract/durations';
import * as notifications from '@respa/contract/notifications';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import type { Caller } from '#tests/support/driver.ts';
import { blobOf, cookieOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import {
  makeCommunity,
  propose,
  readCommunity,
  write,
} from '#tests/support/members/communities.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { publishDue } from './publishing.ts';

const { app, anna, boris, vera } = await openTrio();
const id = await makeCommunity(anna, 'Вестник');
for (const who of [boris, vera]) await who.call(communities.subscribe, { params: { id } });
await anna.call(communities.addEditor, { params: { id, userId: vera.id } });

const unknown = '01890000-0000-7000-8000-000000000000';
const soon = (ms = HOUR_MS) => new Date(Date.now() + ms).toISOString();
const titles = async (who: Caller, query = {}) =>
  (await who.call(communities.posts, { params: { id }, query })).posts.map(({ title }) => title);
const waiting = async (who: Caller, state: 'proposed' | 'scheduled') =>
  (await who.call(communities.waiting, { params: { id, state } })).posts.map(({ title }) => title);
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

test('a scheduled article of a suspended author is not published automatically', async () => {
  const { db } = app.server.context;
  const { post } = await vera.call(communities.createPost, {
    params: { id },
    body: { title: 'Ждёт', publishAt: soon() },
    files: { file: [await picture()] },
  });
  const come = () =>
    sql`
      update public_posts
      set publish_at = now() - interval '1 minute'
      where id = ${post._id}
    `.execute(db);
  await sql`
    insert into suspensions (user_id, id, reason)
    values (${vera.id}, gen_random_uuid(), 'Обман')
  `.execute(db);
  await come();
  await publishDue(app.server.context, post._id);
  expect(await waiting(anna, 'scheduled')).toEqual(['Ждёт']);
  const { rows } = await sql<{
    wait: number;
  }>`
    select extract(epoch from run_at - now())::int as wait
    from graphile_worker.jobs
    where key = ${`publics.publish:${post._id}`}
  `.execute(db);
  expect(rows[0]!.wait).toBeGreaterThan(3_500);
  await sql`delete from suspensions where user_id = ${vera.id}`.execute(db);
  await publishDue(app.server.context, post._id);
  expect([await waiting(anna, 'scheduled'), (await titles(boris))[0]]).toEqual([[], 'Ждёт']);
});

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

describe('A scheduled article', () => {
  test('is visible to staff only, with its pictures, and is published automatically', async () => {
    const { post } = await anna.call(communities.createPost, {
      params: { id },
      body: { title: 'Завтра', publishAt: soon() },
      files: { file: [await picture()] },
    });
    expect(post).toMatchObject({ state: 'scheduled', mayEdit: true });
    expect(await waiting(vera, 'scheduled')).toEqual(['Завтра']);
    expect((await readCommunity(vera, id)).scheduled).toBe(1);
    expect(await titles(boris)).not.toContain('Завтра');
    expect(await boris.refusal(communities.post, { params: { id: post._id } })).toMatchObject({
      status: 404,
    });
    expect(
      await boris.refusal(communities.waiting, { params: { id, state: 'scheduled' } }),
    ).toMatchObject({ status: 403 });
    expect(
      await boris.refusal(communities.comment, {
        params: { postId: post._id },
        body: { text: 'Ага' },
      }),
    ).toMatchObject({ status: 404 });
    expect(await anna.refusal(communities.pin, { params: { id: post._id } })).toMatchObject({
      status: 409,
      code: 'not_published',
    });
    const shown = async (who: Caller) =>
      (
        await fetch(`${app.url}/media/publicposts/${post.images[0]!}`, {
          headers: { cookie: await cookieOf(app, who) },
        })
      ).status;
    expect([
      await shown(vera),
      await shown(boris),
      (await fetch(`${app.url}/media/publicposts/${post.images[0]!}`)).status,
    ]).toEqual([200, 404, 404]);
    const live = await openLive(boris);
    await anna.call(communities.editPost, {
      params: { id: post._id },
      body: { publishAt: soon(1_500) },
    });
    const notified = await live.next('public-post');
    const out = (await boris.call(communities.post, { params: { id: notified['id'] as string } }))
      .post;
    expect([out.title, out.state, out.publishAt, out._id === post._id]).toEqual([
      'Завтра',
      'published',
      null,
      false,
    ]);
    expect([
      await waiting(vera, 'scheduled'),
      (await titles(boris))[0],
      (await fetch(`${app.url}/media/publicposts/${out.images[0]!}`)).status,
    ]).toEqual([[], 'Завтра', 200]);
    await live.cut();
  });
  test('may be published at once, but only once', async () => {
    const { post } = await anna.call(communities.createPost, {
      params: { id },
      body: { title: 'Сейчас', publishAt: soon() },
      files: { file: [await picture()] },
    });
    expect(await boris.refusal(communities.publish, { params: { id: post._id } })).toMatchObject({
      status: 404,
    });
    const came = await Promise.allSettled(
      Array.from({ length: 4 }, () => vera.call(communities.publish, { params: { id: post._id } })),
    );
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await titles(boris)).filter((title) => title === 'Сейчас')).toHaveLength(1);
  });
  test.each(['вчера', '2001-01-01', '2999-01-01T00:00:00Z'])(
    'must be scheduled within the next year: %s',
    async (publishAt) => {
      const file = [await picture()];
      expect(
        await anna.refusal(communities.createPost, {
          params: { id },
          body: { publishAt },
          files: { file },
        }),
      ).toMatchObject({ status: 400, error: 'Выберите время в будущем, не дальше года.' });
    },
  );
});

describe('A proposal', () => {
  test('waits for an editor, is visible to its author, and is published under the author’s name', async () => {
    const post = await propose(boris, id, 'Мой поход');
    expect(post).toMatchObject({
      state: 'proposed',
      isProposal: true,
      mayEdit: true,
      author: { id: boris.id },
    });
    expect([
      await waiting(vera, 'proposed'),
      await waiting(boris, 'proposed'),
      await waiting(await app.join('Тая'), 'proposed'),
    ]).toEqual([['Мой поход'], ['Мой поход'], []]);
    expect(
      (await anna.call(communities.notices, { params: { id } })).notifications[0],
    ).toMatchObject({
      type: 'proposal',
      text: 'Предлагает запись',
      postID: post._id,
    });
    await boris.call(communities.editPost, {
      params: { id: post._id },
      body: { title: 'Мой поход к морю' },
    });
    expect(await boris.refusal(communities.publish, { params: { id: post._id } })).toMatchObject({
      status: 403,
    });
    const { post: out } = await vera.call(communities.publish, { params: { id: post._id } });
    expect((await anna.call(communities.post, { params: { id: out._id } })).post).toMatchObject({
      title: 'Мой поход к морю',
      state: 'published',
      isProposal: true,
      author: { id: boris.id },
    });
    expect(
      await boris.refusal(communities.editPost, {
        params: { id: out._id },
        body: { title: 'Иначе' },
      }),
    ).toMatchObject({ status: 403 });
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'public',
      title: 'Ваша запись вышла в группе «Вестник»',
      postType: 'publicpost',
      postID: out._id,
    });
  });
  test('may be withdrawn by its author, or rejected, and the author is notified', async () => {
    const [mine, theirs] = [
      await propose(boris, id, 'Передумал'),
      await propose(boris, id, 'Не то'),
    ];
    await boris.call(communities.removePost, { params: { postId: mine._id } });
    await vera.call(communities.removePost, { params: { postId: theirs._id } });
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      title: 'Ваша запись не подошла группе «Вестник»',
      postType: 'public',
      postID: id,
    });
    await until(async () => !(await isStored(app, 'publicposts', theirs.images[0]!)));
    expect(await waiting(vera, 'proposed')).toEqual([]);
  });
  test('counts toward a limit of ten waiting per author', async () => {
    for (let number = 0; number < 10; number += 1) await propose(boris, id, `Идея ${number}`);
    expect(
      await boris.refusal(communities.propose, {
        params: { id },
        body: {},
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 409, code: 'too_many_waiting' });
    expect((await readCommunity(boris, id)).proposed).toBe(10);
  });
});

test('news of the user’s communities come newest first, page by page, and live', async () => {
  const reader = await app.join('Инна');
  const [one, other, alien] = [
    await makeCommunity(anna, 'Первый'),
    await makeCommunity(anna, 'Второй'),
    await makeCommunity(anna, 'Чужой'),
  ];
  for (const community of [one, other])
    await reader.call(communities.subscribe, { params: { id: community } });
  expect(await reader.call(communities.news)).toEqual({ posts: [], isLast: true });
  const live = await openLive(reader);
  for (let number = 1; number <= 6; number += 1)
    for (const community of [one, other, alien])
      await write(
        anna,
        community,
        `${community === one ? 'П' : community === other ? 'В' : 'Ч'}${number}`,
      );
  expect(await live.next('public-post')).toMatchObject({ publicId: one });
  await live.cut();
  const first = await reader.call(communities.news);
  const rest = await reader.call(communities.news, { query: { before: first.posts.at(-1)!._id } });
  expect([...first.posts, ...rest.posts].map(({ title }) => title)).toEqual([
    'В6',
    'П6',
    'В5',
    'П5',
    'В4',
    'П4',
    'В3',
    'П3',
    'В2',
    'П2',
    'В1',
    'П1',
  ]);
  expect([first.isLast, rest.isLast]).toEqual([false, true]);
});

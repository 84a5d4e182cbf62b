import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as notifications from '@respa/contract/notifications';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { type Caller } from '#tests/support/driver.ts';
import { insertFriendships, insertPeople, insertPosts } from '#tests/support/crowd.ts';
import {
  blobOf,
  isStored,
  picture,
  pictureWithPlace,
  until,
} from '#tests/support/files/pictures.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();

const post = async (who: Caller, title: string, file: Blob[] = []) =>
  (await who.call(wall.create, { body: { title }, files: { file } })).post;
const wallOf = (
  who: Caller,
  owner: Caller,
  page = 1,
  offset = 0,
  query: { before?: string } = {},
) => who.call(wall.list, { params: { userId: owner.id, page, offset }, query });
const rows = async () =>
  (
    await sql<{
      posts: number;
      media: number;
      objects: number;
    }>`
      select (select count(*)::int from posts) as posts,
        (select count(*)::int from media_files) as media,
        (select count(*)::int from reaction_objects) as objects
    `.execute(app.server.context.db)
  ).rows[0];
const copies = async (count: number) => {
  const one = await picture();
  return Array.from({ length: count }, () => one);
};

describe('A post', () => {
  test("has text, pictures in order, its author above it, and the server's date", async () => {
    const files = [
      await picture('jpeg'),
      await picture('png'),
      await picture('gif'),
      await picture('webp'),
      await picture('jpeg', '#00ff00'),
    ];
    const { post: made } = await anna.call(wall.create, {
      body: { title: '  Прошёл босса ', date: '1999-01-01' },
      files: { file: files },
    });
    expect(made).toMatchObject({
      title: 'Прошёл босса',
      user: anna.id,
      likes: 0,
      comments: 0,
      liked: false,
      head: { id: anna.id, name: 'Анна', surname: 'Белова', avatarUrl: '' },
    });
    expect(Math.abs(Date.parse(made.date) - Date.now())).toBeLessThan(60_000);
    expect(made.images).toHaveLength(5);
    expect(made.pictures.map((one) => [one.name, one.width, one.height])).toEqual(
      made.images.map((name) => [name, 320, 240]),
    );
    for (const name of made.images)
      expect((await fetch(`${app.url}/media/userposts/${name}`)).headers.get('content-type')).toBe(
        'image/webp',
      );
    expect((await boris.call(wall.one, { params: { id: made._id } })).post).toEqual(made);
    expect((await wallOf(boris, anna)).posts[0]).toEqual(made);
    for (const id of [made._id, anna.id])
      expect(await boris.call(wall.postHead, { params: { id } })).toEqual(made.head);
    expect(
      await boris.refusal(wall.postHead, { params: { id: crypto.randomUUID() } }),
    ).toMatchObject({ status: 404 });
  });

  test('needs a text or a picture', async () => {
    expect(
      (await anna.call(wall.create, { body: {}, files: { file: [await picture()] } })).post.title,
    ).toBe('');
    const before = await rows();
    for (const body of [{}, { title: '' }, { title: ' \n\t ' }]) {
      expect(await anna.refusal(wall.create, { body })).toMatchObject({
        status: 400,
        code: 'empty_post',
        error: 'Напишите что-нибудь или добавьте фото.',
      });
    }
    expect(await anna.refusal(wall.create, { body: { title: 'щ'.repeat(10_001) } })).toMatchObject({
      status: 400,
      error: 'Пост не длиннее 10 000 символов',
    });
    expect(await rows()).toEqual(before);
    expect((await post(anna, 'щ'.repeat(10_000))).title).toHaveLength(10_000);
  });

  test('with six pictures or an invalid one is refused and leaves nothing behind', async () => {
    const before = await rows();
    expect(
      await anna.refusal(wall.create, {
        body: { title: 'шесть' },
        files: { file: await copies(6) },
      }),
    ).toMatchObject({
      status: 400,
      error: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
    });
    for (const bad of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script>alert(1)</script>',
      'GIF89a<script>alert(1)</script>',
      'просто текст',
    ]) {
      expect(
        await anna.refusal(wall.create, {
          body: { title: 'с картинкой' },
          files: { file: [await picture(), blobOf(bad)] },
        }),
      ).toMatchObject({
        status: 415,
        code: 'bad_type',
        error: expect.stringMatching(
          /^(?:Такой тип файла не поддерживается\. Подойдут JPEG|Картинка повреждена)/,
        ),
      });
    }
    expect(
      await anna.refusal(wall.create, {
        body: { title: 'тяжёлая' },
        files: { file: [new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])] },
      }),
    ).toMatchObject({ status: 413, error: 'Файл слишком большой' });
    expect(await rows()).toEqual(before);
    expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
  });

  test('does not reveal where its picture was taken', async () => {
    const { images } = await post(anna, 'на реке', [await pictureWithPlace()]);
    const bytes = Buffer.from(
      await (await fetch(`${app.url}/media/userposts/${images[0]}`)).arrayBuffer(),
    );
    expect(bytes.length).toBeGreaterThan(100);
    for (const trace of ['canary-artist', 'Exif', 'GPS'])
      expect(bytes.includes(trace), trace).toBe(false);
  });

  test('is deleted by its author only, with its pictures, likes, comments and notifications', async () => {
    const made = await post(anna, 'скоро исчезнет', await copies(2));
    await boris.call(reactions.like, { params: { id: made._id } });
    await boris.call(reactions.comment, { params: { postId: made._id }, body: { text: 'жаль' } });
    const ofThePost = async () =>
      (await anna.call(notifications.list)).notifications
        .filter((notice) => notice.postID === made._id)
        .map((notice) => notice.type);
    expect(await ofThePost()).toEqual(['comment', 'like']);
    expect(await boris.refusal(wall.remove, { params: { id: made._id } })).toMatchObject({
      status: 403,
      error: 'Недостаточно прав',
    });
    expect((await boris.call(wall.one, { params: { id: made._id } })).post).toMatchObject({
      title: 'скоро исчезнет',
      likes: 1,
      comments: 1,
      liked: true,
    });
    const gone = await Promise.allSettled(
      [anna, anna, anna].map((who) => who.call(wall.remove, { params: { id: made._id } })),
    );
    expect(gone.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await ofThePost()).toEqual([]);
    expect(await boris.refusal(wall.one, { params: { id: made._id } })).toMatchObject({
      status: 404,
    });
    expect(await boris.refusal(reactions.comments, { params: { postId: made._id } })).toMatchObject(
      { status: 404 },
    );
    for (const name of made.images)
      await until(async () => !(await isStored(app, 'userposts', name)));
    const left = await sql`
        select 1
        from likes
        where object_id = ${made._id}
        union all
        select 1
        from comments
        where object_id = ${made._id}
      `.execute(app.server.context.db);
    expect(left.rows).toEqual([]);
  });
});

describe('A wall', () => {
  test('is open to visitors, page by page, newest first', async () => {
    const [gleb, waiting] = await Promise.all([app.join('Глеб'), app.register('Фома')]);
    for (let turn = 1; turn <= 23; turn += 1) await post(gleb, `№${turn}`);
    const titles = async (page: number, offset = 0, query: { before?: string } = {}) => {
      const { posts, isLast, count } = await wallOf(app.nobody, gleb, page, offset, query);
      expect(count).toBe(23);
      return [posts.map((one) => Number(one.title.slice(1))), isLast];
    };
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => from - index);
    expect(await titles(1)).toEqual([down(23, 14), false]);
    expect(await titles(0)).toEqual([down(23, 14), false]);
    expect(await titles(2)).toEqual([down(13, 4), false]);
    expect(await titles(2, 1)).toEqual([down(12, 3), false]);
    expect(await titles(3)).toEqual([down(3, 1), true]);
    expect(await titles(4)).toEqual([[], true]);
    const [newest] = (await wallOf(anna, gleb)).posts;
    expect(await titles(1, 0, { before: newest!._id })).toEqual([down(22, 13), false]);
    await anna.call(reactions.like, { params: { id: newest!._id } });
    const shown = await Promise.all(
      [anna, boris, waiting, app.nobody].map(async (who) => (await wallOf(who, gleb)).posts[0]!),
    );
    expect(shown.map((one) => [one.likes, one.liked])).toEqual([
      [1, true],
      [1, false],
      [1, false],
      [1, false],
    ]);
    for (const userId of [waiting.id, crypto.randomUUID(), 'all']) {
      expect(
        await app.nobody.refusal(wall.list, { params: { userId, page: 1, offset: 0 } }),
      ).toMatchObject({ status: 404 });
    }
    expect(
      await app.nobody.refusal(wall.list, {
        params: { userId: gleb.id, page: 'x' as never, offset: 0 },
      }),
    ).toMatchObject({ status: 400, error: 'Неверный номер страницы.' });
  });

  test("the friends feed equals a plain query over all friends' posts, at any depth", async () => {
    const seeds = process.env['RESPA_LONG_TESTS'] === '1' ? 20 : 3;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const reader = await app.join('Читатель');
      const seedRows = await insertPeople(app, 60);
      const friends = seedRows.filter((_, index) => index % 3 !== seed % 3);
      await insertFriendships(
        app,
        friends.map((id) => [reader.id, id]),
      );
      // Few authors write much, many write little, and some posts have the same time.
      const authors = Array.from(
        { length: 400 },
        (_, turn) =>
          seedRows[Math.floor((((turn * 7919 * seed) % 997) / 997) ** 3 * seedRows.length)]!,
      );
      const posts = await insertPosts(app, authors);
      const expected = posts
        .filter(({ author }) => friends.includes(author))
        .map(({ id }) => id)
        .sort()
        .reverse();
      const read: string[] = [];
      for (;;) {
        const before = read.at(-1);
        const page = await reader.call(wall.friendsNews, {
          query: before === undefined ? {} : { before },
        });
        read.push(...page.posts.map((one) => one._id));
        if (page.isLast) break;
        expect(page.posts).toHaveLength(10);
      }
      expect(read).toEqual(expected);
    }
    const alone = await app.join('Одинокий');
    expect(await alone.call(wall.friendsNews)).toEqual({ posts: [], isLast: true });
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as communities from '@respa/contract/communities';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { editPost, writePost, type PostOptions } from '#tests/support/members/posts.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());
const post = (body?: Parameters<typeof writePost>[1], file?: Blob[]) => writePost(anna, body, file);
const edit = (id: string, body: PostOptions, file?: Blob[]) => editPost(anna, id, body, file);
const db = () => app.server.context.db;
const read = async (who: Caller, id: string) => (await who.call(wall.one, { params: { id } })).post;

describe('Comments on a post', () => {
  const comment = (who: Caller, id: string) => ({ params: { postId: id }, body: { text: 'Я' } });
  const may = (who: Caller, id: string) => who.call(reactions.comment, comment(who, id));
  const refused = async (who: Caller, id: string) => {
    const { status, code, error } = await who.refusal(reactions.comment, comment(who, id));
    return [status, code, error];
  };

  test('are open to friends only where the author says so; those written before stay', async () => {
    await befriend(anna, vera);
    const { _id: id } = await post();
    await may(boris, id);
    expect(await edit(id, { commentsFor: 'friends' })).toMatchObject({
      commentsFor: 'friends',
      mayComment: true,
      edited: null,
    });
    expect(await refused(boris, id)).toEqual([
      403,
      'comments_closed',
      'Комментировать этот пост могут только друзья автора.',
    ]);
    expect((await read(boris, id)).mayComment).toBe(false);
    expect((await read(vera, id)).mayComment).toBe(true);
    await may(vera, id);
    await may(anna, id);
    expect((await read(boris, id)).comments).toBe(3);
    const { posts } = await boris.call(wall.list, {
      params: { userId: anna.id, page: 1, offset: 0 },
    });
    expect(posts[0]).toMatchObject({ mayComment: false, commentsFor: 'friends' });
  });

  test('are open to nobody where the author closes them, and open again', async () => {
    const { _id: id } = await post({ commentsFor: 'nobody' });
    for (const who of [anna, boris])
      expect(await refused(who, id)).toEqual([
        403,
        'comments_closed',
        'Автор закрыл комментарии к этому посту.',
      ]);
    await boris.call(reactions.like, { params: { id }, query: { state: 'on' } });
    await edit(id, { commentsFor: 'all' });
    await may(boris, id);
    expect(
      await boris.refusal(authoring.edit, { params: { id }, body: { commentsFor: 'nobody' } }),
    ).toMatchObject({ status: 403 });
  });

  test('of an article are open to its readers or nobody, and always to the staff', async () => {
    const { pub } = await anna.call(communities.create, { body: { name: 'Маяк' } });
    const { post: article } = await anna.call(communities.createPost, {
      params: { id: pub._id },
      body: { title: 'Рейд', commentsFor: 'subscribers' },
      files: { file: [await picture()] },
    });
    const id = article._id;
    expect(await refused(boris, id)).toEqual([
      403,
      'comments_closed',
      'Комментировать этот пост могут только подписчики группы.',
    ]);
    expect(
      await boris.refusal(communities.comment, { params: { postId: id }, body: { text: 'Я' } }),
    ).toMatchObject({ code: 'comments_closed' });
    await may(anna, id);
    await boris.call(communities.subscribe, { params: { id: pub._id } });
    await may(boris, id);
    await anna.call(communities.editPost, { params: { id }, body: { commentsFor: 'nobody' } });
    expect(await refused(boris, id)).toEqual([
      403,
      'comments_closed',
      'Группа закрыла комментарии к этому посту.',
    ]);
    const seen = await boris.call(communities.post, { params: { id } });
    expect(seen.post).toMatchObject({ commentsFor: 'nobody', mayComment: false, edited: null });
  });
});

describe('The history of a post', () => {
  const versions = async (who: Caller, id: string) =>
    (await who.call(wall.versions, { params: { id } })).versions.map(({ text }) => text);

  test('holds its former texts for those who see it, and ends with it', async () => {
    const { _id: id, date } = await post({ title: 'Раз' });
    await edit(id, { title: 'Два' });
    await edit(id, { title: 'Два' });
    await edit(id, { commentsFor: 'nobody' });
    await edit(id, { title: 'Три' });
    expect(await versions(boris, id)).toEqual(['Два', 'Раз']);
    const { versions: all } = await boris.call(wall.versions, { params: { id } });
    expect(all[1]!.date).toBe(date);
    await anna.call(privacy.block, { params: { id: boris.id } });
    expect(await boris.refusal(wall.versions, { params: { id } })).toMatchObject({ status: 404 });
    await anna.call(authoring.edit, { params: { id }, body: { audience: 'friends' } });
    expect(await vera.refusal(wall.versions, { params: { id } })).toMatchObject({ status: 404 });
    await anna.call(wall.remove, { params: { id } });
    const { rows } = await sql`select from post_versions where post_id = ${id}`.execute(db());
    expect(rows).toEqual([]);
  });

  test('keeps fifty texts, and none of a draft', async () => {
    const { _id: id } = await post({ title: '0' });
    for (let turn = 1; turn <= 52; turn += 1) await edit(id, { title: String(turn) });
    const kept = await versions(anna, id);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, '51', '2']);
    const draft = await post({ draft: 'true' });
    await edit(draft._id, { title: 'Иначе' });
    const { post: out } = await anna.call(authoring.publish, { params: { id: draft._id } });
    expect(await versions(anna, out._id)).toEqual([]);
  });

  test('of an article holds its titles too', async () => {
    const { pub } = await anna.call(communities.create, { body: { name: 'Маяк' } });
    const { post: article } = await anna.call(communities.createPost, {
      params: { id: pub._id },
      body: { title: 'Рейд', text: 'Сбор' },
      files: { file: [await picture()] },
    });
    const params = { id: article._id };
    await anna.call(communities.editPost, { params, body: { title: 'Поход' } });
    expect((await boris.call(communities.versions, { params })).versions).toMatchObject([
      { title: 'Рейд', text: 'Сбор' },
    ]);
  });
});

describe('The pictures of a post', () => {
  const three = async () => {
    const one = await picture();
    return [one, one];
  };
  const shown = ({ pictures }: { pictures: { name: string; alt?: string }[] }) =>
    pictures.map(({ name, alt }) => [name, alt]);

  test('take an order and descriptions, old and new ones together', async () => {
    const made = await post(
      { pictures: JSON.stringify([{ file: 1, alt: 'Закат' }, { file: 0 }]) },
      await three(),
    );
    const [first, second] = made.pictures;
    expect([first!.alt, second!.alt]).toEqual(['Закат', undefined]);
    const changed = await edit(
      made._id,
      {
        pictures: JSON.stringify([
          { name: second!.name, alt: ' Рассвет ' },
          { file: 0, alt: 'Новая' },
          { name: first!.name },
        ]),
      },
      [await picture()],
    );
    expect(shown(changed)).toEqual([
      [second!.name, 'Рассвет'],
      [expect.any(String), 'Новая'],
      [first!.name, 'Закат'],
    ]);
    const order = changed.pictures.map(({ name }) => name).reverse();
    const again = await edit(made._id, {
      pictures: JSON.stringify(order.map((name) => ({ name, alt: '' }))),
    });
    expect(shown(again)).toEqual(order.map((name) => [name, undefined]));
    const fewer = await edit(made._id, { pictures: JSON.stringify([{ name: order[2] }]) });
    expect(shown(fewer)).toEqual([[order[2], undefined]]);
  });

  test('are refused as a list that is none, or has others', async () => {
    const made = await post({}, [await picture()]);
    const name = made.pictures[0]!.name;
    for (const pictures of [
      'нет',
      '{}',
      '[1]',
      JSON.stringify([{ name }, { name }]),
      JSON.stringify([{ name, file: 0 }]),
      JSON.stringify([{ file: 0 }]),
      JSON.stringify([{ name: 'x.webp' }]),
      JSON.stringify([{ name, alt: 'щ'.repeat(201) }]),
      JSON.stringify([{ name, alt: 5 }]),
    ])
      expect(
        await anna.refusal(authoring.edit, { params: { id: made._id }, body: { pictures } }),
      ).toMatchObject({ status: 400, code: 'bad_input' });
  });
});

describe('A video in a post', () => {
  const makeVideo = async (audience: 'all' | 'friends' = 'all') => {
    await makeChannel(anna, 'Канал');
    const { _id: id } = await publish(anna, 'Рейд', { audience });
    await sql`update videos set state = 'ready' where id = ${id}`.execute(db());
    return id;
  };

  test('is of the own channel, and shown to those who may watch it', async () => {
    const video = await makeVideo('friends');
    const { _id: id } = await post({ title: '', video });
    await befriend(anna, vera);
    expect((await read(anna, id)).video).toMatchObject({ _id: video });
    expect((await read(vera, id)).video).toMatchObject({ _id: video });
    expect((await read(boris, id)).video).toBeNull();
    expect(await boris.refusal(wall.create, { body: { video } })).toMatchObject({ status: 404 });
    for (const none of [crypto.randomUUID(), 'x'])
      expect(await anna.refusal(wall.create, { body: { video: none } })).toMatchObject({
        status: 404,
      });
    await anna.call(videohost.removeVideo, { params: { id: video } });
    expect((await read(anna, id)).video).toBeNull();
    expect(await edit(id, { video: '', title: 'Без видео' })).not.toHaveProperty('video');
    expect((await read(anna, id)).edited).not.toBeNull();
  });
});

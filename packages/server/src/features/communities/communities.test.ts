import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as communities from '@respa/contract/communities';
import * as reports from '@respa/contract/reports';
import { type Caller } from '#tests/support/driver.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { makeCommunity, readCommunity, write } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const unknown = '01890000-0000-7000-8000-000000000000';
const subscribe = (who: Caller, id: string, state?: 'on' | 'off') =>
  who.call(communities.subscribe, {
    params: { id },
    ...(state === undefined ? {} : { query: { state } }),
  });

describe('A community', () => {
  test('is created with its pictures, has its creator as a subscriber, and is edited by its admin only', async () => {
    const { pub } = await anna.call(communities.create, {
      body: { name: '  Рейды \n и обеды ', description: 'Каждую субботу' },
      files: { avatar: [await picture()], banner: [await picture('png')] },
    });
    expect(pub).toMatchObject({
      name: 'Рейды и обеды',
      description: 'Каждую субботу',
      admin: anna.id,
      role: 'admin',
      isSubscriber: true,
      subscribersCount: 1,
      postsCount: 0,
      subscribers: [anna.id],
      unread: 0,
      proposed: 0,
      scheduled: 0,
    });
    for (const [folder, name] of [
      ['publicavatars', pub.avatarUrl],
      ['publicbanners', pub.bannerUrl],
    ] as const)
      expect((await fetch(`${app.url}/media/${folder}/${name}`)).status).toBe(200);
    expect(await readCommunity(boris, pub._id)).toMatchObject({
      name: 'Рейды и обеды',
      role: 'reader',
      isSubscriber: false,
    });
    expect(
      await boris.refusal(communities.edit, { params: { id: pub._id }, body: { name: 'Моё' } }),
    ).toMatchObject({ status: 403, error: 'Недостаточно прав' });
    const { pub: changed } = await anna.call(communities.edit, {
      params: { id: pub._id },
      body: { name: 'Рейды', removeBanner: 'true' },
      files: { avatar: [await picture('webp', '#104010')] },
    });
    expect(changed).toMatchObject({
      name: 'Рейды',
      description: 'Каждую субботу',
      bannerUrl: 'banner.jpg',
    });
    expect(changed.avatarUrl).not.toBe(pub.avatarUrl);
    await until(
      async () =>
        !(await isStored(app, 'publicavatars', pub.avatarUrl)) &&
        !(await isStored(app, 'publicbanners', pub.bannerUrl)),
    );
  });
  test('is refused without a name or with an invalid picture', async () => {
    for (const name of ['', ' \n '])
      expect(await anna.refusal(communities.create, { body: { name } })).toMatchObject({
        status: 400,
        error: 'Не введено имя',
        fields: { name: 'Не введено имя' },
      });
    expect(
      await anna.refusal(communities.create, { body: { name: 'щ'.repeat(101) } }),
    ).toMatchObject({
      status: 400,
      error: 'Название не длиннее 100 символов',
    });
    expect(
      await anna.refusal(communities.create, {
        body: { name: 'Текст' },
        files: { avatar: [blobOf('не картинка')] },
      }),
    ).toMatchObject({
      status: 415,
      error: expect.stringMatching(/^Такой тип файла не поддерживается\. Подойдут JPEG/),
    });
    expect((await anna.call(communities.all, { query: { q: 'Текст' } })).publics).toEqual([]);
    for (const id of [unknown, 'x'])
      expect(await anna.refusal(communities.one, { params: { id } })).toMatchObject({
        status: 404,
        error: 'Не найдено',
      });
  });
  test('is found by a part of its name or description, regardless of case and ё', async () => {
    const [one, other] = [
      await makeCommunity(vera, 'Чёрная дыра'),
      await makeCommunity(vera, 'Огород', 'Выращиваем чёрную смородину'),
    ];
    await subscribe(boris, other);
    const find = async (q: string) =>
      (await boris.call(communities.all, { query: { q } })).publics.map(({ _id }) => _id);
    expect(await find('ЧЕРН')).toEqual([other, one]);
    expect(await find('ёрная дыр')).toEqual([one]);
    expect(await find('%')).toEqual([]);
    const whole = await boris.call(communities.all);
    expect(whole).toMatchObject({ count: whole.publics.length, isLast: true });
    expect(whole.publics.map((row) => row.subscribersCount)).toEqual(
      whole.publics.map((row) => row.subscribersCount).toSorted((a, b) => b - a),
    );
    const walked: string[] = [];
    for (let before: string | undefined; ;) {
      const page = await boris.call(communities.all, {
        query: { limit: 2, ...(before === undefined ? {} : { before }) },
      });
      walked.push(...page.publics.map(({ _id }) => _id));
      if (page.isLast) break;
      before = walked.at(-1)!;
    }
    expect(walked).toEqual(whole.publics.map(({ _id }) => _id));
  });
  test('limits one admin to twenty communities', async () => {
    const many = await app.join('Олег');
    const came = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        many.call(communities.create, { body: { name: `Группа ${index}` } }),
      ),
    );
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect((await many.call(communities.own)).publics).toHaveLength(20);
    expect(await many.refusal(communities.create, { body: { name: 'Ещё' } })).toMatchObject({
      status: 409,
      error: 'Можно вести не больше 20 групп.',
    });
  });
  test('is deleted with everything in it, by its admin only', async () => {
    const id = await makeCommunity(anna, 'Временная');
    await subscribe(boris, id);
    const article = await write(anna, id, 'Скоро конец');
    await boris.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Жаль' },
    });
    await boris.call(communities.likePost, { params: { postId: article._id, publicId: id } });
    expect(await boris.refusal(communities.remove, { params: { id } })).toMatchObject({
      status: 403,
    });
    await anna.call(communities.remove, { params: { id } });
    expect(await anna.refusal(communities.remove, { params: { id } })).toMatchObject({
      status: 404,
    });
    expect(await boris.refusal(communities.post, { params: { id: article._id } })).toMatchObject({
      status: 404,
    });
    await until(async () => !(await isStored(app, 'publicposts', article.images[0]!)));
    expect(
      (await anna.call(notifications.list)).notifications.filter(
        (one) => one.postID === id || one.postID === article._id,
      ),
    ).toEqual([]);
    const { rows } = await sql<{
      count: number;
    }>`
      select count(*)::int as count
      from reaction_objects
      where id = ${article._id}
    `.execute(app.server.context.db);
    expect(rows[0]!.count).toBe(0);
  });
});

test('a community and its articles can be reported to the admin, except by their leader', async () => {
  const id = await makeCommunity(anna, 'Спорная');
  const article = await write(anna, id, 'Спор');
  for (const [kind, object] of [
    ['public', id],
    ['publicpost', article._id],
  ] as const) {
    await boris.call(reports.create, { body: { kind, id: object, reason: 'spam' } });
    expect(
      await anna.refusal(reports.create, { body: { kind, id: object, reason: 'spam' } }),
    ).toMatchObject({ code: 'self' });
  }
});

test('a user who blocks the viewer is not in the lists the viewer sees', async () => {
  const id = await makeCommunity(anna, 'Где оба');
  for (const who of [boris, vera]) await subscribe(who, id);
  await boris.call(privacy.block, { params: { id: vera.id } });
  expect(
    (await vera.call(communities.firstSubscribers, { params: { id } })).subscribers.map(
      ({ _id }) => _id,
    ),
  ).toEqual([vera.id, anna.id]);
  expect(await vera.refusal(communities.subscribes, { params: { id: boris.id } })).toMatchObject({
    status: 404,
  });
  await boris.call(privacy.unblock, { params: { id: vera.id } });
});

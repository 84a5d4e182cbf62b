import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
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

describe('A subscription', () => {
  test('toggles, is idempotent with a state, and is counted on both sides', async () => {
    const id = await makeCommunity(anna, 'Читаемая');
    expect(await boris.call(communities.isSubscriber, { params: { id } })).toEqual({
      isSubscriber: false,
    });
    expect(await subscribe(boris, id)).toEqual({ isSubscriber: true, subscribersCount: 2 });
    expect(await subscribe(boris, id, 'on')).toEqual({ isSubscriber: true, subscribersCount: 2 });
    expect(await subscribe(boris, id)).toEqual({ isSubscriber: false, subscribersCount: 1 });
    await Promise.all(Array.from({ length: 8 }, () => subscribe(boris, id, 'on')));
    expect(await readCommunity(boris, id)).toMatchObject({
      subscribersCount: 2,
      isSubscriber: true,
      subscribers: [boris.id, anna.id],
    });
    expect(
      (await vera.call(communities.firstSubscribers, { params: { id } })).subscribers.map(
        ({ _id }) => _id,
      ),
    ).toEqual([boris.id, anna.id]);
    expect(
      (await vera.call(communities.subscribes, { params: { id } })).subscribers.map(
        ({ _id }) => _id,
      ),
    ).toEqual([boris.id, anna.id]);
    expect(await boris.refusal(communities.subscribe, { params: { id: unknown } })).toMatchObject({
      status: 404,
    });
  });
  test('shows on the subscriber’s page; ending it returns another one to fill the gap', async () => {
    const reader = await app.join('Дина');
    const ids = await Promise.all(
      [1, 2, 3].map((number) => makeCommunity(vera, `Лента ${number}`)),
    );
    for (const id of ids) await subscribe(reader, id);
    const page = await vera.call(profile.profile, { params: { id: reader.id } });
    expect([page.counts.subscribes, page.subscribes.map(({ _id }) => _id)]).toEqual([
      3,
      ids.toReversed(),
    ]);
    expect(
      (await vera.call(communities.subscribes, { params: { id: reader.id } })).subscribes.map(
        ({ name }) => name,
      ),
    ).toEqual(['Лента 3', 'Лента 2', 'Лента 1']);
    const walked = await vera.call(communities.subscribes, {
      params: { id: reader.id },
      query: { limit: 1, before: ids[2]! },
    });
    expect([walked.subscribes[0]!.name, walked.isLast, walked.count]).toEqual([
      'Лента 2',
      false,
      3,
    ]);
    expect(
      await reader.call(communities.unsubscribe, {
        params: { id: ids[2]! },
        body: { showedSubscribes: [ids[2]!, ids[1]!] },
      }),
    ).toMatchObject({ isSubscriber: false, newSubscribe: { _id: ids[0], name: 'Лента 1' } });
    expect(
      await reader.call(communities.unsubscribe, {
        params: { id: ids[2]! },
        body: { showedSubscribes: ids },
      }),
    ).toEqual({ isSubscriber: false, newSubscribe: null });
  });
  test('of a community with over a hundred subscribers lists the newest hundred and the viewer', async () => {
    const id = await makeCommunity(anna, 'Большая');
    await sql`
      with account as (
        insert into accounts (id, email, password_hash, activated_at)
        select gen_random_uuid(), 'reader' || n || '@crowd.test', '', now()
        from generate_series(1, 120) n
        returning id
      ),
      person as (
        insert into people (id, name, surname, birth_date, is_listed, subscribes_count)
        select id, 'Читатель', 'Новый', '1990-01-01', true, 1
        from account
        returning id
      ),
      counted as (
        update publics
        set subscribers_count = subscribers_count + 120
        where id = ${id}
      )
      insert into public_subscriptions (public_id, user_id, id)
      select ${id},
        id,
        ('ffff0000-0000-7000-8000-' || lpad(to_hex(row_number() over ()), 12, '0'))::uuid
      from person
    `.execute(app.server.context.db);
    const { subscribers, subscribersCount } = await readCommunity(anna, id);
    expect([subscribersCount, subscribers.length, subscribers[0]]).toEqual([121, 100, anna.id]);
  });
});

describe('The staff of a community', () => {
  test('is notified of subscriptions, likes, comments and proposals, in the community’s list and in one notification', async () => {
    const id = await makeCommunity(anna, 'Событийная');
    const article = await write(anna, id, 'Первая');
    await subscribe(boris, id);
    await boris.call(communities.likePost, { params: { postId: article._id, publicId: id } });
    await vera.call(communities.comment, { params: { postId: article._id }, body: { text: 'Да' } });
    await vera.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'И ещё да' },
    });
    const list = async () =>
      (await anna.call(communities.notices, { params: { id } })).notifications;
    expect(
      (await list()).map(({ type, text, person, postID, isNew }) => [
        type,
        text,
        person.name,
        postID,
        isNew,
      ]),
    ).toEqual([
      ['comment', 'Новый комментарий к записи', 'Вера', article._id, true],
      ['like', 'Нравится запись', 'Борис', article._id, true],
      ['subscribe', 'Новый подписчик', 'Борис', null, true],
    ]);
    expect((await readCommunity(anna, id)).unread).toBe(3);
    const bell = (await anna.call(notifications.list)).notifications.filter(
      (one) => one.postID === id,
    );
    expect(
      bell.map(({ type, title, postType, others, person }) => [
        type,
        title,
        postType,
        others,
        person.name,
      ]),
    ).toEqual([['public', 'Новое в группе «Событийная»', 'publicnotifications', 1, 'Вера']]);
    await anna.call(communities.readNotices, { params: { id } });
    expect([
      (await readCommunity(anna, id)).unread,
      (await list()).some((one) => one.isNew),
    ]).toEqual([0, false]);
    await boris.call(communities.likePost, {
      params: { postId: article._id, publicId: id },
      query: { state: 'off' },
    });
    await subscribe(boris, id, 'off');
    expect((await list()).map(({ type }) => type)).toEqual(['comment']);
    for (const route of [communities.notices, communities.readNotices])
      expect(await boris.refusal(route, { params: { id } })).toMatchObject({ status: 403 });
  });
  test('are its admin and editors: the admin picks editors from subscribers and may hand the community over', async () => {
    const id = await makeCommunity(anna, 'Общая');
    expect(
      await anna.refusal(communities.addEditor, { params: { id, userId: boris.id } }),
    ).toMatchObject({ status: 409, error: 'Этот человек не подписан на группу.' });
    for (const who of [boris, vera]) await subscribe(who, id);
    expect(
      await boris.refusal(communities.addEditor, { params: { id, userId: vera.id } }),
    ).toMatchObject({ status: 403 });
    expect(
      await anna.refusal(communities.addEditor, { params: { id, userId: anna.id } }),
    ).toMatchObject({ status: 400, code: 'self' });
    await anna.call(communities.addEditor, { params: { id, userId: boris.id } });
    await anna.call(communities.addEditor, { params: { id, userId: boris.id } });
    const staff = await vera.call(communities.editors, { params: { id } });
    expect([staff.admin!._id, staff.editors.map(({ _id }) => _id)]).toEqual([anna.id, [boris.id]]);
    expect((await boris.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'public',
      title: 'Теперь вы редактор группы «Общая»',
      postType: 'public',
      postID: id,
    });
    expect((await write(boris, id, 'От редактора')).author).toMatchObject({ id: boris.id });
    expect((await boris.call(communities.own)).publics.map(({ _id }) => _id)).toEqual([id]);
    for (const route of [communities.edit, communities.remove] as const)
      expect(
        await boris.refusal(route as typeof communities.edit, {
          params: { id },
          body: { name: 'Моя' },
        }),
      ).toMatchObject({ status: 403 });
    expect(
      await boris.refusal(communities.transferGroup, { params: { id, userId: vera.id } }),
    ).toMatchObject({ status: 403 });
    expect(
      (await anna.call(communities.transferGroup, { params: { id, userId: vera.id } })).pub,
    ).toMatchObject({ admin: vera.id, role: 'editor' });
    expect((await readCommunity(vera, id)).role).toBe('admin');
    expect(
      await anna.refusal(communities.removeEditor, { params: { id, userId: boris.id } }),
    ).toMatchObject({ status: 403 });
    await boris.call(communities.removeEditor, { params: { id, userId: boris.id } });
    await vera.call(communities.removeEditor, { params: { id, userId: anna.id } });
    expect((await vera.call(communities.editors, { params: { id } })).editors).toEqual([]);
    expect((await anna.call(notifications.list)).notifications[0]).toMatchObject({
      title: 'Вы больше не редактор группы «Общая»',
    });
  });
  test('may ban a user from subscribing, writing and liking there, and unban them', async () => {
    const id = await makeCommunity(anna, 'Строгая');
    const article = await write(anna, id, 'Правила');
    for (const who of [boris, vera]) await subscribe(who, id);
    await anna.call(communities.addEditor, { params: { id, userId: vera.id } });
    const { comment } = await boris.call(communities.comment, {
      params: { postId: article._id },
      body: { text: 'Купите меч' },
    });
    await boris.call(communities.propose, {
      params: { id },
      body: { title: 'Продам меч' },
      files: { file: [await picture()] },
    });
    expect(
      (await vera.call(communities.comments, { params: { postId: article._id } })).comments[0]!
        .mayDelete,
    ).toBe(true);
    await vera.call(reactions.removeComment, { params: { id: comment._id } });
    expect(await vera.refusal(communities.ban, { params: { id, userId: anna.id } })).toMatchObject({
      status: 403,
    });
    await vera.call(communities.ban, {
      params: { id, userId: boris.id },
      body: { reason: 'Реклама' },
    });
    expect(await readCommunity(boris, id)).toMatchObject({
      role: 'banned',
      isSubscriber: false,
      proposed: 0,
    });
    const shut = { status: 403, error: 'Редакторы группы закрыли вам доступ.' };
    expect(await boris.refusal(communities.subscribe, { params: { id } })).toMatchObject(shut);
    expect(
      await boris.refusal(communities.comment, {
        params: { postId: article._id },
        body: { text: 'А я?' },
      }),
    ).toMatchObject(shut);
    expect(
      await boris.refusal(reactions.comment, {
        params: { postId: article._id },
        body: { text: 'А я?' },
      }),
    ).toMatchObject(shut);
    expect(
      await boris.refusal(communities.likePost, { params: { postId: article._id, publicId: id } }),
    ).toMatchObject(shut);
    expect(
      await boris.refusal(communities.propose, {
        params: { id },
        body: {},
        files: { file: [await picture()] },
      }),
    ).toMatchObject(shut);
    expect(
      (await anna.call(communities.bans, { params: { id } })).bans.map(({ person, reason }) => [
        person.name,
        reason,
      ]),
    ).toEqual([['Борис', 'Реклама']]);
    expect(await boris.refusal(communities.bans, { params: { id } })).toMatchObject({
      status: 403,
    });
    await anna.call(communities.unban, { params: { id, userId: boris.id } });
    expect(await subscribe(boris, id)).toMatchObject({ isSubscriber: true });
  });
  test('after account deletion of the admin the longest-serving editor leads the community; without editors and subscribers it is deleted', async () => {
    const [founder, successor] = [
      await app.join('Глеб', 'Основатель'),
      await app.join('Ева', 'Наследница'),
    ];
    const [kept, lost] = [
      await makeCommunity(founder, 'Переживёт'),
      await makeCommunity(founder, 'Не переживёт'),
    ];
    const article = await write(founder, kept, 'Завещание');
    for (const who of [boris, successor]) await subscribe(who, kept);
    await founder.call(communities.addEditor, { params: { id: kept, userId: successor.id } });
    await founder.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect(await readCommunity(boris, kept)).toMatchObject({
      admin: successor.id,
      subscribersCount: 2,
    });
    expect(
      (await successor.call(communities.post, { params: { id: article._id } })).post,
    ).toMatchObject({
      title: 'Завещание',
      author: null,
    });
    expect(await isStored(app, 'publicposts', article.images[0]!)).toBe(true);
    expect(await boris.refusal(communities.one, { params: { id: lost } })).toMatchObject({
      status: 404,
    });
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

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as people from '@respa/contract/people';
import * as profile from '@respa/contract/profile';
import * as wall from '@respa/contract/wall';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair({ ADMIN_EMAIL: 'admin@respa.test' });
const BIRTH = '1999-05-11';
const rowsOf = async (who: Caller) => {
  const { db } = app.server.context;
  return [
    await db.selectFrom('accounts').selectAll().where('id', '=', who.id).execute(),
    await db.selectFrom('people').selectAll().where('id', '=', who.id).execute(),
    await db.selectFrom('friendships').selectAll().where('user_id', '=', who.id).execute(),
  ];
};
const me = async (who: Caller) => (await who.call(profile.me)).user;
const edit = (who: Caller, body: Record<string, unknown>) =>
  who.call(profile.edit, { body } as never);

describe('Records', () => {
  test('the own record has the email and the birth date; nobody else sees either, anywhere', async () => {
    const own = await anna.call(profile.me);
    expect(own).toMatchObject({
      isAdmin: false,
      activated: true,
      user: { _id: anna.id, email: anna.email, age: BIRTH, bannerUrl: 'banner.jpg', avatarUrl: '' },
    });
    expect((await anna.call(profile.user, { params: { id: anna.id } })).user).toEqual(own.user);
    const { user } = await boris.call(profile.user, { params: { id: anna.id } });
    expect(user).toMatchObject({ _id: anna.id, name: 'Анна', age: user.years });
    expect(user).not.toHaveProperty('email');
    await boris.call(friends.make, { params: { id: anna.id } });
    await anna.call(friends.accept, { params: { to: boris.id } });
    await anna.call(wall.create, { body: { title: 'Пост' } });
    const answers = await Promise.all([
      boris.call(profile.user, { params: { id: anna.id } }),
      boris.call(profile.profile, { params: { id: anna.id } }),
      boris.call(friends.list, { params: { id: boris.id } }),
      boris.call(people.directory, { params: { page: 1, query: 'Анна' } }),
      boris.call(people.users),
      boris.call(notifications.list),
      boris.call(wall.friendsNews),
      app.nobody.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } }),
      boris.call(wall.postHead, { params: { id: anna.id } }),
    ]);
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      expect(text).toContain('Анна');
      expect(text).not.toContain('@respa.test');
      expect(text).not.toContain(BIRTH);
    }
  });

  test('a page shows its blocks to everyone and its notifications to its owner only', async () => {
    const shown = await boris.call(profile.profile, { params: { id: anna.id } });
    expect(shown).toMatchObject({
      relation: 'friends',
      notifications: [],
      counts: { friends: 1, posts: 1, photos: 0, subscribes: 0 },
    });
    expect([shown.friends.map((friend) => friend._id), shown.user.friends]).toEqual([
      [boris.id],
      [boris.id],
    ]);
    expect(
      (await anna.call(profile.profile, { params: { id: anna.id } })).notifications.length,
    ).toBe((await anna.call(notifications.list)).notifications.length);
    const waiting = await app.register('Фома');
    for (const id of [waiting.id, crypto.randomUUID(), 'me']) {
      for (const route of [profile.user, profile.profile, profile.visit])
        expect(await anna.refusal(route, { params: { id } })).toMatchObject({
          status: 404,
          code: 'not_found',
        });
    }
    expect(await waiting.call(profile.me)).toMatchObject({
      activated: false,
      user: { email: waiting.email },
    });
    expect(await waiting.refusal(profile.user, { params: { id: anna.id } })).toMatchObject({
      status: 403,
      code: 'not_activated',
    });
  });
});

test('a visit sends one notification a day, and none for the own page', async () => {
  const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
  const visit = (who: Caller, to: Caller) => who.call(profile.visit, { params: { id: to.id } });
  const seen = async () =>
    (await gleb.call(notifications.list)).notifications
      .filter((notice) => notice.type === 'visit')
      .map(({ from, others }) => ({ from, others }));
  await Promise.all(Array.from({ length: 10 }, () => visit(dina, gleb)));
  expect(await visit(gleb, gleb)).toEqual({ ok: true, message: 'none' });
  expect(await seen()).toEqual([{ from: dina.id, others: 0 }]);
  await gleb.call(notifications.read);
  await visit(anna, gleb);
  await visit(dina, gleb);
  expect(await seen()).toEqual([
    { from: anna.id, others: 0 },
    { from: dina.id, others: 0 },
  ]);
  await sql`
    update visit_notices
    set day = current_date - 1
    where from_id = ${dina.id}
  `.execute(app.server.context.db);
  await visit(dina, gleb);
  expect(await seen()).toEqual([
    { from: dina.id, others: 1 },
    { from: dina.id, others: 0 },
  ]);
});

describe('Editing', () => {
  test('changes the given fields and keeps the rest', async () => {
    const { user } = await edit(anna, {
      name: ' Аня ',
      aboutMe: 'Люблю инди',
      city: 'Рыбинск',
      country: 'Россия',
      age: '2000-02-29',
    });
    expect(user).toMatchObject({
      name: 'Аня',
      surname: 'Белова',
      aboutMe: 'Люблю инди',
      city: 'Рыбинск',
      country: 'Россия',
      age: '2000-02-29',
      email: anna.email,
    });
    expect(await me(anna)).toEqual(user);
    expect((await edit(anna, { surname: 'Чернова' })).user).toEqual({
      ...user,
      surname: 'Чернова',
    });
    expect((await edit(anna, { aboutMe: '', age: '' })).user).toMatchObject({
      aboutMe: '',
      age: '2000-02-29',
    });
    expect(
      (await boris.call(people.directory, { params: { page: 1, query: 'аня чернова' } })).users.map(
        (one) => one._id,
      ),
    ).toEqual([anna.id]);
    await edit(anna, { name: 'Анна', surname: 'Белова', age: BIRTH });
  });

  test.each([
    [{ name: ' ' }, 'Введите имя'],
    [{ surname: '' }, 'Введите фамилию'],
    [{ name: 'А'.repeat(51) }, 'Имя не длиннее 50 символов'],
    [{ aboutMe: 'я'.repeat(101) }, 'Не больше 100 символов.'],
    [{ age: '2001-02-31' }, 'Неверная дата рождения.'],
    [{ age: '2120-01-01' }, 'Неверная дата рождения.'],
    [{ age: '2020-01-01' }, 'Регистрация доступна с 14 лет'],
    [{ age: 'вчера' }, 'Неверная дата рождения.'],
    [{ city: 'Г'.repeat(81) }, 'Слишком длинное название.'],
  ])('refuses %j and changes nothing', async (body, sentence) => {
    const before = await rowsOf(anna);
    expect(
      await anna.refusal(profile.edit, { body: { ...body, country: 'Атлантида' } } as never),
    ).toMatchObject({ status: 400, error: sentence });
    expect(await rowsOf(anna)).toEqual(before);
  });

  test('accepts a hundred characters of about-me text', async () => {
    expect((await edit(anna, { aboutMe: 'я'.repeat(100) })).user.aboutMe).toHaveLength(100);
  });

  const EXTRAS = {
    role: 'admin',
    isAdmin: 'true',
    admin: 'true',
    activated: 'true',
    activated_at: '2000-01-01',
    _id: '01890000-0000-7000-8000-000000000000',
    id: '01890000-0000-7000-8000-000000000000',
    password_hash: 'x',
    friends: '["x"]',
    friends_count: '99',
    friendsCount: '99',
    posts_count: '99',
    is_listed: 'false',
    avatarUrl: 'x.webp',
    avatar_url: 'x.webp',
    banner_url: 'x.webp',
    last_online_at: '2000-01-01',
    birth_date: '1980-01-01',
    seen_on: '2000-01-01',
  };
  test('ignores everything that is no field of the form, sent as a form or as JSON', async () => {
    const before = await rowsOf(anna);
    await edit(anna, Object.fromEntries(Object.entries(EXTRAS).slice(0, 10)));
    await edit(anna, Object.fromEntries(Object.entries(EXTRAS).slice(10)));
    const sent = await fetch(`${app.url}/api/editprofile`, {
      method: 'POST',
      headers: { ...anna.headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...EXTRAS, constructor: { x: 1 }, isAdmin: true, friends_count: 99 }),
    });
    expect([200, 400]).toContain(sent.status);
    expect(await rowsOf(anna)).toEqual(before);
    expect((await anna.call(profile.me)).isAdmin).toBe(false);
  });
  test('registration ignores extra fields and creates an account that is not activated', async () => {
    const body = {
      ...EXTRAS,
      name: 'Ева',
      surname: 'Хитрая',
      age: BIRTH,
      email: `${crypto.randomUUID()}@respa.test`,
      password: PASSWORD,
    };
    const { token, userId } = await app.nobody.call(account.register, { body });
    expect(userId).not.toBe(EXTRAS._id);
    const { db } = app.server.context;
    expect(
      await db
        .selectFrom('accounts')
        .select(['activated_at', 'seen_on'])
        .where('id', '=', userId)
        .executeTakeFirst(),
    ).toEqual({ activated_at: null, seen_on: null });
    expect(
      await db
        .selectFrom('people')
        .select(['friends_count', 'posts_count', 'is_listed', 'avatar_url', 'birth_date'])
        .where('id', '=', userId)
        .executeTakeFirst(),
    ).toEqual({
      friends_count: 0,
      posts_count: 0,
      is_listed: false,
      avatar_url: '',
      birth_date: BIRTH,
    });
    expect(token).toHaveLength(43);
  });
});

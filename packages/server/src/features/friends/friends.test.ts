import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as people from '@respa/contract/people';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const two = () => Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
const relationship = async (who: Caller, other: Caller) =>
  (await who.call(friends.checkFriends, { params: { id: other.id } })).message;
const notices = async (who: Caller) =>
  (await who.call(notifications.list)).notifications.map((notice) => [notice.type, notice.from]);
async function assertCounted() {
  const { rows } = await sql`
      select id
      from people
      where friends_count <> (
        select count(*)
        from friendships
        where user_id = people.id
      )
    `.execute(app.server.context.db);
  expect(rows).toEqual([]);
}

test('a request, its notice, its acceptance', async () => {
  const [anna, boris] = await two();
  expect(await anna.call(friends.make, { params: { id: boris.id } })).toEqual({
    ok: true,
    message: 'request',
  });
  expect([await relationship(anna, boris), await relationship(boris, anna)]).toEqual([
    'request',
    'incoming',
  ]);
  expect(await notices(boris)).toEqual([['friends', anna.id]]);
  expect(await boris.call(friends.accept, { params: { to: anna.id } })).toEqual({
    ok: true,
    message: 'friends',
  });
  expect(await notices(boris)).toEqual([]);
  expect(await notices(anna)).toEqual([['reply', boris.id]]);
  expect(
    (await boris.call(friends.list, { params: { id: anna.id } })).friends.map(
      (friend) => friend._id,
    ),
  ).toEqual([boris.id]);
  await assertCounted();
});

test('twenty requests count as one, and a request in return makes friends', async () => {
  const [anna, boris] = await two();
  await Promise.all(
    Array.from({ length: 20 }, () => anna.call(friends.make, { params: { id: boris.id } })),
  );
  expect(await notices(boris)).toEqual([['friends', anna.id]]);
  expect(await boris.call(friends.make, { params: { id: anna.id } })).toMatchObject({
    message: 'friends',
  });
  await assertCounted();
});

test('two people who request each other at the same time become friends once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [anna, boris] = await two();
    await Promise.all([
      anna.call(friends.make, { params: { id: boris.id } }),
      boris.call(friends.make, { params: { id: anna.id } }),
    ]);
    expect([await relationship(anna, boris), await relationship(boris, anna)]).toEqual([
      'friends',
      'friends',
    ]);
  }
  await assertCounted();
});

test('accepting a request while it is cancelled leaves both sides friends or neither', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [anna, boris] = await two();
    await anna.call(friends.make, { params: { id: boris.id } });
    await Promise.allSettled([
      boris.call(friends.accept, { params: { to: anna.id } }),
      anna.call(friends.cancel, { params: { id: boris.id } }),
    ]);
    expect(await relationship(anna, boris)).toBe(await relationship(boris, anna));
    expect(['none', 'friends']).toContain(await relationship(anna, boris));
  }
  await assertCounted();
});

test('a rejected request notifies its sender, who must wait, unlike the one who rejected it', async () => {
  const [anna, boris] = await two();
  await anna.call(friends.make, { params: { id: boris.id } });
  const {
    notifications: [notice],
  } = await boris.call(notifications.list);
  expect(await anna.refusal(friends.dismiss, { params: { title: notice!._id } })).toMatchObject({
    status: 404,
  });
  expect(await boris.call(friends.dismiss, { params: { title: notice!._id } })).toEqual({
    ok: true,
    message: 'none',
  });
  expect(await notices(anna)).toEqual([['reject', boris.id]]);
  expect(await anna.refusal(friends.make, { params: { id: boris.id } })).toMatchObject({
    status: 409,
    error: 'Заявку можно отправить снова через 7 дней',
  });
  expect(await boris.call(friends.make, { params: { id: anna.id } })).toMatchObject({
    message: 'request',
  });
});

test('a request can also be rejected from the page, once, and its notice is deleted', async () => {
  const [anna, boris] = await two();
  expect(await boris.refusal(friends.reject, { params: { id: anna.id } })).toMatchObject({
    status: 404,
  });
  await anna.call(friends.make, { params: { id: boris.id } });
  expect(await anna.refusal(friends.reject, { params: { id: boris.id } })).toMatchObject({
    status: 404,
  });
  expect(await boris.call(friends.reject, { params: { id: anna.id } })).toEqual({
    ok: true,
    message: 'none',
  });
  expect([await notices(boris), await notices(anna)]).toEqual([[], [['reject', boris.id]]]);
  expect(await boris.refusal(friends.reject, { params: { id: anna.id } })).toMatchObject({
    status: 404,
  });
});

test('a notice can also be deleted by its title, the newest first', async () => {
  const [anna, boris] = await two();
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.dismiss, { params: { title: 'Заявка в друзья' } });
  expect(await notices(boris)).toEqual([]);
  expect(
    await boris.refusal(friends.dismiss, { params: { title: 'Заявка в друзья' } }),
  ).toMatchObject({ status: 404 });
});

test('removing a friend returns a friend who is not on the screen to fill the gap', async () => {
  const anna = await app.join('Анна');
  const others = await Promise.all(['Вера', 'Глеб', 'Дина'].map((name) => app.join(name)));
  for (const other of others) {
    await anna.call(friends.make, { params: { id: other.id } });
    await other.call(friends.make, { params: { id: anna.id } });
  }
  const [vera, gleb, dina] = others as [Caller, Caller, Caller];
  expect(
    await anna.call(friends.remove, {
      params: { id: dina.id },
      body: { showedFriends: [dina.id, gleb.id] },
    }),
  ).toMatchObject({ newFriend: { _id: vera.id, name: 'Вера' } });
  expect(
    await anna.call(friends.remove, {
      params: { id: dina.id },
      body: { showedFriends: [vera.id, gleb.id] },
    }),
  ).toEqual({ newFriend: null });
  expect(await notices(dina)).toContainEqual(['delete', anna.id]);
  const page = await anna.call(friends.list, { params: { id: anna.id }, query: { limit: 1 } });
  expect([page.count, page.isLast, page.friends[0]!._id]).toEqual([2, false, gleb.id]);
  expect(
    (
      await anna.call(friends.list, { params: { id: anna.id }, query: { before: gleb.id } })
    ).friends.map((friend) => friend._id),
  ).toEqual([vera.id]);
  await assertCounted();
});

test('rejects a request to oneself, to an unknown or to an unactivated user', async () => {
  const anna = await app.join('Анна');
  const waiting = await app.register('Фома');
  expect(await anna.refusal(friends.make, { params: { id: anna.id } })).toMatchObject({
    status: 400,
    code: 'self',
  });
  expect(await anna.refusal(friends.make, { params: { id: waiting.id } })).toMatchObject({
    status: 404,
  });
  expect(await anna.refusal(friends.make, { params: { id: 'not-an-id' } })).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(await waiting.refusal(friends.make, { params: { id: anna.id } })).toMatchObject({
    status: 403,
    code: 'not_activated',
  });
  expect(await app.nobody.refusal(friends.make, { params: { id: anna.id } })).toMatchObject({
    status: 401,
    error: 'Войдите в систему',
  });
});

test('the directory finds any part of a name, ё as е, case-insensitively and literally', async () => {
  const seeker = await app.join('Искатель');
  const semyon = await app.join('Семён', 'Пчёлкин');
  const find = async (query: string) =>
    (await seeker.call(people.directory, { params: { page: 1, query } })).users.map(
      (user) => user._id,
    );
  for (const query of ['семен', 'СЕМЁ', 'челк', 'Пч', 'с', 'семён пчёл'])
    expect(await find(query), query).toContain(semyon.id);
  expect(await find('%')).toEqual([]);
  expect(await find('_емён')).toEqual([]);
  const first = await seeker.call(people.directory, { params: { page: 1, query: 'all' } });
  expect(first.users[0]!._id).toBe(semyon.id);
  expect(first.count).toBeGreaterThan(20);
  const second = await seeker.call(people.directory, { params: { page: 2, query: 'all' } });
  const next = await seeker.call(people.directory, {
    params: { page: 1, query: 'all' },
    query: { before: first.users.at(-1)!._id },
  });
  expect(next.users).toEqual(second.users);
  expect(new Set([...first.users, ...second.users].map((user) => user._id)).size).toBe(
    first.users.length + second.users.length,
  );
  expect(
    await seeker.refusal(people.directory, { params: { page: 10_001, query: 'all' } }),
  ).toMatchObject({ status: 400, error: 'Неверный номер страницы.' });
});

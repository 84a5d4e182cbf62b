import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { insertPeople } from '#tests/support/crowd.ts';
import { newId } from '#platform/runtime/ids.ts';

let app: TestApp;
let anna: Caller;
let seedRows: string[];
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.join('Анна');
  seedRows = await insertPeople(app, 3);
});
afterAll(() => app.stop());

/** Inserts notifications that are not grouped, oldest first. Returns their ids. */
async function insertNotices(to: Caller, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql`
    insert into notifications (id, to_id, from_id, type, title)
    select id, ${to.id}, ${seedRows[0]}, 'delete', 'Вы больше не друзья'
    from unnest(${ids}::uuid[]) id
  `.execute(app.server.context.db);
  return ids;
}
const page = async (who: Caller, before?: string) =>
  who.call(notifications.list, { query: before === undefined ? {} : { before } });

test('come in pages of thirty, newest first, and none is lost between pages', async () => {
  const ids = await insertNotices(anna, 65);
  const seen: string[] = [];
  for (;;) {
    const { notifications: shown, isLast } = await page(anna, seen.at(-1));
    seen.push(...shown.map((notice) => notice._id));
    if (isLast) break;
    expect(shown).toHaveLength(30);
    await insertNotices(anna, 1);
  }
  expect(seen).toEqual([...ids].reverse());
  expect((await page(anna)).notifications[0]).toMatchObject({
    type: 'delete',
    from: seedRows[0],
    to: anna.id,
    checked: false,
    postType: null,
    postID: null,
    person: { _id: seedRows[0], name: 'Игрок', isOnline: false },
  });
});

test('are unread until they are read, and counted up to a hundred', async () => {
  const boris = await app.join('Борис');
  expect(await boris.call(notifications.unread)).toEqual({ count: 0 });
  await insertNotices(boris, 7);
  expect([(await boris.call(notifications.unread)).count, (await page(boris)).unread]).toEqual([
    7, 7,
  ]);
  await boris.call(notifications.read);
  await boris.call(notifications.read);
  const after = await page(boris);
  expect([after.unread, after.notifications.every((notice) => notice.checked)]).toEqual([0, true]);
  await insertNotices(boris, 150);
  expect(await boris.call(notifications.unread)).toEqual({ count: 100 });
  expect((await page(anna)).unread).toBeGreaterThan(0);
});

test('belong to one user: others neither see nor delete them', async () => {
  const vera = await app.join('Вера');
  const [id] = await insertNotices(vera, 1);
  expect(await anna.refusal(friends.dismiss, { params: { title: id! } })).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect((await page(anna)).notifications.map((notice) => notice._id)).not.toContain(id);
  expect((await page(vera)).notifications.map((notice) => notice._id)).toEqual([id]);
  await vera.call(friends.dismiss, { params: { title: id! } });
  expect(await page(vera)).toEqual({ notifications: [], isLast: true, unread: 0 });
});

test('are deleted with the account of the sender', async () => {
  const gleb = await app.join('Глеб');
  await insertNotices(gleb, 2);
  await sql`delete from accounts where id = ${seedRows[0]}`.execute(app.server.context.db);
  expect((await page(gleb)).notifications).toEqual([]);
});

test('are grouped while unread: one line with the newest sender first and the number of others', async () => {
  const [dina, egor, faina, galya] = [
    await app.join('Дина'),
    await app.join('Егор'),
    await app.join('Фаина'),
    await app.join('Галя'),
  ];
  const { post } = await dina.call(wall.create, { body: { title: 'Моя запись' } });
  const likes = async () =>
    (await page(dina)).notifications
      .filter((notice) => notice.type === 'like')
      .map(({ from, others, checked, title, postID }) => ({
        from,
        others,
        checked,
        title,
        postID,
      }));
  const like = (who: Caller, state: 'on' | 'off' = 'on') =>
    who.call(reactions.like, { params: { id: post._id }, query: { state } });
  const line = { title: 'Нравится ваша запись', postID: post._id, checked: false };
  await Promise.all([like(egor), like(faina)]);
  await like(galya);
  await like(galya, 'off');
  await like(galya);
  expect(await likes()).toEqual([{ ...line, from: galya.id, others: 2 }]);
  expect((await page(dina)).unread).toBe(1);
  await like(galya, 'off');
  expect(await likes()).toMatchObject([{ others: 1 }]);
  await dina.call(notifications.read);
  await like(galya);
  expect(await likes()).toEqual([
    { ...line, from: galya.id, others: 0 },
    { ...line, from: (await likes())[1]!.from, others: 1, checked: true },
  ]);
  await like(egor, 'off');
  await like(faina, 'off');
  expect(await likes()).toEqual([{ ...line, from: galya.id, others: 0 }]);

  const { comment } = await egor.call(reactions.comment, {
    params: { postId: post._id },
    body: { text: 'Раз' },
  });
  const { comment: second } = await egor.call(reactions.comment, {
    params: { postId: post._id },
    body: { text: 'Два' },
  });
  await faina.call(reactions.comment, { params: { postId: post._id }, body: { text: 'Три' } });
  const comments = async () =>
    (await page(dina)).notifications
      .filter((notice) => notice.type === 'comment')
      .map(({ from, others }) => ({ from, others }));
  expect(await comments()).toEqual([{ from: faina.id, others: 1 }]);
  await egor.call(reactions.removeComment, { params: { id: comment._id } });
  expect(await comments()).toEqual([{ from: faina.id, others: 1 }]);
  await dina.call(reactions.removeComment, { params: { id: second._id } });
  expect(await comments()).toEqual([{ from: faina.id, others: 0 }]);
  await sql`delete from accounts where id = ${faina.id}`.execute(app.server.context.db);
  expect(await comments()).toEqual([]);
});

test('of switched-off kinds are not sent; friend requests always are', async () => {
  const [dina, egor] = [await app.join('Дина'), await app.join('Егор')];
  expect(await dina.call(notifications.settings)).toEqual({ quiet: [] });
  expect(
    await dina.call(notifications.setSettings, { body: { quiet: ['visit', 'like', 'visit'] } }),
  ).toEqual({ quiet: ['like', 'visit'] });
  const { post } = await dina.call(wall.create, { body: { title: 'Моя запись' } });
  await egor.call(reactions.like, { params: { id: post._id } });
  await egor.call(profile.visit, { params: { id: dina.id } });
  await egor.call(reactions.comment, { params: { postId: post._id }, body: { text: 'Слышно' } });
  await egor.call(friends.make, { params: { id: dina.id } });
  expect((await page(dina)).notifications.map((notice) => notice.type)).toEqual([
    'friends',
    'comment',
  ]);
  expect(
    await dina.refusal(notifications.setSettings, { body: { quiet: ['friends'] } }),
  ).toMatchObject({ status: 400 });
  await dina.call(notifications.setSettings, { body: { quiet: [] } });
  await egor.call(profile.visit, { params: { id: dina.id } });
  expect(await dina.call(notifications.settings)).toEqual({ quiet: [] });
});

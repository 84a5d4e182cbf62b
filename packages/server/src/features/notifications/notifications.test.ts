import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import { startHouse, type Caller, type TestHouse } from '../../../../../tests/driver.ts';
import { insertPeople } from '../../../../../tests/crowd.ts';
import { newId } from '#platform/ids.ts';

let house: TestHouse;
let anna: Caller;
let crowd: string[];
beforeAll(async () => {
  house = await startHouse();
  anna = await house.join('Анна');
  crowd = await insertPeople(house, 3);
});
afterAll(() => house.stop());

/** Notices of visits, oldest first; answers their ids. */
async function insertNotices(to: Caller, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql`insert into notifications (id, to_id, from_id, type, title) select id, ${to.id}, ${crowd[0]}, 'visit', 'Посещение вашей страницы' from unnest(${ids}::uuid[]) id`.execute(house.server.ground.db);
  return ids;
}
const page = async (who: Caller, before?: string) => who.call(notifications.list, { query: before === undefined ? {} : { before } });

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
  expect((await page(anna)).notifications[0]).toMatchObject({ type: 'visit', from: crowd[0], to: anna.id, checked: false, postType: null, postID: null, person: { _id: crowd[0], name: 'Игрок', isOnline: false } });
});

test('are unread until they are read, counted up to a hundred', async () => {
  const boris = await house.join('Борис');
  expect(await boris.call(notifications.unread)).toEqual({ count: 0 });
  await insertNotices(boris, 7);
  expect([(await boris.call(notifications.unread)).count, (await page(boris)).unread]).toEqual([7, 7]);
  await boris.call(notifications.read);
  await boris.call(notifications.read);
  const after = await page(boris);
  expect([after.unread, after.notifications.every((notice) => notice.checked)]).toEqual([0, true]);
  await insertNotices(boris, 150);
  expect(await boris.call(notifications.unread)).toEqual({ count: 100 });
  expect((await page(anna)).unread).toBeGreaterThan(0);
});

test('belong to one person: others neither see nor delete them', async () => {
  const vera = await house.join('Вера');
  const [id] = await insertNotices(vera, 1);
  expect(await anna.refusal(friends.dismiss, { params: { title: id! } })).toMatchObject({ status: 404, code: 'not_found' });
  expect((await page(anna)).notifications.map((notice) => notice._id)).not.toContain(id);
  expect((await page(vera)).notifications.map((notice) => notice._id)).toEqual([id]);
  await vera.call(friends.dismiss, { params: { title: id! } });
  expect(await page(vera)).toEqual({ notifications: [], isLast: true, unread: 0 });
});

test('go with the person who caused them', async () => {
  const gleb = await house.join('Глеб');
  await insertNotices(gleb, 2);
  await sql`delete from accounts where id = ${crowd[0]}`.execute(house.server.ground.db);
  expect((await page(gleb)).notifications).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GameStatus } from '@respa/contract/catalogue';
import * as catalogue from '@respa/contract/catalogue';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import type { QueryOf } from '@respa/contract/route';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { ADMIN, addGame, joinAdmin } from '#tests/support/members/games.ts';
import { createRandom } from '#platform/runtime/seeded-random.ts';
import { befriend } from '#tests/support/members/group-chats.ts';

let app: TestApp;
let boss: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  boss = await joinAdmin(app);
});
afterAll(() => app.stop());
/** New members, the oldest account first. */
async function join(...names: string[]): Promise<Caller[]> {
  const joined: Caller[] = [];
  for (const name of names) joined.push(await app.join(name, 'Ильин'));
  return joined;
}
const mark = (who: Caller, id: string, status: GameStatus) =>
  who.call(catalogue.setStatus, { params: { id }, body: { status } });
const live = (who: Caller, city: string) => who.call(profile.edit, { body: { city } });
const find = (who: Caller, query: QueryOf<typeof people.directory>, words = 'all') =>
  who.call(people.directory, { params: { page: 1, query: words }, query });
const findFriends = (who: Caller, id: string, query: QueryOf<typeof friends.list>) =>
  who.call(friends.list, { params: { id }, query });
const namesOf = (found: { name: string }[]) => found.map((one) => one.name);

test('the directory and friends are filtered by game and city, also together and with words', async () => {
  const [anna, boris, vera, gleb, dina] = await join('Анна', 'Борис', 'Вера', 'Глеб', 'Дина');
  const game = (await addGame(boss, 'Маяк', {}, null))._id;
  for (const one of [boris!, vera!, gleb!]) await live(one, 'Тверь Сити');
  await mark(vera!, game, 'playing');
  await mark(gleb!, game, 'dropped');
  await mark(dina!, game, 'want');
  for (const one of [boris!, vera!, dina!]) await befriend(anna!, one);

  const game1 = await find(anna!, { game });
  expect([namesOf(game1.users), game1.count, game1.isLast]).toEqual([['Дина', 'Вера'], 2, true]);
  const city = await find(anna!, { city: ' тверь  СИТИ ' });
  expect([namesOf(city.users), city.count]).toEqual([['Глеб', 'Вера', 'Борис'], 3]);
  expect(namesOf((await find(anna!, { city: 'Тверь Сити', game })).users)).toEqual(['Вера']);
  expect(namesOf((await find(anna!, { city: 'Тверь Сити' }, 'борис')).users)).toEqual(['Борис']);
  expect(namesOf((await find(anna!, { city: 'Тверь Сити', before: vera!.id })).users)).toEqual([
    'Борис',
  ]);
  // An empty city is no filter.
  expect((await find(anna!, { city: ' ' })).count).toBeGreaterThan(4);

  const mine = await findFriends(anna!, anna!.id, { game });
  expect([namesOf(mine.friends), mine.count]).toEqual([['Дина', 'Вера'], 2]);
  expect(namesOf((await findFriends(gleb!, anna!.id, { city: 'Тверь Сити' })).friends)).toEqual([
    'Вера',
    'Борис',
  ]);
  expect(
    namesOf((await findFriends(anna!, anna!.id, { city: 'Тверь Сити', before: vera!.id })).friends),
  ).toEqual(['Борис']);

  // Games are found only by those who may see them, and people by those whom they do not block.
  await vera!.call(privacy.set, { body: { games: 'friends' } });
  await dina!.call(privacy.set, { body: { games: 'nobody' } });
  expect(namesOf((await find(anna!, { game })).users)).toEqual(['Вера']);
  expect(namesOf((await find(gleb!, { game })).users)).toEqual([]);
  expect(namesOf((await find(dina!, { game })).users)).toEqual(['Дина']);
  expect((await anna!.call(catalogue.friends, { params: { id: game } })).count).toBe(1);
  await vera!.call(privacy.block, { params: { id: gleb!.id } });
  expect(namesOf((await find(gleb!, { city: 'Тверь Сити' })).users)).toEqual(['Глеб', 'Борис']);
  expect(namesOf((await findFriends(gleb!, anna!.id, {})).friends)).not.toContain('Вера');
});

test('who is online is found only by those who may see it', async () => {
  const [anna, boris, vera] = await join('Анна', 'Борис', 'Вера');
  await befriend(anna!, boris!);
  await live(boris!, 'Клин Сетевой');
  const streams = await Promise.all([openLive(boris!), openLive(vera!)]);
  const online = async (who: Caller) => namesOf((await find(who, { online: 'yes' })).users);
  await expect.poll(() => online(anna!)).toEqual(['Вера', 'Борис']);
  const findMine = (query: QueryOf<typeof friends.list>) => findFriends(anna!, anna!.id, query);
  expect(namesOf((await findMine({ online: 'yes' })).friends)).toEqual(['Борис']);
  expect(namesOf((await findMine({ online: 'yes', city: 'Тверь' })).friends)).toEqual([]);
  expect(namesOf((await find(anna!, { online: 'yes', city: 'Клин Сетевой' })).users)).toEqual([
    'Борис',
  ]);
  expect(namesOf((await find(anna!, { online: 'yes', before: vera!.id })).users)).toEqual([
    'Борис',
  ]);
  await boris!.call(privacy.set, { body: { presence: 'friends' } });
  await vera!.call(privacy.set, { body: { presence: 'nobody' } });
  expect(await online(anna!)).toEqual(['Борис']);
  expect(await online(vera!)).toEqual(['Вера']);
  await Promise.all(streams.map((stream) => stream.cut()));
});

test('every row has the exact number of mutual friends that the viewer may see', async () => {
  const everyone = await join(
    ...Array.from({ length: 14 }, (_, at) => `Друг${'абвгдежзиклмно'[at]}`),
  );
  const random = createRandom(11);
  const known = new Set<string>();
  const pair = (a: Caller, b: Caller) => [a.id, b.id].sort().join();
  for (const a of everyone)
    for (const b of everyone)
      if (a.id < b.id && random.next() < 0.4) {
        await befriend(a, b);
        known.add(pair(a, b));
      }
  const areFriends = (a: Caller, b: Caller) => known.has(pair(a, b));
  const [shy] = everyone;
  await shy!.call(privacy.set, { body: { friends: 'friends' } });
  for (const viewer of everyone) {
    const { users } = await find(viewer, {}, 'друг');
    for (const other of everyone.filter((one) => one !== viewer)) {
      const mutual = everyone.filter(
        (one) => areFriends(one, viewer) && areFriends(one, other),
      ).length;
      const isShown = other !== shy || areFriends(shy, viewer);
      const row = users.find((one) => one._id === other.id)!;
      expect([row.mutual!.count, row.mutual!.friends.length]).toEqual(
        isShown ? [mutual, Math.min(3, mutual)] : [0, 0],
      );
    }
  }
});

test('a row says whether the viewer may write to the person', async () => {
  const [anna, boris, vera] = await join('Анна', 'Борисыч', 'Вера');
  const mayWrite = async () => {
    const { users } = await find(anna!, {}, 'борисыч');
    return users.find((one) => one._id === boris!.id)?.mayWrite;
  };
  expect(await mayWrite()).toBe(true);
  await boris!.call(privacy.set, { body: { messages: 'friends' } });
  expect(await mayWrite()).toBe(false);
  await befriend(anna!, boris!);
  expect(await mayWrite()).toBe(true);
  await anna!.call(privacy.block, { params: { id: boris!.id } });
  expect(await mayWrite()).toBe(false);
  expect((await find(vera!, {}, 'вера ильин')).users[0]).toMatchObject({ mayWrite: false });
});

test('requests are listed and counted in both directions, newest first', async () => {
  const [anna, ...others] = await join('Анна', ...Array.from({ length: 23 }, () => 'Проситель'));
  for (const one of others) await one.call(friends.make, { params: { id: anna!.id } });
  const page = (before?: string) =>
    anna!.call(friends.requests, {
      params: { direction: 'incoming' },
      query: before === undefined ? {} : { before },
    });
  const first = await page();
  const rest = await page(first.people.at(-1)!._id);
  expect([first.people.length, first.isLast, rest.isLast]).toEqual([20, false, true]);
  expect([...first.people, ...rest.people].map((one) => one._id)).toEqual(
    others.map((one) => one.id).reverse(),
  );
  expect(first.people[0]).toMatchObject({ isIncoming: true, isFriends: false });
  const [asker] = others;
  const outgoing = await asker!.call(friends.requests, { params: { direction: 'outgoing' } });
  expect(outgoing.people.map((one) => [one._id, one.isRequest])).toEqual([[anna!.id, true]]);
  await anna!.call(friends.accept, { params: { to: asker!.id } });
  await anna!.call(privacy.block, { params: { id: others[1]!.id } });
  expect(await anna!.call(friends.counts)).toEqual({
    friends: 1,
    incoming: 21,
    outgoing: 0,
    blocked: 1,
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as admin from '@respa/contract/admin';
import * as catalogue from '@respa/contract/catalogue';
import * as friends from '@respa/contract/friends';
import * as people from '@respa/contract/people';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import type { BodyOf } from '@respa/contract/route';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, addGame, joinAdmin } from '#tests/support/members/games.ts';
import { befriend } from '#tests/support/members/group-chats.ts';

let app: TestApp;
let boss: Caller;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let gleb: Caller;
let cities = 0;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  boss = await joinAdmin(app);
});
afterAll(() => app.stop());
/** Anna and Boris are friends, Boris and Vera are friends, Gleb knows nobody. */
beforeEach(async () => {
  [anna, boris, vera, gleb] = await Promise.all([
    join('Анна', 'Белова'),
    join('Борис', 'Ёлкин'),
    join('Вера', 'Зимина'),
    join('Глеб', 'Носов'),
  ]);
  await befriend(anna, boris);
  await befriend(boris, vera);
});
/** A new member without a city. */
async function join(name: string, surname: string): Promise<Caller> {
  const who = await app.join(name, surname);
  await live(who, '');
  return who;
}
const suggestedTo = async (who: Caller) => (await who.call(people.suggested)).people;
const idsFor = async (who: Caller) => (await suggestedTo(who)).map((one) => one._id);
const live = (who: Caller, city: string) => who.call(profile.edit, { body: { city } });
const set = (who: Caller, body: BodyOf<typeof privacy.set>) => who.call(privacy.set, { body });
const newCity = () => `Город ${(cities += 1)}`;
const mark = (who: Caller, id: string, status: catalogue.GameStatus) =>
  who.call(catalogue.setStatus, { params: { id }, body: { status } });

test('suggests friends of friends, with the exact number of mutual friends and their names', async () => {
  const zoya = await join('Зоя', 'Котова');
  await befriend(anna, zoya);
  await befriend(zoya, vera);
  const [found] = await suggestedTo(anna);
  expect(found).toMatchObject({
    _id: vera.id,
    mutual: {
      count: 2,
      friends: [
        { _id: zoya.id, name: 'Зоя', surname: 'Котова' },
        { _id: boris.id, name: 'Борис', surname: 'Ёлкин' },
      ],
    },
    games: [],
    gamesCount: 0,
    isSameCity: false,
  });
  expect(await idsFor(anna)).toEqual([vera.id]);
  expect(await idsFor(gleb)).toEqual([]);
});

test('suggests people of the same city, however it is spelled, and players of the same games', async () => {
  const city = newCity();
  await live(anna, `${city} Королёв`);
  await live(gleb, `  ${city.toUpperCase()} КОРОЛЕВ `);
  const game = await addGame(boss, 'Башня ветров', {}, null);
  const zoya = await join('Зоя', 'Котова');
  await mark(anna, game._id, 'playing');
  await mark(zoya, game._id, 'finished');
  const found = new Map((await suggestedTo(anna)).map((one) => [one._id, one]));
  expect([...found.keys()].sort()).toEqual([vera.id, gleb.id, zoya.id].sort());
  expect(found.get(gleb.id)).toMatchObject({ isSameCity: true, gamesCount: 0 });
  expect(found.get(zoya.id)).toMatchObject({
    isSameCity: false,
    games: [{ _id: game._id, name: 'Башня ветров' }],
    gamesCount: 1,
  });
  await mark(zoya, game._id, 'dropped');
  expect(await idsFor(anna)).not.toContain(zoya.id);
});

test.each<[what: string, hide: () => Promise<unknown>]>([
  ['blocks the viewer', () => vera.call(privacy.block, { params: { id: anna.id } })],
  ['is blocked by the viewer', () => anna.call(privacy.block, { params: { id: vera.id } })],
  ['is muted by the viewer', () => anna.call(privacy.mute, { params: { id: vera.id } })],
  ['does not want to be suggested', () => set(vera, { suggestions: 'nobody' })],
  [
    'is suspended',
    () => boss.call(admin.suspend, { params: { id: vera.id }, body: { reason: 'Спам' } }),
  ],
  ['has a request from the viewer', () => anna.call(friends.make, { params: { id: vera.id } })],
  ['has sent a request to the viewer', () => vera.call(friends.make, { params: { id: anna.id } })],
  ['is a friend', () => befriend(anna, vera)],
  [
    'has declined the viewer',
    async () => {
      await anna.call(friends.make, { params: { id: vera.id } });
      await vera.call(friends.reject, { params: { id: anna.id } });
    },
  ],
  ['is hidden', () => anna.call(people.hideSuggestion, { params: { id: vera.id } })],
  ['deleted the account', () => vera.call(account.deleteProfile, { body: { password: PASSWORD } })],
  [
    'is not activated',
    () =>
      sql`update people set is_listed = false where id = ${vera.id}`.execute(app.server.context.db),
  ],
])('never suggests someone who %s, whatever there is in common', async (_what, hide) => {
  const city = newCity();
  const game = await addGame(boss, 'Маяк', {}, null);
  for (const one of [anna, vera]) {
    await live(one, city);
    await mark(one, game._id, 'playing');
  }
  expect(await idsFor(anna)).toEqual([vera.id]);
  await hide();
  expect(await idsFor(anna)).toEqual([]);
});

test('a hidden list of friends or games gives nobody away', async () => {
  const game = await addGame(boss, 'Рейд', {}, null);
  await mark(anna, game._id, 'playing');
  await mark(vera, game._id, 'playing');
  await set(vera, { friends: 'friends' });
  expect((await suggestedTo(anna))[0]).toMatchObject({
    mutual: { count: 0, friends: [] },
    gamesCount: 1,
  });
  await set(vera, { friends: 'all', games: 'friends' });
  expect((await suggestedTo(anna))[0]).toMatchObject({ mutual: { count: 1 }, games: [] });
  await set(vera, { friends: 'nobody', games: 'nobody' });
  expect(await idsFor(anna)).toEqual([]);
});

test('a hidden suggestion stays away until it is taken back', async () => {
  const hide = () => anna.call(people.hideSuggestion, { params: { id: vera.id } });
  await Promise.all([hide(), hide()]);
  expect(await idsFor(anna)).toEqual([]);
  // Hiding works in one direction only.
  expect(await idsFor(vera)).toEqual([anna.id]);
  await anna.call(people.unhideSuggestion, { params: { id: vera.id } });
  await anna.call(people.unhideSuggestion, { params: { id: vera.id } });
  expect(await idsFor(anna)).toEqual([vera.id]);
  await expect(anna.call(people.hideSuggestion, { params: { id: anna.id } })).rejects.toMatchObject(
    { status: 400 },
  );
});

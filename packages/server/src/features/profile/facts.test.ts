import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as catalogue from '@respa/contract/catalogue';
import * as communities from '@respa/contract/communities';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, addGame, joinAdmin } from '#tests/support/members/games.ts';
import { makeCommunity } from '#tests/support/members/communities.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { joinTrio } from '#tests/support/members/trio.ts';

let app: TestApp;
let boss: Caller;
let anna: Caller;
let boris: Caller;
let vera: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  boss = await joinAdmin(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  [anna, boris, vera] = await joinTrio(app, 'Зимина');
});
const mark = (who: Caller, id: string, status: catalogue.GameStatus) =>
  who.call(catalogue.setStatus, { params: { id }, body: { status } });
const live = (who: Caller, city: string) => who.call(profile.edit, { body: { city } });
const factsOf = (who: Caller, viewer: Caller) =>
  viewer.call(profile.facts, { params: { id: who.id } });

test('a profile shows games, those played first, unless they are switched off', async () => {
  const [want, playing, dropped] = [
    await addGame(boss, 'Закаты', {}, null),
    await addGame(boss, 'Маяк', {}, null),
    await addGame(boss, 'Бегуны', {}, null),
  ].map((game) => game._id);
  await mark(boris, playing!, 'playing');
  await mark(boris, want!, 'want');
  await mark(boris, dropped!, 'dropped');
  const shown = async (viewer: Caller) => {
    const { games } = await factsOf(boris, viewer);
    return games.isHidden ? 'hidden' : [games.count, ...games.shown.map((one) => one.name)];
  };
  expect(await shown(anna)).toEqual([2, 'Маяк', 'Закаты']);
  await boris.call(privacy.set, { body: { games: 'friends' } });
  await befriend(boris, vera);
  expect(await shown(anna)).toBe('hidden');
  expect(await shown(vera)).toEqual([2, 'Маяк', 'Закаты']);
  await boris.call(privacy.set, { body: { games: 'nobody' } });
  expect(await shown(vera)).toBe('hidden');
  expect(await shown(boris)).toEqual([2, 'Маяк', 'Закаты']);
});

test('a profile shows what the viewer has in common with its owner', async () => {
  const game = await addGame(boss, 'Рейд', {}, null);
  for (const one of [anna, boris]) {
    await live(one, 'Псков');
    await mark(one, game._id, 'playing');
    await befriend(one, vera);
  }
  const community = await makeCommunity(vera, 'Маяк');
  for (const one of [anna, boris])
    await one.call(communities.subscribe, { params: { id: community } });
  expect((await factsOf(boris, anna)).common).toMatchObject({
    friends: [{ _id: vera.id }],
    friendsCount: 1,
    games: [{ _id: game._id, name: 'Рейд' }],
    gamesCount: 1,
    city: 'Псков',
    communities: [{ _id: community }],
    communitiesCount: 1,
  });
  await boris.call(privacy.set, { body: { games: 'nobody', friends: 'nobody' } });
  await live(anna, 'Тверь');
  expect((await factsOf(boris, anna)).common).toMatchObject({
    friends: [],
    friendsCount: 0,
    games: [],
    gamesCount: 0,
    city: '',
    communitiesCount: 1,
  });
  expect((await factsOf(anna, anna)).common).toMatchObject({ friendsCount: 0, communities: [] });
  await boris.call(privacy.block, { params: { id: anna.id } });
  await expect(factsOf(boris, anna)).rejects.toMatchObject({ status: 404 });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as admin from '@respa/contract/admin';
import * as catalogue from '@respa/contract/catalogue';
import * as communities from '@respa/contract/communities';
import * as friends from '@respa/contract/friends';
import * as home from '@respa/contract/home';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import { ADMIN, addGame, joinAdmin } from '#tests/support/members/games.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { publishAd } from '#tests/support/members/classifieds.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';

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
  [anna, boris, vera] = await Promise.all([app.join('Анна'), app.join('Борис'), app.join('Вера')]);
});
const overviewOf = (who: Caller) => who.call(home.overview);
const popularFor = async (who: Caller): Promise<string[]> =>
  (await who.call(home.popular)).items.map((item) =>
    item.kind === 'article' ? item.article.title : item.post.title,
  );
const post = async (who: Caller, title: string, audience: wall.PostAudience = 'all') =>
  (await who.call(wall.create, { body: { title, audience } })).post._id;

describe('The first steps', () => {
  test('are done one after another, and disappear when all are', async () => {
    const steps = {
      avatar: false,
      city: false,
      games: false,
      people: false,
      communities: false,
      greeting: false,
    };
    await anna.call(profile.edit, { body: { city: '' } });
    expect((await overviewOf(anna)).steps).toEqual(steps);
    await anna.call(profile.edit, {
      body: { city: 'Рыбинск' },
      files: { file: [await picture()] },
    });
    const game = await addGame(boss, 'Первый шаг', {}, null);
    await anna.call(catalogue.setStatus, { params: { id: game._id }, body: { status: 'playing' } });
    await anna.call(friends.make, { params: { id: boris.id } });
    expect((await overviewOf(anna)).steps).toEqual({
      ...steps,
      avatar: true,
      city: true,
      games: true,
      people: true,
    });
    for (const name of ['Один', 'Два', 'Три']) {
      const id = await makeCommunity(vera, name);
      await anna.call(communities.subscribe, { params: { id } });
    }
    expect((await overviewOf(anna)).steps).toMatchObject({ communities: true, greeting: false });
    await sendMessage(anna, await roomOf(anna, boris), 'Привет!');
    expect((await overviewOf(anna)).steps).toBeNull();
  });
  test('are dismissed for good, by the member alone', async () => {
    await anna.call(home.dismissSteps);
    await anna.call(home.dismissSteps);
    expect((await overviewOf(anna)).steps).toBeNull();
    expect((await overviewOf(boris)).steps).not.toBeNull();
  });
});

test('counts what is new: games, ads, and what the cloud holds', async () => {
  const before = await overviewOf(anna);
  await addGame(boss, 'Новая', {}, null);
  await publishAd(boris, 'Меч');
  const now = await overviewOf(anna);
  expect([now.games - before.games, now.ads - before.ads, now.cloud, now.videos]).toEqual([
    1, 1, 0, 0,
  ]);
});

test('shows friends who are online, as far as they show it', async () => {
  await befriend(anna, boris, vera);
  expect((await overviewOf(anna)).friends).toEqual([]);
  const streams = await Promise.all([boris, vera].map((who) => openLive(who)));
  await expect
    .poll(async () => (await overviewOf(anna)).friends.map((one) => one._id).sort())
    .toEqual([boris.id, vera.id].sort());
  await vera.call(privacy.set, { body: { presence: 'nobody' } });
  expect((await overviewOf(anna)).friends.map((one) => one._id)).toEqual([boris.id]);
  for (const stream of streams) await stream.cut();
});

describe('Popular posts', () => {
  test('are those of open walls and of communities, the most liked first', async () => {
    const group = await makeCommunity(boris, 'Маяк');
    await write(boris, group, 'Статья');
    const quiet = await post(vera, 'Тихий пост');
    const loud = await post(boris, 'Громкий пост');
    await Promise.all(
      [vera, boss].map((who) => who.call(reactions.like, { params: { id: loud } })),
    );
    const found = await popularFor(anna);
    expect(found.slice(0, 1)).toEqual(['Громкий пост']);
    expect(found).toEqual(expect.arrayContaining(['Статья', 'Тихий пост']));
    expect(quiet).not.toBe(loud);
  });
  test('leave out what the viewer reads anyway, and own posts', async () => {
    const group = await makeCommunity(boris, 'Своя');
    await write(boris, group, 'Читаю');
    await post(anna, 'Моё');
    await post(vera, 'Дружеское');
    await anna.call(communities.subscribe, { params: { id: group } });
    await befriend(anna, vera);
    const found = await popularFor(anna);
    for (const title of ['Читаю', 'Моё', 'Дружеское']) expect(found).not.toContain(title);
    // A leader reads the own community.
    expect(await popularFor(boris)).not.toContain('Читаю');
  });
  test('show at most two of one author', async () => {
    for (const title of ['Первый', 'Второй', 'Третий']) await post(vera, `Много: ${title}`);
    expect((await popularFor(anna)).filter((title) => title.startsWith('Много'))).toHaveLength(2);
  });
  test.each<[what: string, hide: () => Promise<unknown>]>([
    ['blocks the viewer', () => vera.call(privacy.block, { params: { id: anna.id } })],
    ['is blocked by the viewer', () => anna.call(privacy.block, { params: { id: vera.id } })],
    ['is muted by the viewer', () => anna.call(privacy.mute, { params: { id: vera.id } })],
    ['shows the wall to friends', () => vera.call(privacy.set, { body: { wall: 'friends' } })],
    [
      'is suspended',
      () => boss.call(admin.suspend, { params: { id: vera.id }, body: { reason: 'Спам' } }),
    ],
  ])('never come from someone who %s', async (what, hide) => {
    const title = `Спорное, ${what}`;
    await post(vera, title);
    expect(await popularFor(anna)).toContain(title);
    await hide();
    expect(await popularFor(anna)).not.toContain(title);
  });
  test('never include posts for friends, drafts, or what is older than a month', async () => {
    await post(vera, 'Для друзей', 'friends');
    await vera.call(wall.create, { body: { title: 'Черновик', draft: 'true' } });
    await sql`
      insert into posts (id, author_id, text, created_at)
      values ('01890000-0000-7000-8000-0000000000aa', ${vera.id}, 'Старое', '2020-01-01')
    `.execute(app.server.context.db);
    const found = await popularFor(anna);
    for (const title of ['Для друзей', 'Черновик', 'Старое']) expect(found).not.toContain(title);
  });
  test('of a community that closed access to the viewer are not shown', async () => {
    const group = await makeCommunity(boris, 'Закрытая');
    await write(boris, group, 'Не для всех');
    expect(await popularFor(anna)).toContain('Не для всех');
    await boris.call(communities.ban, { params: { id: group, userId: anna.id }, body: {} });
    expect(await popularFor(anna)).not.toContain('Не для всех');
  });
});

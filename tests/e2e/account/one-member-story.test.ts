import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import type { BrowserContext, Page } from '@playwright/test';
import { roomOf, sendMessage } from '../../support/members/conversations.ts';
import { bubble, callAs, enterAs, field, goTo } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
/** Returns everything that the browser stores of a member, by name. */
const listStored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()),
  ]);
const wordsOf = (page: Page) => page.evaluate(() => `${document.title} ${document.body.innerText}`);
async function signIn(page: Page, login: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Почта').fill(`${login}@demo.respa`);
  await page.getByLabel('Пароль').first().fill('respa-demo-2026');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.waitForURL('**/home');
}
/** Opens a page of every kind that stores something, the last one in a conversation. */
async function fillStorage(context: BrowserContext, room: string): Promise<Page[]> {
  const paths = ['/home', '/cloud', '/notifications', '/videohost', '/events', '/friends/me'];
  const tabs: Page[] = [];
  for (const path of paths) {
    const tab = await context.newPage();
    await tab.goto(path);
    await tab.getByRole('main').waitFor();
    tabs.push(tab);
  }
  const tab = await context.newPage();
  await goTo(tab, room);
  await bubble(tab, 'Тайна').first().waitFor();
  await field(tab).fill('Черновик с тайной');
  await tab.evaluate(() => {
    localStorage.setItem('respa.film.1.2.Тайна.mp4', '/uploads/1');
    const request = indexedDB.open('respa.outbox', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files');
    return new Promise<void>((resolve) => {
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
  });
  return [...tabs, tab];
}

describe.skipIf(!isBrowserHere)('two members in one browser', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('nothing of a member survives their sign-out in any tab', async () => {
    const [context, igor] = [await world.newContext(), await callAs(world, 'lunyov')];
    const alexey = await callAs(world, 'kornilov');
    const room = await roomOf(alexey, igor);
    await sendMessage(igor, room, 'Тайна');
    const first = await context.newPage();
    await signIn(first, 'kornilov');
    const tabs = await fillStorage(context, room);
    expect(await listStored(first)).toContain('database respa.outbox');

    await first.goto('/settings');
    await first.getByRole('button', { name: 'Выйти', exact: true }).click();
    await first.waitForURL('**/greeting');
    await Promise.all(tabs.map((tab) => tab.waitForURL('**/login')));
    // A tab that is being replaced has no document to look into.
    for (const tab of [first, ...tabs])
      await expect
        .poll(async () =>
          (await listStored(tab).catch(() => ['replaced'])).filter((key) => key !== 'theme'),
        )
        .toEqual([]);
    for (const tab of tabs)
      await expect.poll(() => wordsOf(tab).catch(() => 'Тайна')).not.toMatch(/Корнилов|Тайна|^\(/);

    // Another member signs in: every tab shows this one.
    await signIn(first, 'vetrova');
    await Promise.all(tabs.map((tab) => tab.waitForURL(({ pathname }) => pathname !== '/login')));
    for (const tab of [first, ...tabs]) {
      await tab.getByRole('main').waitFor();
      await tab.getByRole('complementary', { name: 'Меню' }).waitFor();
      expect(await wordsOf(tab)).not.toMatch(/Корнилов|[Тт]айн/);
    }
    expect(await tabs[0]!.evaluate(() => JSON.stringify(localStorage))).not.toContain(alexey.id);
  });

  test('a member who takes the place of another is shown in every tab at once', async () => {
    const [{ context, page }, igor] = [
      await enterAs(world, 'kornilov'),
      await callAs(world, 'lunyov'),
    ];
    const alexey = await callAs(world, 'kornilov');
    const room = await roomOf(alexey, igor);
    await sendMessage(igor, room, 'Тайна');
    const tabs = await fillStorage(context, room);
    const dasha = await world.demoSession('vetrova@demo.respa');
    await page.goto('/api/health');
    await page.evaluate(
      (session) => localStorage.setItem('respa.session', JSON.stringify(session)),
      { userId: dasha.userId, token: dasha.token, activated: true },
    );
    await Promise.all(tabs.map((tab) => tab.waitForURL('**/home')));
    for (const tab of tabs) {
      await tab.getByRole('complementary', { name: 'Меню' }).waitFor();
      expect(await wordsOf(tab)).not.toMatch(/Корнилов|[Тт]айн/);
    }
    await expect
      .poll(() => tabs[0]!.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain(alexey.id);
    expect(await listStored(tabs[0]!)).not.toContain('database respa.outbox');
  });

  test('a draft of one member is not saved as the draft of the next one', async () => {
    const { context, page } = await enterAs(world, 'kornilov');
    const [alexey, igor] = [await callAs(world, 'kornilov'), await callAs(world, 'lunyov')];
    const room = await roomOf(alexey, igor);
    await goTo(page, room);
    await field(page).waitFor();
    const other = await context.newPage();
    await other.goto('/api/health');
    const next = await world.demoSession('lunyov@demo.respa');
    await field(page).fill('Тайна, которую Игорь не писал');
    await other.evaluate(
      (session) => localStorage.setItem('respa.session', JSON.stringify(session)),
      { userId: next.userId, token: next.token, activated: true },
    );
    await page.waitForURL('**/home');
    await page.getByRole('complementary', { name: 'Меню' }).waitFor();
    const { draft } = (await igor.call(chats.room, { params: { id: room } })).room;
    expect(draft).toBe('');
  });
});

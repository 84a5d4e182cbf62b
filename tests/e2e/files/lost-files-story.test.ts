import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('a page whose files fail to load', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());
  const link = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
  const search = (page: Page) => page.getByPlaceholder('Имя или фамилия');
  const lost = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'Страница не загрузилась' });
  const open = async (surname: string) => {
    const { page, context } = await world.join('Инна', surname);
    await page.goto('/home');
    await link(page, 'Люди').waitFor();
    const loads: string[] = [];
    page.on('load', () => {
      loads.push(page.url());
    });
    return { page, context, loads };
  };

  test('loads when the network is back, without a reload', async () => {
    const { page, context, loads } = await open('Бережная');
    let asked = 0;
    page.on('request', (request) => {
      if (/\/users-.*\.js$/.test(request.url())) asked += 1;
    });
    // The page learns of the network a little after the browser.
    const setOffline = async (isOffline: boolean) => {
      await context.setOffline(isOffline);
      await page.waitForFunction((isOnline) => navigator.onLine === isOnline, !isOffline);
    };
    await setOffline(true);
    await link(page, 'Люди').click();
    await lost(page).waitFor();
    // Another file of the page may have failed for good a moment earlier.
    await expect.poll(() => asked).toBe(3);
    await link(page, 'Объявления').click();
    await lost(page).waitFor({ state: 'detached' });
    await lost(page).waitFor();
    await lost(page).getByRole('button', { name: 'Повторить' }).click();
    await lost(page).waitFor({ state: 'detached' });
    await lost(page).waitFor();
    await setOffline(false);
    await lost(page).getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Поиск', exact: true }).waitFor();
    await link(page, 'Люди').click();
    await search(page).waitFor();
    expect(loads).toEqual([]);
  });
  test('shows no error if each file succeeds on the second try, styles as well as scripts, and reloads at most once', async () => {
    const { page, loads } = await open('Ковалёва');
    const lost = new Set<string>();
    let isRetry = false;
    page.on('request', (request) => {
      isRetry ||= request.isNavigationRequest();
    });
    await page.route('**/assets/*.{js,css}', (route, request) => {
      if (isRetry || lost.has(request.url())) return route.continue();
      lost.add(request.url());
      return route.abort();
    });
    await link(page, 'Люди').click();
    await search(page).waitFor();
    const endings = new Set([...lost].map((address) => address.split('.').at(-1)!));
    expect([
      loads.length <= 1,
      [...endings].toSorted((a, b) => a.localeCompare(b)),
      await page.getByRole('alert').count(),
    ]).toEqual([true, ['css', 'js'], 0]);
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
            ({ sheet }) => sheet !== null,
          ),
        ),
      )
      .toBe(true);
  });
  test('requests each of its files once', async () => {
    const { page } = await open('Зимина');
    for (const name of ['Люди', 'Сообщения', 'Облако', 'Группы', 'Главная', 'Люди']) {
      await link(page, name).click();
      await page
        .getByRole('heading', { name, level: 1 })
        .or(page.getByRole('main'))
        .first()
        .waitFor();
    }
    await search(page).waitFor();
    const sent = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(
          (entry) =>
            /\.(?:js|css)$/.test(entry.name) &&
            (entry as PerformanceResourceTiming).transferSize > 0,
        )
        .map(({ name }) => name),
    );
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((address, index) => sent.indexOf(address) !== index)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  weatherDocument,
  startWeatherService,
  type WeatherService,
} from '../../support/servers/weather-service.ts';
import type { Page } from '@playwright/test';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
let weather: WeatherService;
let isWeatherHere = true;
describe.skipIf(!isBrowserHere)('the home page', () => {
  beforeAll(async () => {
    weather = await startWeatherService((_asked, response) =>
      isWeatherHere ? response.end(weatherDocument(3.4)) : response.writeHead(500).end(),
    );
    world = await new World().open({ env: { WEATHER_URL: weather.url, WEATHER_KEY: 'key' } });
  });
  afterAll(async () => {
    await world.close();
    await weather.close();
  });

  test("shows the weather of the member's city, reserves its space, and hides it for an unknown city", async () => {
    const { page } = await world.join('Анна', 'Погодина');
    await page.goto('/home');
    const line = page.getByRole('group', { name: 'Погода' });
    await line.getByText('+3°').waitFor();
    await line.getByText('Рыбинск, небольшой дождь').waitFor();
    const height = () =>
      page
        .getByRole('region', { name: 'Сегодня' })
        .evaluate((card) => card.getBoundingClientRect().height);
    const whole = await height();

    // The next visit reserves its space before it loads.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/weather', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { name: /, Анна/ }).waitFor();
    expect(await line.count()).toBe(0);
    expect(await height()).toBe(whole);
    release();
    await line.getByText('+3°').waitFor();
    expect(await height()).toBe(whole);
    await page.unroute('**/api/weather');

    // A city without weather data shows nothing, and from then on no space is reserved.
    isWeatherHere = false;
    await page.goto('/editprofile');
    await page.getByLabel('Город').fill('Тутаев');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL('**/user/*');
    const asked = page.waitForResponse('**/api/weather');
    await page.goto('/home');
    expect(await (await asked).json()).toEqual({ weather: null });
    await expect.poll(height).toBeLessThan(whole);
    expect(await line.count()).toBe(0);
    const small = await height();
    await page.reload();
    await page.getByRole('heading', { name: /, Анна/ }).waitFor();
    expect(await height()).toBe(small);
    expect(weather.asked.map(({ q }) => q)).toEqual(['Rybinsk,RU', 'Tutayev,RU']);
  });

  test('the search box suggests people while the user types and searches the web on Enter', async () => {
    const [{ page, context }, boris] = [
      await world.join('Анна', 'Искалкина'),
      await world.join('Борис', 'Ёлкин'),
    ];
    await world.join('Белла', 'Елкина');
    const box = page.getByRole('combobox', { name: 'Поиск' });
    const list = page.getByRole('listbox', { name: 'Подсказки' });
    const chosen = () =>
      box.evaluate(
        (field) =>
          document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ??
          '',
      );
    await page.goto('/home');
    await box.fill('елк');
    await list.getByRole('option', { name: /Борис Ёлкин/ }).waitFor();
    expect(await list.getByRole('option').count()).toBe(4);
    expect([await box.getAttribute('aria-expanded'), await chosen()]).toEqual(['true', '']);

    // Cycles through the list: from the typed text, through every option, and back to the text.
    for (const name of [
      /Белла Елкина/,
      /Борис Ёлкин/,
      /^Всё на Респе: елк$/,
      /^Найти в интернете: елк$/,
      /^$/,
      /Белла Елкина/,
    ]) {
      await page.keyboard.press('ArrowDown');
      expect(await chosen()).toMatch(name);
    }
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toBe('');
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toMatch(/^Найти в интернете/);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect([await box.inputValue(), await box.getAttribute('aria-expanded')]).toEqual([
      'елк',
      'false',
    ]);

    await context.route('https://yandex.ru/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Нашлось</title>' }),
    );
    await box.fill('как пройти & не умереть');
    const [web] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await web.waitForLoadState();
    expect(web.url()).toBe(
      `https://yandex.ru/search/?text=${encodeURIComponent('как пройти & не умереть')}`,
    );
    expect(await web.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
    await web.close();

    await box.fill('ёлк');
    await list.getByRole('option', { name: /Борис Ёлкин/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/user/${boris.id}`);
  });

  test('a press on the destination that is shown scrolls to the top and refreshes', async () => {
    const { page } = await world.join('Вера', 'Листалова', {
      viewport: { width: 390, height: 300 },
    });
    await page.goto('/home');
    await page.getByRole('heading', { name: /, Вера/ }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 200));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    const refreshed = page.waitForRequest('**/api/user-by-token');
    await page
      .getByRole('navigation', { name: 'Разделы' })
      .getByRole('link', { name: 'Главная' })
      .click();
    await refreshed;
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/home');
  });
  test("a friend's new post waits behind a pill, in every tab and on every page", async () => {
    const [anna, boris] = [await world.join('Анна', 'Читает'), await world.join('Борис', 'Пишет')];
    const call = (page: Page, method: string, path: string, fields: Record<string, string> = {}) =>
      page.evaluate(
        async ([how, url, body]) => {
          const { token } = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
          const form = new FormData();
          for (const [name, value] of Object.entries(body)) form.append(name, value);
          const answer = await fetch(url, {
            method: how,
            headers: { authorization: `Bearer ${token}` },
            ...(how === 'POST' ? { body: form } : {}),
          });
          if (!answer.ok) throw new Error(await answer.text());
        },
        [method, `${world.url}/api${path}`, fields] as const,
      );
    const post = (text: string) => call(boris.page, 'POST', '/createuserpost', { title: text });
    await boris.page.goto('/home');
    await anna.page.goto('/home');
    await call(anna.page, 'GET', `/make-friends/${boris.id}`);
    await call(boris.page, 'GET', `/reply/${anna.id}`);

    const { page } = anna;
    const tab = (name: RegExp) => page.getByRole('tab', { name });
    const pill = page.getByRole('button', { name: 'Новые посты' });
    const texts = () => page.getByRole('article').locator('p').allTextContents();
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `Запись ${from - index}`);
    await page.reload();
    await page.getByText('Здесь нет постов.').waitFor();
    await tab(/Новости/).click();
    await page.getByText('У Вас нет новостей').waitFor();
    expect(new URL(page.url()).search).toBe('?feed=news');
    await page.reload();
    await page.getByText('У Вас нет новостей').waitFor();

    // The inactive tab shows a count, and selecting it loads the posts.
    for (let number = 1; number <= 15; number += 1) await post(`Запись ${number}`);
    await tab(/Посты друзей\s*15/).click();
    await page.getByText('Запись 15', { exact: true }).waitFor();
    await pill.waitFor({ state: 'hidden' });
    expect((await texts()).slice(0, 10)).toEqual(down(15, 6));

    // Deep in the list nothing moves until the user asks.
    await page.getByText('Запись 6', { exact: true }).scrollIntoViewIfNeeded();
    await page.getByText('Запись 1', { exact: true }).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    const before = await texts();
    await post('Запись 16');
    await pill.waitFor();
    expect(await texts()).toEqual(before);
    expect(
      await pill.evaluate((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    ).toBe(true);
    await pill.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect((await texts())[0]).toBe('Запись 16');
    await pill.waitFor({ state: 'hidden' });
    await page.getByText('Запись 7', { exact: true }).scrollIntoViewIfNeeded();
    await page.getByText('Запись 1', { exact: true }).scrollIntoViewIfNeeded();
    expect(await texts()).toEqual(down(16, 1));

    // Posts that arrived while another page was open are shown at once.
    await page.getByRole('link', { name: 'Люди' }).first().click();
    await page.getByPlaceholder('Имя или фамилия').waitFor();
    const other = await anna.context.newPage();
    await other.goto('/home');
    await other.getByText('Запись 16', { exact: true }).waitFor();
    await post('Запись 17');
    // The other browser tab is notified by the first one.
    await other.getByRole('button', { name: 'Новые посты' }).waitFor();
    await other.close();
    await page.getByRole('link', { name: 'Главная' }).first().click();
    await page.getByText('Запись 17', { exact: true }).waitFor();
    await pill.waitFor({ state: 'hidden' });
  });
});

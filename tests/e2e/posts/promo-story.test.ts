import { readdirSync, readFileSync } from 'node:fs';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { everyScreen, settle } from '../../support/browser/every-screen.ts';
import { DEMO_ADMIN } from '../../support/browser/seed-screens.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

const LIST = readFileSync(
  new URL('../../support/files/samples/easylist-generic.txt', import.meta.url),
  'utf8',
);
const ASSETS = new URL('../../../packages/web/dist/assets/', import.meta.url);
const SHOWN = new Set(['home', 'home-news', 'users']);
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
let world: World;
const call = async (
  email: string,
  method: string,
  path: string,
): Promise<Record<string, unknown>> => {
  const { token } = await world.demoSession(email);
  const answer = await fetch(`${world.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};

describe.skipIf(!isBrowserHere)('internal ads', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false, env: DEMO_ADMIN });
  });
  afterAll(() => world.close());

  test('a member creates an ad, the admin approves it, others see it once, and its author sees its statistics', async () => {
    const [wide, narrow] = [
      await world.newContext(),
      await world.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      }),
    ];
    await world.enterDemo(wide, 'akhmetov@demo.respa');
    await world.enterDemo(narrow, 'guy@demo.respa');
    await narrow.route('https://clan.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Клан' }),
    );
    const [author, reader] = [await wide.newPage(), await narrow.newPage()];

    await author.goto('/services');
    await author
      .getByRole('main')
      .getByRole('link', { name: /^Реклама/ })
      .click();
    await author.getByText('У вас нет рекламы').waitFor();
    await author
      .getByRole('main')
      .getByRole('link', { name: 'Разместить рекламу' })
      .first()
      .click();
    const send = author.getByRole('button', { name: 'Отправить на проверку' });
    await author.getByLabel('Ссылка').fill('clan.example');
    await send.click();
    for (const text of [
      'Введите название',
      'Выберите изображение',
      `Неверный формат. Пример правильной ссылки: ${world.url}`,
    ])
      await author.getByText(text, { exact: true }).waitFor();
    expect(
      await author.getByLabel('Название').evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await author.getByLabel('Название').fill('Клан «Ещё один ход»');
    await author.getByLabel('Текст').fill('Играем по переписке, никто никуда не спешит.');
    await author.getByLabel('Ссылка').fill('https://clan.example/join');
    await author.getByLabel('Срок, дней').fill('10');
    await author.locator('form input[type=file]').setInputFiles({
      name: 'clan.png',
      mimeType: 'image/png',
      buffer: await sharp({
        create: { width: 900, height: 600, channels: 3, background: '#22467a' },
      })
        .png()
        .toBuffer(),
    });
    await send.click();
    await author.waitForURL('**/innerad/cabinet');
    const card = author.getByRole('link', { name: /Клан «Ещё один ход»/ });
    await card.getByText('На проверке').waitFor();
    const address = (await card.getAttribute('href'))!;
    const id = address.split('/').at(-1)!;

    await reader.goto(address);
    await reader.getByText('Такой рекламы нет').waitFor();
    const { ads: waiting } = (await call(DEMO_ADMIN.ADMIN_EMAIL, 'GET', '/promo/waiting')) as {
      ads: { _id: string }[];
    };
    expect(waiting.map(({ _id }) => _id)).toContain(id);
    await call(DEMO_ADMIN.ADMIN_EMAIL, 'POST', `/promo/approve/${id}`);
    await author.goto('/notifications');
    await author
      .getByRole('link', { name: 'Ваша реклама «Клан «Ещё один ход»» одобрена и показывается' })
      .click();
    await author.waitForURL(`**${address}`);
    await author.getByRole('heading', { name: /^Показывается до/ }).waitFor();

    // Of all ads, the viewer should see only this one.
    for (;;) {
      const { ad } = (await call('guy@demo.respa', 'GET', '/promo/next')) as {
        ad: { _id: string } | null;
      };
      if (ad!._id === id) {
        const others = (await Promise.all(
          Array.from({ length: 8 }, () => call('guy@demo.respa', 'GET', '/promo/next')),
        )) as { ad: { _id: string } }[];
        if (others.every((one) => one.ad._id === id)) break;
      } else await call('guy@demo.respa', 'POST', `/promo/hide/${ad!._id}`);
    }
    await reader.goto('/users');
    const slot = reader.getByRole('complementary', { name: 'Реклама' });
    await slot.waitFor();
    await slot.scrollIntoViewIfNeeded();
    await slot.getByText('clan.example').waitFor();
    expect(await isTooWide(reader)).toBe(false);
    const counted = async () => {
      const { ad } = (await call('akhmetov@demo.respa', 'GET', `/promo/ad/${id}`)) as {
        ad: { views: number; clicks: number };
      };
      return [ad.views, ad.clicks];
    };
    await expect.poll(counted).toEqual([1, 0]);
    await slot.getByRole('button', { name: 'Почему я это вижу?' }).click();
    await reader.getByRole('dialog').getByText('Тимур Ахметов').waitFor();
    await reader.keyboard.press('Escape');
    await reader.getByRole('dialog').waitFor({ state: 'detached' });
    const tab = narrow.waitForEvent('page');
    await slot.getByRole('link', { name: 'Клан «Ещё один ход»' }).click();
    const opened = await tab;
    await opened.waitForURL('https://clan.example/join');
    expect(await opened.evaluate(() => [document.referrer, String(opener)])).toEqual(['', 'null']);
    await opened.close();
    await expect.poll(counted).toEqual([1, 1]);
    await slot.getByRole('button', { name: 'Действия с рекламой' }).click();
    await reader.getByRole('menuitem', { name: 'Скрыть' }).click();
    await slot.getByText('Скрыли. Эту рекламу больше не покажем.').waitFor();

    await author.reload();
    await author.getByText('1 показ, 1 переход.').waitFor();
    await author.getByRole('slider', { name: 'Показы и переходы по дням' }).focus();
    await author.keyboard.press('End');
    await expect
      .poll(() =>
        author
          .getByRole('slider', { name: 'Показы и переходы по дням' })
          .getAttribute('aria-valuetext'),
      )
      .toMatch(/: показы 1, переходы 1$/);
    await author.getByRole('button', { name: 'Продлить' }).click();
    await author.getByLabel('Срок, дней').fill('400');
    await author.getByRole('dialog').getByRole('button', { name: 'Продлить' }).click();
    await author
      .getByRole('dialog')
      .getByText(/от 1 до 365/)
      .first()
      .waitFor();
    await author.getByLabel('Срок, дней').fill('7');
    await author.getByRole('dialog').getByRole('button', { name: 'Продлить' }).click();
    await author.getByText('Срок продлён').waitFor();
    await author.getByRole('button', { name: 'Удалить' }).click();
    await author.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await author.waitForURL('**/innerad/cabinet');
    await author.getByText('У вас нет рекламы').waitFor();
  });

  test('an ad blocker neither hides nor blocks anything of ours', async () => {
    const engine = FiltersEngine.parse(LIST, { enableCompression: false });
    const types = {
      document: 'main_frame',
      stylesheet: 'stylesheet',
      image: 'image',
      media: 'media',
      font: 'font',
      script: 'script',
      xhr: 'xhr',
      fetch: 'xhr',
      eventsource: 'xhr',
    } as const;
    const ORIGIN = 'https://respa.example';
    const isBlocked = (path: string, type: string) =>
      engine.match(
        Request.fromRawDetails({
          url: `${ORIGIN}${path}`,
          sourceUrl: `${ORIGIN}/home`,
          type: types[type as keyof typeof types] ?? 'other',
        }),
      ).match;
    expect(
      ['/media/banner_ads/a.webp', '/assets/ads.js?ad_slot='].map((path) =>
        isBlocked(path, 'image'),
      ),
    ).toContain(true);
    const selectors = LIST.split('\n')
      .filter((line) => line.startsWith('##'))
      .map((line) => line.slice(2));
    const findHidden = (shown: Page): Promise<string[]> =>
      shown.evaluate((all) => {
        // As blockers do: a rule for a class or an id is only tried if the page contains it.
        const here = new Set(
          [...document.querySelectorAll('*')].flatMap((element) => [
            `#${element.id}`,
            ...Array.from(element.classList, (name) => `.${name}`),
          ]),
        );
        return all.filter((selector) => {
          const key = /^[.#][\w-]+(?=$|[ >+~.:#[])/.exec(selector)?.[0];
          if (key !== undefined && !here.has(key) && !selector.includes(',')) return false;
          try {
            return document.querySelector(selector) !== null;
          } catch {
            return false;
          }
        });
      }, selectors);

    const context = await world.newContext({
      bypassCSP: true,
      viewport: { width: 1280, height: 1_100 },
    });
    const me = await world.enterDemo(context);
    const page = await context.newPage();
    const asked = new Map<string, string>();
    page.on('request', (request) => {
      if (request.url().startsWith(world.url))
        asked.set(request.url().slice(world.url.length), request.resourceType());
    });
    const wanted =
      /^(?:home|home-news|users|publics|games|videohost|notifications|services|store|greeting)$|^(?:promo-|board)/;
    const screens = (await everyScreen(world, page, me)).filter(
      ({ name, path }) => wanted.test(name) || path.startsWith('/ad/'),
    );
    const hidden: string[] = [];
    for (const { name, path } of screens) {
      await page.goto(path);
      await settle(page);
      // On these pages an ad is present while the rules are applied, below the window: an ad that
      // was seen is not shown again today.
      if (SHOWN.has(name)) await page.getByRole('complementary', { name: 'Реклама' }).waitFor();
      else await page.mouse.wheel(0, 2_000);
      const found = await findHidden(page);
      hidden.push(...found.map((selector) => `${name}: ${selector}`));
    }
    expect(hidden).toEqual([]);
    expect([...SHOWN].filter((name) => !screens.some((screen) => screen.name === name))).toEqual(
      [],
    );
    const files = readdirSync(ASSETS).map((name): [string, string] => [
      `/assets/${name}`,
      name.endsWith('.css') ? 'stylesheet' : 'script',
    ]);
    expect(
      [...asked.keys()].filter((path) => path.startsWith('/api/promo/')).length,
    ).toBeGreaterThan(0);
    expect(
      [...asked, ...files].filter(([path, type]) => isBlocked(path, type)).map(([path]) => path),
    ).toEqual([]);
    // The rules do match what they are for.
    await page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('div'), { className: 'adsbox banner-ads ad-banner' }),
      ),
    );
    expect((await findHidden(page)).length).toBeGreaterThan(0);
    await context.close();
  });
});

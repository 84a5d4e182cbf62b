import { afterAll, beforeAll, describe, test } from 'vitest';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { audit, checkFrame, findUnseenFocus } from '../../support/browser/audit.ts';
import {
  everyScreen,
  navigateTo,
  open,
  settle,
  type Screen,
} from '../../support/browser/every-screen.ts';
import { DEMO_ADMIN, seedFixtures } from '../../support/browser/seed-screens.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

const IS_LONG = process.env['RESPA_LONG_TESTS'] === '1';
const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
// Documented: a user who waits for activation sees no header, and on a phone a conversation takes
// the whole window.
const hasNavigation = (name: string, isPhone: boolean): boolean =>
  name !== 'notactivated' && !(isPhone && (name === 'room' || name === 'chat'));
/** The pages on which the first Tab stops are checked. */
const TABBED = new Set(['greeting', 'login', 'home', 'room', 'settings', 'settings-security']);
// Its samples repeat headings and show both themes side by side.
const isGallery = ({ path }: Screen): boolean => path.startsWith('/test-page');

let world: World;
let me: string;
let screens: Screen[];
/** Without a choice, the theme follows the system, so that one page is tested in both. */
async function enter(as: 'visitor' | 'member'): Promise<BrowserContext> {
  const context = await world.newContext({
    viewport: WIDE,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  if (as === 'member') me = await world.enterDemo(context);
  return context;
}
/** Closes the contexts, because an open page keeps drawing. */
const leave = async (...contexts: BrowserContext[]): Promise<void> => {
  for (const context of contexts) await context.close();
};
const pathOf = (name: string): string => screens.find((screen) => screen.name === name)!.path;
const named = (name: string, found: string[]): string[] => found.map((line) => `${name}: ${line}`);

/** The sweep over all screens is split: a slow machine fails one part, not everything. */
const PARTS = 6;
/**
 * Returns what is not accessible on a screen: its contents, its landmarks, and on some screens the
 * focus order. The long run also checks the light theme and the phone.
 */
async function checkScreen(screen: Screen, page: Page): Promise<string[]> {
  const { name, path } = screen;
  await page.setViewportSize(WIDE);
  await navigateTo(page, path);
  const here = await audit(page);
  if (isGallery(screen))
    return named(
      name,
      here.filter((line) => !line.startsWith('moderate')),
    );
  const found = named(name, [...here, ...(await checkFrame(page, hasNavigation(name, false)))]);
  if (TABBED.has(name)) found.push(...named(name, await findUnseenFocus(page, 8)));
  if (!IS_LONG) return found;
  await page.emulateMedia({ colorScheme: 'light' });
  found.push(...named(`${name}, светлая`, await audit(page, 'contrast')));
  await page.setViewportSize(PHONE);
  found.push(
    ...named(`${name}, 390, светлая`, [
      ...(await audit(page)),
      ...(await checkFrame(page, hasNavigation(name, true))),
    ]),
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found, ...named(`${name}, 390`, await audit(page, 'contrast'))];
}

describe.skipIf(!isBrowserHere)('accessibility', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, env: DEMO_ADMIN });
    const context = await enter('member');
    await seedFixtures(world, 'kornilov@demo.respa', 2);
    screens = await everyScreen(world, await context.newPage(), me);
    await context.close();
  });
  afterAll(() => world.close());

  test.for(Array.from({ length: PARTS }, (_, part) => part + 1))(
    `every page is accessible, part %i of ${PARTS}`,
    { timeout: patient(120_000) },
    async (part, { expect }) => {
      const contexts = { visitor: await enter('visitor'), member: await enter('member') };
      const pages = {
        visitor: await contexts.visitor.newPage(),
        member: await contexts.member.newPage(),
      };
      const found: string[] = [];
      const mine = screens.filter((_, index) => index % PARTS === part - 1);
      expect(mine.length).toBeGreaterThan(0);
      for (const screen of mine)
        found.push(...(await checkScreen(screen, screen.isOpen ? pages.visitor : pages.member)));
      await leave(contexts.visitor, contexts.member);
      expect(found).toEqual([]);
    },
  );

  test('everything that opens over a page is accessible in both themes', async ({ expect }) => {
    const context = await enter('member');
    const page = await context.newPage();
    const found: string[] = [];
    const check = async (name: string, part: string, inside: string) => {
      // The picker and the toast stay open under a moving pointer.
      const thing = page.locator(`${part} ${inside}`).first();
      await thing.hover();
      found.push(...named(name, await audit(page, 'all', part)));
      await page.emulateMedia({ colorScheme: 'light' });
      const { x, y, width, height } = (await thing.boundingBox())!;
      await page.mouse.move(x + width / 2 + 2, y + height / 2 + 2);
      found.push(...named(`${name}, светлая`, await audit(page, 'contrast', part)));
      await page.emulateMedia({ colorScheme: 'dark' });
    };
    const close = async (gone: string) => {
      await page.keyboard.press('Escape');
      await page.locator(gone).first().waitFor({ state: 'detached' });
    };
    await open(page, pathOf('user-me'));
    await page.getByRole('button', { name: 'Действия с постом' }).first().click();
    await check('меню', '[role="menu"]', '[role="menuitem"]');
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    await check('вопрос', '[role="dialog"]', 'button');
    await close('[role="dialog"]');
    await page
      .getByRole('button', { name: /^Картинка 1 из поста/ })
      .first()
      .click();
    await check('просмотр картинок', '.yarl__root', '.yarl__slide img');
    await close('.yarl__root');
    const picture = await sharp({
      create: { width: 1000, height: 900, channels: 3, background: '#2b4a86' },
    })
      .png()
      .toBuffer();
    await page
      .locator('header input[type=file]')
      .last()
      .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: picture });
    await check('обрезка', '[role="dialog"]', 'canvas');
    await close('[role="dialog"]');
    await open(page, pathOf('room'));
    await page.getByRole('button', { name: 'Эмодзи' }).click();
    await check('частые эмодзи', '[role="dialog"]', '[role="group"] button');
    await close('[role="dialog"]');
    await page.getByRole('button', { name: 'Эмодзи' }).click();
    await page.getByRole('button', { name: 'Все эмодзи и поиск' }).click();
    await check('все эмодзи', '[role="dialog"]', '[role="gridcell"]:visible');
    await close('[role="dialog"]');
    await open(page, pathOf('editprofile'));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await check('подсказка', '[role="status"]:has(button)', ':text("Сохранено")');
    await leave(context);
    expect(found).toEqual([]);
  });

  test.concurrent('shows a failed read on the page, and retries on a press', async ({ expect }) => {
    const context = await enter('member');
    const failing = new Set<Page>();
    await context.route(/\/api\/(?!refresh|live|user-by-token|health)/, (route) =>
      failing.has(route.request().frame().page()) && route.request().method() === 'GET'
        ? route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({
              error: 'На сервере ошибка. Попробуйте ещё раз.',
              code: 'internal',
            }),
          })
        : route.fallback(),
    );
    const found = await Promise.all(
      ['home', 'user', 'users', 'notifications', 'room'].map(async (name) => {
        const page = await context.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        failing.add(page);
        await page.goto(pathOf(name));
        const alert = page
          .getByRole('main')
          .getByRole('alert')
          .filter({ hasText: 'Не получилось загрузить' })
          .first();
        await alert.waitFor({ timeout: patient(40_000) });
        errors.push(...(await checkFrame(page, true)));
        // A conversation retries by itself.
        if (name !== 'room') await alert.getByRole('button', { name: 'Повторить' }).click();
        failing.delete(page);
        await expect
          .poll(async () => settle(page).then(() => alert.count()), { timeout: patient(40_000) })
          .toBe(0);
        await page.close();
        return named(name, errors);
      }),
    );
    await leave(context);
    expect(found.flat()).toEqual([]);
  });

  test.concurrent('shows when there is no network', async ({ expect }) => {
    const context = await enter('member');
    const page = await context.newPage();
    await open(page, pathOf('home'));
    await context.setOffline(true);
    const bar = page.getByText('Нет связи', { exact: true });
    await bar.waitFor();
    await page.setViewportSize(PHONE);
    await bar.waitFor();
    expect(await audit(page)).toEqual([]);
    await context.setOffline(false);
    await bar.waitFor({ state: 'detached', timeout: patient(40_000) });
    await leave(context);
  });
});

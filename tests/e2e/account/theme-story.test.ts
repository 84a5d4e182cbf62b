import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Page } from '@playwright/test';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const BACKGROUND = { dark: 'rgb(14, 16, 20)', light: 'rgb(241, 243, 238)' } as const;
type Theme = keyof typeof BACKGROUND;
/** Records each theme of the page from before the first paint on. */
const recordThemes = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen: (string | null)[] = [];
    Object.assign(window, { seenThemes: seen });
    const look = () => {
      const theme = document.documentElement.getAttribute('data-mantine-color-scheme');
      if (document.body !== null && theme !== seen.at(-1)) seen.push(theme);
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme'],
    });
  });
const readThemes = (page: Page) =>
  page.evaluate(() => ({
    seen: (window as unknown as { seenThemes: string[] }).seenThemes,
    background: getComputedStyle(document.body).backgroundColor,
    bar: document.querySelector('meta[name="theme-color"]')!.getAttribute('content'),
  }));
const only = (theme: Theme) => ({
  seen: [theme],
  background: BACKGROUND[theme],
  bar: theme === 'dark' ? '#0e1014' : '#f1f3ee',
});

describe.skipIf(!isBrowserHere)('the theme', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test.each(['dark', 'light'] as const)(
    'is %s like the system for visitors and new members, from the first paint on',
    async (colorScheme) => {
      const { page, context } = await world.join('Вера', 'Ясная', { colorScheme });
      await recordThemes(context);
      const outside = await world.newContext({ colorScheme });
      await recordThemes(outside);
      const visitor = await outside.newPage();
      for (const [tab, path] of [
        [visitor, '/greeting'],
        [visitor, '/login'],
        [page, '/home'],
      ] as const) {
        await tab.goto(path);
        await tab.getByRole('main').waitFor();
        await expect.poll(() => readThemes(tab), { message: path }).toEqual(only(colorScheme));
      }
      await page.goto('/settings/appearance');
      await expect.poll(() => page.getByLabel('Как в системе').isChecked()).toBe(true);
      // It follows the system while the page is open.
      const other = colorScheme === 'dark' ? 'light' : 'dark';
      await page.emulateMedia({ colorScheme: other });
      await expect.poll(async () => (await readThemes(page)).background).toBe(BACKGROUND[other]);
    },
  );

  test('that a member chose wins over the system, on the landing page too', async () => {
    const { page, context } = await world.join('Вера', 'Тёмная', { colorScheme: 'light' });
    await recordThemes(context);
    await page.goto('/settings/appearance');
    await page.getByText('Тёмная', { exact: true }).click();
    for (const path of ['/home', '/settings']) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await expect.poll(() => readThemes(page), { message: path }).toEqual(only('dark'));
    }
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    await page.getByRole('link', { name: 'Регистрация' }).first().waitFor();
    await page.reload();
    await expect.poll(() => readThemes(page)).toEqual(only('dark'));
  });
});

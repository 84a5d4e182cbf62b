import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { open } from '../support/browser/every-screen.ts';
import { waitUntilStable } from '../support/browser/stands.ts';
import { swipe } from '../support/browser/swipe.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
async function enter(): Promise<{ page: Page; me: string }> {
  const context = await world.newContext(PHONE);
  const me = await world.enterDemo(context);
  return { page: await context.newPage(), me };
}
const scrolledBy = (page: Page) => page.evaluate(() => scrollY);
/** Pulls a sheet down. The page under it stays where it is. */
const swipeDown = async (page: Page, sheet: Locator) => {
  await waitUntilStable(sheet);
  const before = await scrolledBy(page);
  expect(before).toBeGreaterThan(0);
  const box = (await sheet.boundingBox())!;
  await swipe(page, { x: box.x + box.width / 2, y: box.y + 14 }, { y: 200 });
  expect(await scrolledBy(page)).toBe(before);
};
const pathOf = (page: Page) => new URL(page.url()).pathname;
const isMarked = (page: Page) =>
  page.evaluate(() => (history.state as { isOverlay?: boolean } | null)?.isOverlay === true);
/** Waits until the history has no entry of something that is open. */
const untilUnmarked = (page: Page) => expect.poll(() => isMarked(page)).toBe(false);
const untilMarked = (page: Page) => expect.poll(() => isMarked(page)).toBe(true);

describe.skipIf(!isBrowserHere)('on a phone', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('menus and dialogs are sheets that Back, a swipe down or a press above closes', async () => {
    const { page, me } = await enter();
    await page.goto('/home');
    await page.goto(`/user/${me}`);
    const button = page.getByRole('button', { name: 'Действия с постом' }).first();
    const menu = page.getByRole('menu');
    await button.tap();
    await menu.waitFor();
    await waitUntilStable(menu);
    const box = (await menu.boundingBox())!;
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 844]);
    await untilMarked(page);
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe(`/user/${me}`);

    await button.tap();
    await swipeDown(page, menu);
    await menu.waitFor({ state: 'detached' });
    await untilUnmarked(page);
    await button.tap();
    await waitUntilStable(menu);
    await page.touchscreen.tap(195, 40);
    await menu.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe(`/user/${me}`);

    // A menu that opens a dialog: Back closes the dialog, then leaves the page.
    await button.tap();
    await page.getByRole('menuitem', { name: 'Удалить' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => menu.count()).toBe(0);
    await untilMarked(page);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await untilUnmarked(page);
    expect(pathOf(page)).toBe(`/user/${me}`);
    await button.tap();
    await page.getByRole('menuitem', { name: 'Удалить' }).tap();
    await dialog.waitFor();
    await swipeDown(page, dialog);
    await dialog.waitFor({ state: 'detached' });
    await untilUnmarked(page);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/home');
    await page.goForward();
    await expect.poll(() => pathOf(page)).toBe(`/user/${me}`);
  });

  test('Back from a page that was opened out of a menu returns to the page under the menu', async () => {
    const { page, me } = await enter();
    await page.goto('/home');
    await page.goto(`/user/${me}`);
    await page.getByRole('button', { name: 'Действия с постом' }).first().tap();
    await page.getByRole('menuitem', { name: 'Изменить' }).waitFor();
    await untilMarked(page);
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('a[href="/notifications"]')!.click(),
    );
    await expect.poll(() => pathOf(page)).toBe('/notifications');
    await untilUnmarked(page);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe(`/user/${me}`);
    await page.getByRole('button', { name: 'Действия с постом' }).first().waitFor();
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/home');
    await page.goForward();
    await page.getByRole('button', { name: 'Действия с постом' }).first().waitFor();
    await page.goForward();
    await expect.poll(() => pathOf(page)).toBe('/notifications');
  });

  test('a question about unsaved changes closes by Back too, and leaves when answered', async () => {
    const { page, me } = await enter();
    await page.goto(`/user/${me}`);
    await page.locator('a[href="/editprofile"]').first().tap();
    await page.getByLabel('Город').fill('Мышкин');
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
    await page.goBack();
    await question.waitFor();
    await untilMarked(page);
    expect(pathOf(page)).toBe('/editprofile');
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    await untilUnmarked(page);
    expect(await page.getByLabel('Город').inputValue()).toBe('Мышкин');
    await page.goBack();
    await question.waitFor();
    await page.getByRole('button', { name: 'Уйти' }).tap();
    await expect.poll(() => pathOf(page)).toBe(`/user/${me}`);
    await question.waitFor({ state: 'detached' });
    await page.goForward();
    await expect.poll(() => pathOf(page)).toBe('/editprofile');
    expect(await page.getByLabel('Город').inputValue()).not.toBe('Мышкин');
  });

  test('a pull at the top loads the page again, unless it is pushed back or the page is scrolled', async () => {
    const { page } = await enter();
    const top = { x: 195, y: 110 };
    const pull = async (call: string) => {
      const answer = page.waitForResponse((one) => new URL(one.url()).pathname === call);
      await swipe(page, top, { y: 220 });
      await answer;
      await page.getByText('Обновляем', { exact: true }).waitFor({ state: 'detached' });
    };
    await open(page, '/notifications');
    await pull('/api/notifications');
    await open(page, '/messages');
    await pull('/api/get-rooms');
    await open(page, '/home');
    // Nothing but a pull asks for the posts of friends again.
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/friendsnews') asked += 1;
    });
    await swipe(page, top, { y: 40 });
    await swipe(page, top, { x: 150, y: 10 });
    expect(asked).toBe(0);
    await pull('/api/friendsnews');
    expect(asked).toBe(1);
    await swipe(page, top, { y: 200 }, { y: -190 });
    expect(asked).toBe(1);
    page.removeAllListeners('request');
    await open(page, '/home');
    await page.getByRole('article').nth(2).waitFor();
    await page.evaluate(() => scrollTo(0, 600));
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await swipe(page, { x: 195, y: 300 }, { y: 220 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(600);
    expect(calls).not.toContain('/api/friendsnews');
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY),
    ).toBe('contain');
  });

  test('an open keyboard covers neither the field nor the button that sends', async () => {
    const { page } = await enter();
    const isSeen = (thing: Locator) =>
      thing.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && element.contains(hit);
      });
    const withKeyboard = async (fields: Locator[]) => {
      await fields[0]!.tap();
      // What `interactive-widget=resizes-content` makes of the window, and the browser's scroll.
      await page.setViewportSize({ width: 390, height: 430 });
      await page.evaluate(() => document.activeElement!.scrollIntoView({ block: 'nearest' }));
      for (const thing of fields) await expect.poll(() => isSeen(thing)).toBe(true);
      await page.setViewportSize(PHONE.viewport);
    };
    await open(page, '/home');
    await page.getByRole('button', { name: 'Действия с постом' }).first().tap();
    await page.getByRole('menuitem', { name: 'Пожаловаться' }).tap();
    const dialog = page.getByRole('dialog');
    await withKeyboard([
      dialog.getByRole('textbox').last(),
      dialog.getByRole('button', { name: 'Отправить' }),
    ]);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Комментарии/ })
      .first()
      .tap();
    await withKeyboard([
      page.getByLabel('Комментарий', { exact: true }),
      page.getByRole('button', { name: 'Отправить комментарий' }),
    ]);
    await open(page, '/messages');
    await page.getByRole('main').locator('a[href^="/messages/"]').first().tap();
    await withKeyboard([page.getByRole('textbox', { name: 'Сообщение' })]);
  });
});

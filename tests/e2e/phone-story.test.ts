import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { waitUntilStable } from '../support/browser/stands.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
async function enter(): Promise<{ page: Page; me: string }> {
  const context = await world.newContext(PHONE);
  const me = await world.enterDemo(context);
  return { page: await context.newPage(), me };
}
/** Moves one finger over the page, from a point by a distance, in steps as a hand does. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x?: number; y?: number }) {
  const client = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: from.x + (by.x ?? 0) * part, y: from.y + (by.y ?? 0) * part }],
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', step / 10);
  await send('touchEnd', 1);
  await client.detach();
}
const swipeDown = async (page: Page, sheet: Locator) => {
  await waitUntilStable(sheet);
  const box = (await sheet.boundingBox())!;
  await swipe(page, { x: box.x + box.width / 2, y: box.y + 14 }, { y: 200 });
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
});

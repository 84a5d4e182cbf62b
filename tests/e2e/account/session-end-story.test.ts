import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, PASSWORD, World, type Joined } from '../../support/browser/world.ts';

let world: World;
const NOTE = /^Сессия закончилась\./;
const path = (page: Page) => new URL(page.url()).pathname;
const text = (page: Page) => page.getByRole('textbox', { name: 'Текст поста' });
const menu = (page: Page) => page.getByRole('complementary', { name: 'Меню' });
/** Ends the session of a page at the server, as thirty days or another device do. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
    await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  });
/** Fills the form without waiting for a certain page behind it. */
async function enter(page: Page, { email }: Joined): Promise<void> {
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: false }).first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}
async function signOut(page: Page): Promise<void> {
  await menu(page).getByRole('button', { name: /Б\./ }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
}

describe.skipIf(!isBrowserHere)('the end of a session', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('is named at the sign-in, which leads back to the same page and the same text', async () => {
    const nika = await world.joinByForm('Ника', 'Бережная');
    const { page } = nika;
    await page.goto('/createpost?from=story');
    await text(page).fill('Не успела дописать');
    await endSession(page);
    await page.waitForURL('**/login');
    await page.getByText(NOTE).waitFor();
    // Also after a reload of the sign-in page.
    await page.reload();
    await page.getByText(NOTE).waitFor();
    await enter(page, nika);
    await page.waitForURL('**/createpost?from=story');
    await expect.poll(() => text(page).inputValue()).toBe('Не успела дописать');
  });

  test('is named in every tab of the member, and each returns to its own page', async () => {
    const nika = await world.joinByForm('Ника', 'Бережная');
    const { page, context } = nika;
    const other = await context.newPage();
    await page.goto('/createpost');
    await text(page).fill('Черновик');
    await other.goto('/users');
    await menu(other).waitFor();
    await endSession(page);
    for (const tab of [page, other]) {
      await tab.waitForURL('**/login');
      await tab.getByText(NOTE).waitFor();
    }
    await enter(page, nika);
    await expect.poll(() => path(page)).toBe('/createpost');
    await expect.poll(() => path(other)).toBe('/users');
  });

  test('a visitor with a link and a member who signed out by choice read nothing of it', async () => {
    const nika = await world.joinByForm('Ника', 'Бережная');
    const { page, context } = nika;
    const visitor = await (await world.newContext()).newPage();
    await visitor.goto('/users');
    await visitor.waitForURL('**/login');
    await visitor.getByRole('heading', { name: 'Вход' }).waitFor();
    expect(await visitor.getByText(NOTE).count()).toBe(0);

    const other = await context.newPage();
    await page.goto('/home');
    await other.goto('/cloud');
    await menu(other).waitFor();
    await signOut(page);
    await page.waitForURL('**/greeting');
    await other.waitForURL('**/login');
    await other.getByRole('heading', { name: 'Вход' }).waitFor();
    expect(await other.getByText(NOTE).count()).toBe(0);
    await page.goto('/users');
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Вход' }).waitFor();
    expect(await page.getByText(NOTE).count()).toBe(0);
  });

  test.each([
    ['after an expired session', true, false],
    ['after an expired session and a reload', true, true],
    ['in another tab after a sign-out by choice', false, false],
  ])('another member does not get the former page %s', async (_, isExpired, isReloaded) => {
    const [nika, boris] = [
      await world.joinByForm('Ника', 'Бережная'),
      await world.joinByForm('Борис', 'Ёлкин'),
    ];
    const { page, context } = nika;
    await page.goto('/createpost');
    await text(page).fill('Не для Бориса');
    if (isExpired) await endSession(page);
    else {
      const other = await context.newPage();
      await other.goto('/home');
      await signOut(other);
      await other.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
    }
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Вход' }).waitFor();
    if (isReloaded) await page.reload();
    await enter(page, boris);
    await page.waitForURL('**/home');
    await menu(page).getByRole('button', { name: /Борис/ }).waitFor();
    expect(path(page)).toBe('/home');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Не для Бориса');
    await page.goto('/createpost');
    await expect.poll(() => text(page).inputValue()).toBe('');
  });
});

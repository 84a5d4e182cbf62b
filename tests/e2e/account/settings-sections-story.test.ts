import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';

let world: World;
const TITLES = [
  'Профиль',
  'Уведомления',
  'Приватность',
  'Безопасность',
  'Голос',
  'Оформление',
  'Приложение',
  'Данные',
];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const path = (page: Page) => new URL(page.url()).pathname;
const sections = (page: Page) => page.getByRole('navigation', { name: 'Разделы настроек' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const menu = (page: Page) => page.getByRole('complementary', { name: 'Меню' });

describe.skipIf(!isBrowserHere)('the sections of the settings', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('at 1280 px are beside their list, and the keyboard walks through all of them', async () => {
    const { page } = await world.join('Клава', 'Клавишева');
    await page.goto('/settings');
    await expect.poll(() => title(page).textContent()).toBe('Профиль');
    const links = sections(page).getByRole('link');
    const current = sections(page).locator('[aria-current="page"]');
    expect(await current.allTextContents()).toEqual(['Профиль']);
    // No empty third at the right: the cards end within 80 px of the page's right edge.
    const card = (await page.getByRole('main').locator('section').first().boundingBox())!;
    expect(card.x + card.width).toBeGreaterThan(1280 - 160);
    const place = await links.first().boundingBox();

    await links.first().focus();
    for (const [index, name] of TITLES.entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(name);
      await page.keyboard.press('Enter');
      await expect.poll(() => title(page).textContent()).toBe(name);
      await expect.poll(() => page.title()).toBe(`${name}: настройки — Респа`);
      expect(await current.allTextContents()).toEqual([name]);
      // The focus stays in the list, and the list stays where it was.
      expect(await focused(page)).toBe(name);
      expect(await links.first().boundingBox()).toEqual(place);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
    expect(path(page)).toBe('/settings/data');
    await page.goBack();
    await expect.poll(() => title(page).textContent()).toBe('Приложение');
    await page.reload();
    await expect.poll(() => title(page).textContent()).toBe('Приложение');
  });

  test('old and unknown addresses lead to a section', async () => {
    const { page } = await world.join('Клава', 'Клавишева');
    for (const [from, to] of [
      ['/settings/', '/settings/'],
      ['/settings#security', '/settings/security'],
      ['/settings#nothing', '/settings'],
      ['/settings/nothing', '/settings'],
      ['/settings/security/more', '/settings'],
      ['/deleteprofile', '/deleteprofile'],
    ] as const) {
      await page.goto(from);
      await title(page).waitFor();
      await expect.poll(() => path(page), { message: from }).toBe(to);
    }
    await sections(page).locator('[aria-current="page"]').getByText('Удалить профиль').waitFor();
  });

  test('saves the profile in place, keeps the focus, and asks before changes are left', async () => {
    const { page, id } = await world.join('Клава', 'Клавишева');
    await page.goto('/settings/profile');
    await page.getByLabel('О себе').fill('Печатаю вслепую');
    await sections(page).getByRole('link', { name: 'Данные' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
    expect(path(page)).toBe('/settings/profile');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сохранено').waitFor();
    await expect.poll(() => focused(page)).toBe('Сохранить');
    expect(path(page)).toBe('/settings/profile');
    expect(await page.getByLabel('О себе').inputValue()).toBe('Печатаю вслепую');
    await sections(page).getByRole('link', { name: 'Данные' }).click();
    await page.waitForURL('**/settings/data');
    await page.goto(`/user/${id}`);
    await page.getByText('Печатаю вслепую').first().waitFor();
  });

  test('the own card opens a menu by keyboard, which signs out and warns of unsent text', async () => {
    const { page } = await world.joinByForm('Клава', 'Клавишева');
    await page.goto('/createpost');
    await page.getByRole('textbox', { name: 'Текст поста' }).fill('Не отправлено');
    await page.goto('/services');
    const card = menu(page).getByRole('button', { name: /Клава К\./ });
    await card.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    await expect
      .poll(() => items.allTextContents())
      .toEqual(['Моя страница', 'Настройки', 'Выйти']);
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
    await expect
      .poll(() => card.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    const isFocused = (item: Locator) =>
      item.evaluate((element) => element === document.activeElement);
    await expect.poll(() => isFocused(items.first())).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => isFocused(items.last())).toBe(true);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Выйти, не дождавшись отправки?' });
    await question.getByText('У вас остались неотправленные тексты.').waitFor();
    await question.getByRole('button', { name: 'Отмена' }).click();
    await question.waitFor({ state: 'detached' });
    expect(path(page)).toBe('/services');
    await card.click();
    await items.last().click();
    await question.getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL('**/greeting');
  });

  test('at 390 px are pages of their own behind a list, with a way back', async () => {
    const { page } = await world.joinByForm('Тоня', 'Пальчикова', PHONE);
    await page.goto('/settings');
    await expect.poll(() => title(page).textContent()).toBe('Настройки');
    const back = page.getByRole('main').getByRole('link', { name: 'Настройки' });
    expect(await back.count()).toBe(0);
    for (const name of TITLES) {
      const link = sections(page).getByRole('link', { name: new RegExp(`^${name}`) });
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await link.tap();
      await expect.poll(() => title(page).textContent()).toBe(name);
      // A screen reader continues from the new page.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
      expect(await sections(page).count()).toBe(0);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
      expect((await back.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await back.tap();
      await expect.poll(() => title(page).textContent()).toBe('Настройки');
    }
    await page.getByRole('button', { name: 'Выйти', exact: true }).tap();
    await page.waitForURL('**/greeting');
  });

  test('at 390 px the deletion says goodbye, and offers to register or to go to the landing page', async () => {
    const { page } = await world.joinByForm('Тоня', 'Прощалкина', PHONE);
    await page.goto('/settings');
    await sections(page).getByRole('link', { name: 'Данные' }).tap();
    await page.getByRole('link', { name: 'Удалить профиль' }).tap();
    await page.getByRole('main').getByRole('link', { name: 'Данные' }).tap();
    await page.waitForURL('**/settings/data');
    await page.getByRole('link', { name: 'Удалить профиль' }).tap();
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Удалить профиль' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить профиль' }).tap();
    await page.waitForURL('**/goodbye');
    await page.getByRole('heading', { name: 'Профиль удалён' }).waitFor();
    await page.getByText('их автор теперь «Удалённый пользователь»').waitFor();
    await page.getByRole('link', { name: 'Зарегистрироваться снова' }).tap();
    await page.waitForURL('**/register');
    await page.goBack();
    await page.getByRole('link', { name: 'На главную' }).tap();
    await expect.poll(() => path(page)).toBe('/greeting');
  });
});

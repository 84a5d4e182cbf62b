import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
describe.skipIf(!isBrowserHere)('people', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true });
  });
  afterAll(() => world.close());

  test('are suggested with a reason, filtered in the address, written to, and asked for friendship', async () => {
    const context = await world.newContext();
    const id = await world.enterDemo(context);
    const page = await context.newPage();

    // A suggestion is hidden and comes back, another one is added.
    await page.goto('/users');
    const aside = page.getByRole('complementary');
    await aside.getByText('Возможно, вы знакомы').waitFor();
    await aside
      .getByText(/общ(?:их|ий) друг/i)
      .first()
      .waitFor();
    const adds = aside.getByRole('button', { name: /^Добавить: / });
    const nameOf = async (at: number) =>
      (await adds.nth(at).getAttribute('aria-label'))!.replace('Добавить: ', '');
    const [hidden, asked] = [await nameOf(0), await nameOf(1)];
    await aside.getByRole('button', { name: `Скрыть: ${hidden}` }).click();
    await aside.getByRole('button', { name: `Добавить: ${hidden}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await aside.getByRole('button', { name: `Добавить: ${hidden}` }).waitFor();
    await aside.getByRole('button', { name: `Добавить: ${asked}` }).click();
    await page.getByText(`Заявка отправлена: ${asked}`).waitFor();
    await aside.getByRole('button', { name: `Добавить: ${asked}` }).waitFor({ state: 'detached' });

    // The filters survive a reload and going back; a press resets them.
    const game = aside.getByRole('list', { name: 'Мои игры' }).getByRole('button').first();
    await game.click();
    await aside.getByRole('button', { name: 'Любая игра' }).waitFor();
    await aside.getByLabel('Город').fill('Нигде на свете');
    await page.getByText('Никого не нашли').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('city')).toBe('Нигде на свете');
    await page.reload();
    await page.getByText('Никого не нашли').waitFor();
    expect(await aside.getByLabel('Город').inputValue()).toBe('Нигде на свете');
    await page.getByRole('main').getByRole('button', { name: 'Сбросить фильтры' }).first().click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByText(/^Всего: /).waitFor();

    // Requests stand at an address of their own, with the person who was just asked.
    await page.goto(`/friends/${id}`);
    await page.getByRole('tab', { name: /^Мои заявки/ }).click();
    await page.getByRole('button', { name: `Отменить заявку: ${asked}` }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Отменить заявку: ${asked}` }).click();
    await page.getByText('Вы никого не ждёте').waitFor();
    await page.getByRole('tab', { name: /^Чёрный список/ }).click();
    await page.getByText('Вы никого не заблокировали').waitFor();

    // A friend is removed in the menu after a question, and a row opens the dialog.
    await page.getByRole('tab', { name: /^Друзья/ }).click();
    const menu = page.getByRole('button', { name: /^Действия: / }).first();
    const friend = (await menu.getAttribute('aria-label'))!.replace('Действия: ', '');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Убрать из друзей' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click();
    await page.getByText(`${friend}: больше не в друзьях`).waitFor();
    await page.getByRole('button', { name: `Действия: ${friend}` }).waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Написать: / })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Сообщение' }).waitFor();
    await context.close();
  });

  test('are filtered in a sheet on a phone, where rows are one line and the composer is in view', async () => {
    const context = await world.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const id = await world.enterDemo(context);
    const page = await context.newPage();
    await page.goto('/users');
    await page.getByRole('button', { name: 'Фильтры' }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: /^Мой город: / }).tap();
    await sheet.getByRole('button', { name: 'Показать людей' }).tap();
    await page.getByRole('button', { name: 'Фильтры: 1' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('city')).toBe(true);
    const heights = () =>
      page
        .getByRole('main')
        .locator('li:has(a[href^="/user/"])')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    await expect.poll(async () => (await heights()).length).toBeGreaterThan(0);
    expect(Math.max(...(await heights()))).toBeLessThan(80);
    await page.goto(`/user/${id}`);
    const composer = page.getByPlaceholder('Что нового?');
    await composer.waitFor();
    const box = (await composer.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(844 - 60);
    await context.close();
  });
});

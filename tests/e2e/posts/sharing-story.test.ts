import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { log } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

let world: World;
describe.skipIf(!isBrowserHere)('sharing', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('a post of a friend is shared to the wall and to a chat, bookmarked in a folder and found by its tag; then the original is deleted', async () => {
    const [author, reader] = [
      await world.join('Даша', 'Ветрова'),
      await world.join('Егор', 'Читатель', PHONE),
    ];
    const { page } = author;
    const phone = reader.page;
    await phone.goto(`/user/${author.id}`);
    await phone.getByRole('button', { name: 'Добавить в друзья: Даша Ветрова' }).tap();
    await page.goto('/notifications');
    await page.getByRole('button', { name: 'Принять заявку: Егор Читатель' }).click();
    await phone.getByRole('button', { name: 'В друзьях: Даша Ветрова' }).waitFor();
    const tag = `рейд${Date.now()}`;
    await page.goto(`/user/${author.id}`);
    await page.getByPlaceholder('Что нового?').fill(`Собираемся в субботу #${tag}`);
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByRole('article').getByText('Собираемся в субботу').waitFor();

    // By touch: the words and the place stay after a reload, and the post stands on the own wall.
    await phone.reload();
    const original = phone.getByRole('article', { name: 'Пост, Даша Ветрова' });
    await original.getByRole('button', { name: 'Поделиться' }).tap();
    const dialog = phone.getByRole('dialog', { name: 'Поделиться' });
    await dialog.getByLabel('Ваш комментарий').fill('Я с вами');
    expect(await isTooWide(phone)).toBe(false);
    await phone.reload();
    await original.getByRole('button', { name: 'Поделиться' }).tap();
    await expect.poll(() => dialog.getByLabel('Ваш комментарий').inputValue()).toBe('Я с вами');
    await dialog.getByRole('button', { name: 'Опубликовать' }).tap();
    await phone.getByText('Теперь это на вашей стене').waitFor();
    await original.getByRole('button', { name: 'Кто поделился: 1' }).tap();
    await phone.getByRole('dialog', { name: 'Кто поделился' }).getByText('Я с вами').waitFor();
    await phone.keyboard.press('Escape');
    await page.goto('/notifications');
    await page.getByText('Егор Читатель поделился вашим постом').waitFor();

    // To a chat: the address as a message, which shows the card.
    await phone.goto(`/user/${author.id}`);
    await phone
      .getByRole('link', { name: /Написать/ })
      .or(phone.getByRole('button', { name: /Написать/ }))
      .first()
      .tap();
    await phone.waitForURL(/\/messages\/.+/);
    await phone.getByRole('textbox', { name: 'Сообщение' }).fill('Привет');
    await phone.getByRole('button', { name: 'Отправить' }).tap();
    await log(phone).getByText('Привет').first().waitFor();
    await phone.goto(`/user/${author.id}`);
    await original.getByRole('button', { name: 'Поделиться' }).tap();
    await dialog.getByRole('tab', { name: 'В чат' }).tap();
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Отправить' }).tap();
    await phone.getByText('Отправлено').waitFor();
    await page.goto('/messages');
    await page
      .getByRole('link', { name: /Егор Читатель/ })
      .first()
      .click();
    await page
      .getByRole('log')
      .or(page.getByRole('main'))
      .getByText('Собираемся в субботу')
      .first()
      .waitFor();

    // By keyboard: into a new folder of bookmarks.
    await page.goto(`/user/${reader.id}`);
    const repost = page.getByRole('article', { name: 'Пост, Егор Читатель' });
    await repost.getByRole('region', { name: 'Чем поделились' }).getByText('Собираемся').waitFor();
    await repost.getByRole('button', { name: 'Действия с постом' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'В закладки' }).focus();
    await page.keyboard.press('Enter');
    const marked = page.getByRole('dialog', { name: 'Добавлено в закладки' });
    await marked.getByRole('button', { name: 'Новая папка' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Название папки').fill('Рейды');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => marked.getByLabel('Папка').locator('option:checked').textContent())
      .toBe('Рейды');
    await marked.getByRole('button', { name: 'Готово' }).press('Enter');
    await page.goto('/bookmarks');
    await page.getByLabel('Папка').selectOption({ label: 'Рейды (1)' });
    await page.getByRole('article').getByText('Я с вами').waitFor();

    // The tag of a text leads to the posts with it.
    await phone.goto(`/user/${author.id}`);
    await original.getByRole('link', { name: `#${tag}` }).tap();
    await phone.waitForURL(/\/search\?q=/);
    await phone.getByRole('article', { name: /^Пост/ }).getByText('Собираемся').waitFor();
    expect(await isTooWide(phone)).toBe(false);

    // Without its original, the repost keeps the words of who shared it.
    await page.goto(`/user/${author.id}`);
    await page.getByRole('button', { name: 'Действия с постом' }).first().click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Пост удалён').waitFor();
    await phone.goto(`/user/${reader.id}`);
    await phone.getByText('Запись удалена или доступна не всем').waitFor();
    await phone.getByText('Я с вами').waitFor();
    expect(await phone.getByText('Собираемся в субботу').count()).toBe(0);
    await phone.goto(`/search?q=${encodeURIComponent(`#${tag}`)}`);
    await phone.getByText('Ничего не нашлось').waitFor();
  });
});

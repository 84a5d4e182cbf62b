import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { isBrowserHere, World } from '../../support/browser/world.ts';

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer(),
});
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
/** Records the requests of this page that an ad blocker would stop. */
const watchBlocked = (page: Page): string[] => {
  const blocked: string[] = [];
  page.on('request', (request) => {
    if (
      request.resourceType() !== 'document' &&
      /\/(?:ads?|banners?)(?:[/._-]|$)/i.test(new URL(request.url()).pathname)
    )
      blocked.push(request.url());
  });
  return blocked;
};

let world: World;
describe.skipIf(!isBrowserHere)('the classifieds', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('an offer is created, found by a saved search and by hand, asked about, and sold', async () => {
    const [seller, buyer] = [
      await world.join('Пётр', 'Лавочник'),
      await world.join('Нина', 'Покупательница', {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      }),
    ];
    const { page } = seller;
    const blocked = [watchBlocked(page), watchBlocked(buyer.page)];

    // The buyer searches for an offer that does not exist yet and saves the search.
    await buyer.page.goto('/ad/search');
    await buyer.page.getByLabel('Что ищете').fill('алебард');
    await buyer.page.getByText('Ничего не нашли').waitFor();
    await buyer.page.getByLabel('Цена до').fill('2 000 руб');
    await buyer.page.getByRole('button', { name: 'Сохранить поиск' }).click();
    await buyer.page.getByText('Поиск сохранён').waitFor();
    await buyer.page.getByRole('link', { name: 'Мои поиски' }).click();
    await buyer.page.getByRole('link', { name: /«алебард» · до 2\s000\s₽/ }).waitFor();
    expect(await isTooWide(buyer.page)).toBe(false);

    // The seller writes an offer: errors are shown, and so are signs of fraud.
    await page.goto('/ad/main');
    await page.getByRole('heading', { name: 'Новые объявления' }).waitFor();
    await page.getByRole('link', { name: 'Разместить' }).first().click();
    // When frames are slow, as in a busy tab, the focus does not wait for one.
    await page.evaluate(() => {
      window.requestAnimationFrame = (go) => window.setTimeout(go, 800, performance.now());
    });
    await page.getByRole('button', { name: 'Разместить' }).click();
    await page.getByText('Введите название').waitFor();
    expect(
      await page.getByLabel('Название').evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.getByLabel('Название').fill('Алебарда стража');
    await page.getByLabel('Цена, ₽').fill('1 500 руб');
    await page.getByLabel('Игра').fill('Свой мир');
    await page.getByLabel('Описание').fill('Пишите в телеграм');
    await page.getByText('Это увидят покупатели').waitFor();
    await page.getByLabel('Описание').fill('Отдам лично');
    await page.getByText('Это увидят покупатели').waitFor({ state: 'hidden' });
    await page.getByText('Продаю аккаунт').click();
    await page.getByLabel('Регион').fill('Россия');
    await page.getByLabel('Телефон привязан').selectOption('Да');
    await page
      .locator('form input[type=file]')
      .setInputFiles([await picture('a.png', '#224f7a'), await picture('b.png', '#7a4f22')]);
    await page.getByLabel('Телефон', { exact: true }).fill('позвони');
    await page.getByLabel('Срок, дней').fill('7');
    await page.getByRole('button', { name: 'Разместить' }).click();
    await page.getByText('Неверный номер телефона').waitFor();
    await expect
      .poll(() =>
        page
          .getByLabel('Телефон', { exact: true })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    await page.getByLabel('Телефон', { exact: true }).fill('+7 900 123-45-67');
    await page.getByRole('button', { name: 'Разместить' }).click();
    await page.waitForURL(/\/ad\/[0-9a-f-]{36}$/);
    const address = new URL(page.url()).pathname;
    await page.getByRole('heading', { name: 'Алебарда стража' }).waitFor();
    await page.getByText('1 500 ₽').waitFor();
    await page.getByText('Не указано').first().waitFor();
    expect(await page.getByText('Не указано').count()).toBe(3);

    // The buyer is notified, opens the offer, requests the phone number, marks it, and writes with
    // the offer attached.
    await buyer.page.goto('/notifications');
    await buyer.page
      .getByRole('link', { name: /Новое объявление по вашему поиску «алебард»/ })
      .click();
    await buyer.page.waitForURL(`**${address}`);
    await buyer.page.getByText('Привязан', { exact: true }).waitFor();
    await buyer.page.getByRole('button', { name: 'Картинка 2 из 2' }).click();
    expect(await buyer.page.getByText('123-45-67').count()).toBe(0);
    await buyer.page.getByRole('button', { name: /Показать телефон/ }).click();
    await buyer.page.getByRole('link', { name: '+7 900 123-45-67' }).waitFor();
    await buyer.page.getByRole('button', { name: 'В избранное: Алебарда стража' }).click();
    await buyer.page
      .getByRole('button', { name: 'Убрать из избранного: Алебарда стража' })
      .waitFor();
    expect(await isTooWide(buyer.page)).toBe(false);
    await buyer.page.getByRole('button', { name: 'Написать продавцу' }).click();
    await buyer.page.waitForURL('**/messages/**');
    const field = buyer.page.getByRole('textbox', { name: 'Сообщение' });
    await buyer.page.getByRole('button', { name: 'Не прикреплять' }).waitFor();
    await field.fill('Ещё продаёте?');
    await buyer.page.getByRole('button', { name: 'Отправить' }).click();
    await buyer.page.getByRole('button', { name: 'Не прикреплять' }).waitFor({ state: 'detached' });
    await buyer.page.getByRole('link', { name: /Алебарда стража\s*1\s500\s₽/ }).waitFor();

    // The seller reads the message with the card, returns to the offer through it, changes the
    // price, and sells.
    await page.goto('/messages');
    await page.getByRole('link', { name: /Нина Покупательница/ }).click();
    await page.getByText('Ещё продаёте?').last().waitFor();
    await page.getByRole('link', { name: /Алебарда стража\s*1\s500\s₽/ }).click();
    await page.waitForURL(`**${address}`);
    await page.getByText('1 просмотр').waitFor();
    await page.getByRole('link', { name: 'Изменить' }).click();
    await page.getByLabel('Цена, ₽').fill('1400');
    await page.getByRole('button', { name: 'Убрать: картинка 1' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL(`**${address}`);
    await page.getByText('1 400 ₽').waitFor();
    await buyer.page.goto('/ad/favourites');
    await buyer.page.getByRole('link', { name: /1\s400\s₽\s*Алебарда стража/ }).waitFor();
    await buyer.page.goto('/ad/search?game=свой+мир&sort=dear&pictures=true');
    await buyer.page.getByText('Найдено: 1 объявление').waitFor();
    await page.getByRole('button', { name: 'Продано' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Продано' }).click();
    await page.getByRole('button', { name: 'Вернуть в списки' }).waitFor();
    await buyer.page.goto(address);
    await buyer.page.getByText('Такого объявления нет').waitFor();
    await buyer.page.goto('/ad/favourites');
    await buyer.page.getByText('Здесь пока что ничего нет').waitFor();

    // The offer is listed again for a while, then deleted permanently.
    await page.getByRole('button', { name: 'Вернуть в списки' }).click();
    await page.getByLabel('Срок, дней').fill('900');
    await page.getByRole('button', { name: 'Продлить' }).click();
    await page.getByText('Срок — целое число дней от 0 до 365').waitFor();
    await page.getByLabel('Срок, дней').fill('3');
    await page.getByRole('button', { name: 'Продлить' }).click();
    await page.getByText('Срок продлён').waitFor();
    await buyer.page.goto(address);
    await buyer.page.getByText('1 400 ₽').waitFor();
    await page.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.waitForURL('**/ad/mine');
    await page.getByText('Продайте то, что больше не пригодится.').waitFor();
    expect(blocked.flat()).toEqual([]);
  });
});

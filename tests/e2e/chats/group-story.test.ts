import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { groupOf, makeGroup, readGroup, sendToGroup } from '../../support/members/group-chats.ts';
import { bubble, callAs, enterAs, field, log, write } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const enter = (login: string, options?: Parameters<World['newContext']>[0]) =>
  enterAs(world, login, options);
const head = (page: Page) => page.getByRole('region', { name: /^Беседа/ }).locator('header');
const lines = (page: Page) => log(page).locator('li[data-system]');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, title: string) =>
  page.getByRole('listitem').getByRole('link').filter({ hasText: title });
const openSettings = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click();

describe.skipIf(!isBrowserHere)('a group chat', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('is created, used and renamed, and continues after a removal and a departure', async () => {
    const [alexey, sonya, marina] = [
      await enter('kornilov'),
      await enter('guy'),
      await enter('sol'),
    ];
    await Promise.all([sonya.page.goto('/messages'), marina.page.goto('/messages')]);
    await row(marina.page, 'Дракон, берегись').waitFor();

    // A name, a cropped picture, two friends.
    await alexey.page.goto('/messages');
    await alexey.page.getByRole('link', { name: 'Создать беседу' }).click();
    await alexey.page.waitForURL('**/createchat');
    await alexey.page.getByRole('button', { name: 'Создать беседу' }).click();
    await alexey.page.getByText('Введите название беседы').waitFor();
    await alexey.page.getByLabel('Название').fill('Поход за грибами');
    await alexey.page.getByLabel('Описание').fill('Без мечей');
    const picture = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#2b8646' },
    })
      .png()
      .toBuffer();
    await alexey.page
      .locator('form input[type=file]')
      .setInputFiles({ name: 'forest.png', mimeType: 'image/png', buffer: picture });
    await dialog(alexey.page, 'Фотография беседы')
      .getByRole('button', { name: 'Сохранить' })
      .click();
    await alexey.page
      .getByRole('img', { name: 'Фотография беседы' })
      .and(alexey.page.locator('img[src^="blob:"]'))
      .waitFor();
    await alexey.page.getByLabel('Поиск среди друзей').fill('гай');
    await alexey.page.getByRole('checkbox', { name: 'Соня Гай' }).check();
    await alexey.page.getByLabel('Поиск среди друзей').fill('нет такого');
    await alexey.page.getByText('Никого не нашли').waitFor();
    await alexey.page.getByLabel('Поиск среди друзей').fill('сол');
    await alexey.page.getByRole('checkbox', { name: 'Марина Соль' }).check();
    await alexey.page.getByText('2 друга и вы').waitFor();
    await alexey.page.getByRole('button', { name: 'Создать беседу' }).click();
    await alexey.page.waitForURL('**/chat/*');
    const id = new URL(alexey.page.url()).pathname.split('/').at(-1)!;
    await lines(alexey.page).getByText('Алексей создал беседу «Поход за грибами»').waitFor();
    await head(alexey.page)
      .getByText(/^3\sучастника/)
      .waitFor();

    // The others see it appear without a reload.
    for (const { page } of [sonya, marina]) {
      await row(page, 'Поход за грибами').click();
      await page.waitForURL(`**/chat/${id}`);
      await lines(page).getByText('Алексей создал беседу «Поход за грибами»').waitFor();
    }
    await write(alexey.page, 'Корзины у всех есть?');
    const heard = bubble(sonya.page, 'Корзины');
    await heard.getByRole('link', { name: 'Алексей Корнилов' }).waitFor();
    await bubble(alexey.page, 'Корзины').getByRole('img', { name: 'Прочитано' }).waitFor();
    expect(await bubble(alexey.page, 'Корзины').getByRole('link').count()).toBe(0);
    await write(alexey.page, 'И сапоги');
    await bubble(sonya.page, 'И сапоги').waitFor();
    expect(await bubble(sonya.page, 'И сапоги').getByRole('link').count()).toBe(0);
    await field(marina.page).pressSequentially('У меня');
    await head(alexey.page).getByText('Марина печатает…').waitFor();

    // A member is removed while typing.
    await openSettings(alexey.page, 'Поход за грибами');
    const settings = dialog(alexey.page, 'Настройки беседы');
    await expect.poll(() => settings.getByRole('button', { name: /^Действия:/ }).count()).toBe(2);
    await settings.getByRole('button', { name: 'Действия: Марина Соль' }).click();
    await alexey.page.getByRole('menuitem', { name: 'Исключить' }).click();
    await dialog(alexey.page, 'Исключить из беседы?')
      .getByText('Марина Соль больше не увидит беседу и её сообщения.')
      .waitFor();
    await dialog(alexey.page, 'Исключить из беседы?')
      .getByRole('button', { name: 'Исключить' })
      .click();
    await marina.page.waitForURL('**/messages');
    await marina.page.getByText('Вас больше нет в беседе «Поход за грибами»').waitFor();
    await row(marina.page, 'Поход за грибами').waitFor({ state: 'detached' });
    await lines(sonya.page).getByText('Алексей исключил Марину').waitFor();
    await settings.getByText(/^2\sучастника$/).waitFor();
    await marina.page.goto(`/chat/${id}`);
    await marina.page.getByText('Такой беседы нет').waitFor();

    // Enter saves the new name; a removed friend is added again; the way back leads through the
    // settings.
    await settings.getByLabel('Название').fill('  ');
    await settings.getByLabel('Название').press('Enter');
    await settings.getByText('Введите название беседы').waitFor();
    await settings.getByLabel('Название').fill('Грибы и ягоды');
    await settings.getByLabel('Название').press('Enter');
    await head(sonya.page).getByRole('heading', { name: 'Грибы и ягоды' }).waitFor();
    expect(await head(sonya.page).getByText('печатает…').count()).toBe(0);
    await lines(sonya.page).getByText('Алексей изменил название на «Грибы и ягоды»').waitFor();
    await settings.getByRole('button', { name: 'Добавить участников' }).click();
    const adding = dialog(alexey.page, 'Добавить участников');
    await adding.getByLabel('Поиск среди друзей').fill('гай');
    await adding
      .getByText('Никого не нашли')
      .or(adding.getByText('Все ваши друзья уже здесь'))
      .waitFor();
    await adding.getByLabel('Поиск среди друзей').fill('соль');
    await adding.getByRole('button', { name: 'Добавить: Марина Соль' }).click();
    await adding.getByText('в беседе', { exact: true }).waitFor();
    await adding.getByRole('button', { name: 'К настройкам' }).click();
    await settings.getByText(/^3\sучастника$/).waitFor();
    await settings.getByRole('button', { name: 'К сообщениям' }).click();
    await settings.waitFor({ state: 'detached' });
    await marina.page.goto('/messages');
    await row(marina.page, 'Грибы и ягоды').click();
    await bubble(marina.page, 'Корзины').waitFor();

    // The creator leaves; the longest-standing member becomes its admin and finally deletes it.
    await openSettings(alexey.page, 'Грибы и ягоды');
    await settings.getByRole('button', { name: 'Выйти из беседы' }).click();
    await dialog(alexey.page, 'Выйти из беседы?').getByRole('button', { name: 'Выйти' }).click();
    await alexey.page.waitForURL('**/messages');
    await row(alexey.page, 'Грибы и ягоды').waitFor({ state: 'detached' });
    expect(await alexey.page.getByText('Вас больше нет в беседе').count()).toBe(0);
    await lines(marina.page).getByText('Беседой теперь управляет Соня').waitFor();
    await openSettings(sonya.page, 'Грибы и ягоды');
    await dialog(sonya.page, 'Настройки беседы')
      .getByRole('button', { name: 'Удалить беседу' })
      .click();
    await dialog(sonya.page, 'Удалить беседу?').getByRole('button', { name: 'Удалить' }).click();
    await Promise.all([
      sonya.page.waitForURL('**/messages'),
      marina.page.waitForURL('**/messages'),
    ]);
    await marina.page.getByText('Вас больше нет в беседе «Грибы и ягоды»').waitFor();
  });

  test('has one pane, a back button and a menu on a phone, and reports a missing chat to a non-member', async () => {
    const dasha = await enter('vetrova', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const sonya = await callAs(world, 'guy');
    const id = await makeGroup(sonya, 'Вдвоём', dasha.caller);
    await sendToGroup(sonya, id, 'Ты здесь?');
    await dasha.page.goto('/notifications');
    await dasha.page
      .getByRole('link', { name: 'Соня Гай пригласила вас в беседу «Вдвоём»' })
      .click();
    await dasha.page.waitForURL(`**/chat/${id}`);
    await bubble(dasha.page, 'Ты здесь?').waitFor();
    // A long press opens the menu of a message. Its button does not get in the way, but exists for
    // the keyboard. The toast about the action is shown above the field.
    const dots = bubble(dasha.page, 'Ты здесь?').getByRole('button', {
      name: 'Действия с сообщением',
    });
    const isSeen = () =>
      dots.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(await isSeen()).toBe(false);
    await dots.focus();
    expect(await isSeen()).toBe(true);
    await dots.blur();
    const { x, y } = (await bubble(dasha.page, 'Ты здесь?').locator('p').boundingBox())!;
    const fingers = await dasha.context.newCDPSession(dasha.page);
    await fingers.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + 10, y: y + 10 }],
    });
    await dasha.page.getByRole('menuitem', { name: 'Копировать текст' }).waitFor();
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await dasha.page.getByRole('menuitem', { name: 'Копировать текст' }).click();
    const toast = await dasha.page
      .getByRole('status')
      .getByText(/скопирова/)
      .boundingBox();
    expect(toast!.y + toast!.height).toBeLessThan((await field(dasha.page).boundingBox())!.y);
    // On a touch keyboard Enter breaks the line.
    await write(dasha.page, 'Здесь!');
    await expect.poll(() => field(dasha.page).inputValue()).toBe('Здесь!\n');
    await dasha.page.getByRole('button', { name: 'Отправить', exact: true }).click();
    await expect.poll(async () => (await readGroup(sonya, id)).at(-1)?.message).toBe('Здесь!');
    await dasha.page.getByRole('button', { name: 'Действия с беседой' }).click();
    await dasha.page.getByRole('menuitem', { name: 'Пожаловаться' }).waitFor();
    await dasha.page.getByRole('menuitem', { name: 'Настройки беседы' }).click();
    const settings = dialog(dasha.page, 'Настройки беседы');
    await settings.getByLabel('Описание').fill('Только мы');
    expect(await settings.getByRole('button', { name: /^Действия:|^Удалить беседу/ }).count()).toBe(
      0,
    );
    await settings.getByRole('button', { name: 'Сохранить описание' }).click();
    await expect.poll(async () => (await groupOf(sonya, id)).description).toBe('Только мы');
    await settings.getByRole('button', { name: 'Закрыть' }).click();
    await dasha.page.getByRole('link', { name: 'К списку переписок' }).click();
    await row(dasha.page, 'Вдвоём').getByText('Даша изменила описание беседы').waitFor();
    await dasha.page.goto(`/chat/${crypto.randomUUID()}`);
    await dasha.page.getByText('Такой беседы нет').waitFor();
  });
});

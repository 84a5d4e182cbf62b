import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as bookmarks from '@respa/contract/bookmarks';
import * as list from '@respa/contract/chat-list';
import * as scheduled from '@respa/contract/scheduled';
import * as stickers from '@respa/contract/stickers';
import { roomOf, sendMessage } from '../support/members/conversations.ts';
import { bubble, enterAs, field, goTo, texts } from '../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
const dayAfterTomorrow = () => {
  const day = new Date(Date.now() + 2 * 86_400_000);
  return [day.getDate(), day.getMonth() + 1, day.getFullYear()]
    .map((part) => String(part).padStart(2, '0'))
    .join('.');
};
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click();
async function openSchedule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Отправить', exact: true }).focus();
  await page.keyboard.press('Shift+F10');
  await choose(page, 'Запланировать…');
}

describe.skipIf(!isBrowserHere)('what is typed into a dialog', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('survives Escape and a reload until it is saved, and a double click saves it once', async () => {
    const [sol, igor] = [await enterAs(world, 'sol'), await enterAs(world, 'lunyov')];
    const { page, caller } = sol;
    const room = await roomOf(caller, igor.caller);
    const dialog = page.getByRole('dialog');

    // A message for later, whose text is changed in the dialog.
    await goTo(page, room);
    await field(page).fill('Сбор у маяка');
    await openSchedule(page);
    await dialog.getByLabel('Дата').fill(dayAfterTomorrow());
    await dialog.getByLabel('Сообщение').fill('Сбор у маяка в восемь ');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('Сбор у маяка');
    await openSchedule(page);
    await expect
      .poll(() => dialog.getByLabel('Сообщение').inputValue())
      .toBe('Сбор у маяка в восемь ');
    expect(await dialog.getByLabel('Дата').inputValue()).toBe(dayAfterTomorrow());
    await dialog.getByRole('button', { name: 'Запланировать' }).dblclick();
    await page.getByRole('button', { name: 'Запланировано сообщений: 1' }).click();
    const waiting = async () => (await caller.call(scheduled.list)).messages;
    expect((await waiting()).map(({ message }) => message)).toEqual(['Сбор у маяка в восемь']);

    // The same message is changed, and the page reloads before it is saved.
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    await dialog.getByLabel('Сообщение').fill('Сбор отменяется');
    await page.reload();
    await page.getByRole('button', { name: 'Запланировано сообщений: 1' }).click();
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    await expect.poll(() => dialog.getByLabel('Сообщение').inputValue()).toBe('Сбор отменяется');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByText('Сбор отменяется').waitFor();
    expect(await waiting()).toHaveLength(1);
    // Another text in the composer is not replaced by what was kept.
    await dialog.getByRole('button', { name: 'Готово' }).click();
    await field(page).fill('Другое');
    await openSchedule(page);
    expect(await dialog.getByLabel('Сообщение').inputValue()).toBe('Другое');
    await page.keyboard.press('Escape');

    // A folder of chats.
    const openFolder = async () => {
      await page.goto('/messages');
      await page.getByRole('button', { name: 'Действия с чатом' }).first().focus();
      await page.keyboard.press('Enter');
      await choose(page, 'В папку…');
      await page.getByRole('button', { name: 'Новая папка' }).click();
    };
    await openFolder();
    await dialog.getByLabel('Название').fill('Клан «Маяк»');
    await dialog.getByLabel('Беседы').check();
    await openFolder();
    await expect.poll(() => dialog.getByLabel('Название').inputValue()).toBe('Клан «Маяк»');
    expect(await dialog.getByLabel('Беседы').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Создать' }).dblclick();
    await dialog.getByLabel('Название').waitFor({ state: 'detached' });
    expect((await caller.call(list.folders)).folders.map(({ name }) => name)).toEqual([
      'Клан «Маяк»',
    ]);

    // A pack of stickers.
    const title = page.getByRole('textbox', { name: 'Название нового набора' });
    await page.goto('/stickers');
    await title.fill('Совы');
    await page.reload();
    await expect.poll(() => title.inputValue()).toBe('Совы');
    await page.getByRole('button', { name: 'Создать набор' }).dblclick();
    await page.getByRole('heading', { name: 'Совы' }).waitFor();
    const own = page.getByRole('textbox', { name: 'Название набора' });
    await own.fill('Ночные совы');
    await page.reload();
    await expect.poll(() => own.inputValue()).toBe('Ночные совы');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('heading', { name: 'Ночные совы' }).waitFor();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor({ state: 'detached' });
    expect((await caller.call(stickers.packs)).own.map((pack) => pack.title)).toEqual([
      'Ночные совы',
    ]);

    // A folder of the cloud.
    const naming = async (path: string) => {
      await page.goto(path);
      await page.getByRole('button', { name: 'Новая папка' }).first().click();
    };
    await naming('/cloud');
    await dialog.getByLabel('Имя папки').fill('Карты подземелий');
    await naming('/cloud');
    await expect.poll(() => dialog.getByLabel('Имя папки').inputValue()).toBe('Карты подземелий');
    await dialog.getByRole('button', { name: 'Создать' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await naming('/cloud');
    expect(await dialog.getByLabel('Имя папки').inputValue()).toBe('');

    // A folder of bookmarks.
    await naming('/bookmarks');
    await page.getByLabel('Название папки').fill('Рейды');
    await naming('/bookmarks');
    await expect.poll(() => page.getByLabel('Название папки').inputValue()).toBe('Рейды');
    await dialog.getByRole('button', { name: 'Создать' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    expect((await caller.call(bookmarks.folders)).folders.map(({ name }) => name)).toEqual([
      'Рейды',
    ]);
  });

  test('is sent to a chat once although the answer was lost and the page reloaded', async () => {
    const [dasha, igor] = [await enterAs(world, 'vetrova'), await enterAs(world, 'lunyov')];
    const { page } = dasha;
    const room = await roomOf(dasha.caller, igor.caller);
    // The newest conversation stands first among those to choose.
    await sendMessage(dasha.caller, room, 'Привет');
    await goTo(page, room);
    await bubble(page, 'Привет').waitFor();
    const before = (await texts(page)).length;
    const dialog = page.getByRole('dialog', { name: 'Поделиться' });
    const share = async () => {
      await page.goto(`/user/${dasha.caller.id}`);
      await page.getByRole('button', { name: 'Поделиться' }).first().click();
      await dialog.getByLabel('Ваш комментарий').fill('Смотри, что нашлось');
      await dialog.getByRole('tab', { name: 'В чат' }).click();
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('button', { name: 'Отправить' }).click();
    };
    await page.route(/\/new-messages\//, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await share();
    await dialog.getByRole('alert').waitFor();
    await page.unroute(/\/new-messages\//);
    await share();
    await page.getByText('Отправлено').waitFor();
    await goTo(page, room);
    await expect
      .poll(async () =>
        (await texts(page)).slice(before).filter((text) => text.startsWith('Смотри, что')),
      )
      .toHaveLength(1);
  });

  test('names nobody while an input method composes', async () => {
    const { page, caller } = await enterAs(world, 'sol');
    await page.goto(`/user/${caller.id}`);
    const post = page.getByPlaceholder('Что нового?');
    await post.pressSequentially('@Игорь');
    await page.getByRole('option', { name: 'Игорь Лунёв' }).waitFor();
    await post.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
    await post.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    expect(await post.inputValue()).toBe('@Игорь');
    await post.press('Enter');
    await expect.poll(() => post.inputValue()).toBe('@Игорь Лунёв ');
  });
});

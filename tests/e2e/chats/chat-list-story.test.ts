import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as list from '@respa/contract/chat-list';
import { roomOf, sendMessage } from '../../support/members/conversations.ts';
import { bubble, callAs, enterAs, field, goTo } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const rows = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator('a[href^="/messages/"], a[href^="/chat/"]') });
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click();
/** Returns the day after today as it is typed. */
/** A day that is ahead in every time zone: the browser's may be a day later than this program's. */
const dayAfterTomorrow = () => {
  const day = new Date(Date.now() + 2 * 86_400_000);
  return [day.getDate(), day.getMonth() + 1, day.getFullYear()]
    .map((part) => String(part).padStart(2, '0'))
    .join('.');
};
/** Holds a finger on an element until the menu is there. */
async function holdOn(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  const box = (await target.boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 3, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.getByRole('menu').waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

describe.skipIf(!isBrowserHere)('the list of chats', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('a chat is pinned, archived and put into a folder with the keyboard, and a second device shows it', async () => {
    const [alexey, second] = [await enterAs(world, 'kornilov'), await enterAs(world, 'kornilov')];
    await Promise.all([alexey.page.goto('/messages'), second.page.goto('/messages')]);
    await rows(alexey.page).nth(2).waitFor();
    const last = rows(alexey.page).last();
    const name = (await last.locator('[class*=name]').first().textContent())!;
    await last.getByRole('link').focus();
    await alexey.page.keyboard.press('Shift+F10');
    await choose(alexey.page, 'Закрепить');
    await expect.poll(() => rows(alexey.page).first().textContent()).toContain(name);
    await expect.poll(() => rows(second.page).first().textContent()).toContain(name);

    await row(alexey.page, name).getByRole('button', { name: 'Действия с чатом' }).focus();
    await alexey.page.keyboard.press('Enter');
    await choose(alexey.page, 'В папку…');
    await alexey.page.getByRole('button', { name: 'Новая папка' }).click();
    await alexey.page.getByLabel('Название').fill('Клан');
    await alexey.page.getByRole('button', { name: 'Создать' }).click();
    await second.page.getByRole('tab', { name: 'Клан' }).click();
    await expect.poll(() => rows(second.page).count()).toBe(1);
    expect(await rows(second.page).first().textContent()).toContain(name);

    await row(alexey.page, name).click({ button: 'right' });
    await choose(alexey.page, 'В архив');
    await expect.poll(() => row(alexey.page, name).count()).toBe(0);
    await alexey.page.getByRole('button', { name: 'Архив', exact: true }).click();
    await row(alexey.page, name).waitFor();
    await alexey.page.getByRole('button', { name: 'Отменить' }).click();
    await alexey.page.getByText('В архиве ничего нет').waitFor();
    await alexey.page.getByRole('button', { name: 'вернуться ко всем чатам' }).click();
    await row(alexey.page, name).waitFor();

    await alexey.page.getByRole('button', { name: 'Папки чатов' }).click();
    await alexey.page.getByRole('button', { name: 'Удалить: Клан' }).click();
    await alexey.page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.poll(() => second.page.getByRole('tab', { name: 'Клан' }).count()).toBe(0);
    expect((await alexey.caller.call(list.folders)).folders).toEqual([]);
  });

  test('on a phone a long press opens the menu of a chat, and a message brings it back from the archive', async () => {
    const sol = await enterAs(world, 'sol', PHONE);
    const other = await callAs(world, 'lunyov');
    const roomId = await roomOf(other, sol.caller);
    await sendMessage(other, roomId, 'Сбор в семь');
    await sol.page.goto('/messages');
    const chat = row(sol.page, 'Сбор в семь');
    await holdOn(sol.page, chat);
    // The finger's release neither follows the link nor closes the menu.
    expect(new URL(sol.page.url()).pathname).toBe('/messages');
    await sol.page.getByRole('menuitem', { name: 'В архив' }).tap();
    await expect.poll(() => chat.count()).toBe(0);
    await sol.page.getByRole('button', { name: /^Архив/ }).waitFor();
    await sendMessage(other, roomId, 'Перенесли на восемь');
    await row(sol.page, 'Перенесли на восемь').waitFor();
    expect(
      await sol.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
  });

  test('the history is cleared for one member after a question, and brought back by the toast', async () => {
    const [alexey, igor] = [
      await enterAs(world, 'kornilov'),
      await enterAs(world, 'lunyov', PHONE),
    ];
    const roomId = await roomOf(alexey.caller, igor.caller);
    await sendMessage(igor.caller, roomId, 'Кто несёт щит?');
    await Promise.all([goTo(alexey.page, roomId), goTo(igor.page, roomId)]);
    await bubble(alexey.page, 'Кто несёт щит?').waitFor();
    await alexey.page.getByRole('button', { name: 'Действия с перепиской' }).click();
    await choose(alexey.page, 'Очистить историю');
    await alexey.page.getByRole('button', { name: 'Очистить', exact: true }).click();
    await alexey.page.getByText('Здесь пока нет сообщений...').waitFor();
    await bubble(igor.page, 'Кто несёт щит?').waitFor();
    await sendMessage(igor.caller, roomId, 'Новая страница');
    await bubble(alexey.page, 'Новая страница').waitFor();
    expect(await bubble(alexey.page, 'Кто несёт щит?').count()).toBe(0);
    await alexey.page.getByRole('button', { name: 'Вернуть' }).click();
    await bubble(alexey.page, 'Кто несёт щит?').waitFor();
    await bubble(alexey.page, 'Новая страница').waitFor();
  });

  test('a message is sent silently and scheduled from the button that sends, changed and sent early', async () => {
    const [sol, igor] = [await enterAs(world, 'sol', PHONE), await enterAs(world, 'lunyov')];
    const roomId = await roomOf(sol.caller, igor.caller);
    await Promise.all([goTo(sol.page, roomId), goTo(igor.page, roomId)]);
    const send = (page: Page) => page.getByRole('button', { name: 'Отправить', exact: true });
    await field(sol.page).fill('Тихо, все спят');
    await holdOn(sol.page, send(sol.page));
    await sol.page.getByRole('menuitem', { name: 'Отправить без звука' }).tap();
    await bubble(igor.page, 'Тихо, все спят').getByRole('img', { name: 'Без звука' }).waitFor();
    expect(await igor.page.locator('html').getAttribute('data-rang')).toBeNull();

    await field(igor.page).fill('Подъём');
    await send(igor.page).focus();
    await igor.page.keyboard.press('Shift+F10');
    await choose(igor.page, 'Запланировать…');
    const dialog = igor.page.getByRole('dialog');
    await dialog.getByLabel('Время').fill('00:00');
    await dialog.getByLabel('Дата').fill(dayAfterTomorrow());
    await dialog.getByRole('button', { name: 'Запланировать' }).click();
    await igor.page.getByRole('button', { name: 'Запланировано сообщений: 1' }).click();
    await expect.poll(() => field(igor.page).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    await dialog.getByLabel('Сообщение').fill('Подъём, соня');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByText('Подъём, соня').waitFor();
    expect(await bubble(sol.page, 'Подъём').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Отправить сейчас' }).click();
    await bubble(sol.page, 'Подъём, соня').waitFor();
    await dialog.getByText('Больше ничего не запланировано.').waitFor();
  });
});

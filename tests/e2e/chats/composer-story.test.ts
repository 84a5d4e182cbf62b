import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import { readRoom, roomOf, sendMessage } from '../../support/members/conversations.ts';
import { act, bubble, enterAs, field, goTo } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const enter = (login: string, options?: Parameters<World['newContext']>[0]) =>
  enterAs(world, login, options);

describe.skipIf(!isBrowserHere)('the composer of a conversation', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('formats by marks, keys and buttons, shows it to the other person, and keeps it in an edit', async () => {
    const [alexey, igor] = [await enter('kornilov'), await enter('lunyov', PHONE)];
    const room = await roomOf(alexey.caller, igor.caller);
    await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
    const box = field(alexey.page);
    await box.fill('Сбор **в семь**, пароль секрет');
    await box.press('End');
    for (let index = 0; index < 6; index += 1) await box.press('Shift+ArrowLeft');
    const bar = alexey.page.getByRole('toolbar', { name: 'Оформление текста' });
    await bar.getByRole('button', { name: 'Скрытый (Ctrl+Shift+P)' }).click();
    await expect.poll(() => box.inputValue()).toBe('Сбор **в семь**, пароль ||секрет||');
    // A second press takes the style away, and the key gives another one.
    await bar.getByRole('button', { name: 'Скрытый (Ctrl+Shift+P)' }).click();
    await expect.poll(() => box.inputValue()).toBe('Сбор **в семь**, пароль секрет');
    await box.press('Control+KeyI');
    await expect.poll(() => box.inputValue()).toBe('Сбор **в семь**, пароль __секрет__');
    await box.press('Control+KeyI');
    await bar.getByRole('button', { name: 'Скрытый (Ctrl+Shift+P)' }).click();
    await expect.poll(() => box.inputValue()).toBe('Сбор **в семь**, пароль ||секрет||');
    await box.press('Enter');

    const theirs = bubble(igor.page, 'Сбор');
    await theirs.waitFor();
    expect(await theirs.locator('strong').textContent()).toBe('в семь');
    const spoiler = theirs.getByRole('button', { name: 'Скрытый текст. Показать' });
    expect(await theirs.getByText('секрет', { exact: true }).isVisible()).toBe(false);
    await spoiler.focus();
    await igor.page.keyboard.press('Enter');
    await expect.poll(() => theirs.getByText('секрет', { exact: true }).isVisible()).toBe(true);
    expect(
      (await readRoom(igor.caller, room)).map(({ message, formatting }) => [
        message,
        formatting.map(({ style }) => style),
      ]),
    ).toEqual([['Сбор в семь, пароль секрет', ['bold', 'spoiler']]]);

    await act(alexey.page, 'Сбор', 'Изменить');
    await expect.poll(() => box.inputValue()).toBe('Сбор **в семь**, пароль ||секрет||');
    await box.fill('Сбор в ~~семь~~ **2**, a||b||c');
    await box.press('Enter');
    const changed = bubble(igor.page, 'Сбор в семь 2, a||b||c');
    await changed.waitFor();
    expect(await changed.locator('strong').textContent()).toBe('2');
    await alexey.caller.call(chats.remove, {
      params: { id: (await readRoom(igor.caller, room))[0]!._id },
    });
  });

  test('a swipe to the left replies on a touch screen, and a vertical one scrolls', async () => {
    const igor = await enter('lunyov', PHONE);
    const alexey = await enter('kornilov');
    const room = await roomOf(alexey.caller, igor.caller);
    const sent = await sendMessage(alexey.caller, room, 'Кто сегодня лечит?');
    await goTo(igor.page, room);
    const line = bubble(igor.page, 'Кто сегодня лечит?');
    const box = (await line.boundingBox())!;
    const touch = await igor.context.newCDPSession(igor.page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const move = (type: 'touchStart' | 'touchMove' | 'touchEnd', left: number, down = 0) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at.x - left, y: at.y + down }],
      });
    const swipe = async (way: readonly [left: number, down: number][]) => {
      await move('touchStart', 0);
      for (const [left, down] of way) await move('touchMove', left, down);
    };
    const bar = igor.page.getByRole('button', { name: /^Ответ: Алексей/ });
    // Not far enough, and downwards: nothing happens.
    await swipe([
      [15, 0],
      [40, 2],
    ]);
    expect(await line.getAttribute('data-swipe')).toBe('moving');
    await move('touchEnd', 40);
    expect(await line.getAttribute('data-swipe')).toBeNull();
    await swipe([
      [2, 20],
      [30, 60],
      [80, 80],
    ]);
    await move('touchEnd', 80, 80);
    expect(await bar.count()).toBe(0);

    await swipe([
      [15, 1],
      [50, 3],
      [90, 4],
    ]);
    await expect.poll(() => line.getAttribute('data-swipe')).toBe('ready');
    await move('touchEnd', 90);
    await bar.waitFor();
    await field(igor.page).fill('Я');
    await igor.page.getByRole('button', { name: 'Отправить' }).click();
    await expect
      .poll(async () => (await readRoom(alexey.caller, room)).at(-1)?.replyTo?._id)
      .toBe(sent._id);
    // The search is in the header, beside the menu.
    await igor.page.getByRole('button', { name: 'Найти в переписке' }).click();
    await igor.page.getByRole('searchbox').fill('лечит');
    await igor.page.getByText('1 из 1').waitFor();
  });

  test('a file of any type and one from the cloud are sent, also after a reload, and saved', async () => {
    const [alexey, igor] = [await enter('kornilov'), await enter('lunyov', PHONE)];
    const room = await roomOf(alexey.caller, igor.caller);
    await alexey.caller.call(cloud.upload, {
      files: { file: [new File(['карта мира'], 'Карта мира.map')] },
    });
    await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
    const attach = (name: string) =>
      alexey.page
        .getByRole('button', { name: 'Прикрепить', exact: true })
        .click()
        .then(() => alexey.page.getByRole('menuitem', { name, exact: true }).click());
    await attach('Файл из облака');
    const dialog = alexey.page.getByRole('dialog', { name: 'Файлы из облака' });
    await dialog.getByRole('searchbox').fill('Карта мира');
    await dialog.getByRole('checkbox', { name: /Карта мира\.map/ }).check();
    await dialog.getByRole('button', { name: 'Прикрепить (1)' }).click();
    const choosing = alexey.page.waitForEvent('filechooser');
    await attach('Файл');
    await (
      await choosing
    ).setFiles({ name: 'Сохранение.sav', mimeType: '', buffer: Buffer.from('сохранение') });
    // Without a network the message waits, and a reload does not lose its file.
    await alexey.context.setOffline(true);
    await field(alexey.page).press('Enter');
    await alexey.page.getByRole('button', { name: 'Понятно' }).click();
    await alexey.context.setOffline(false);
    await alexey.page.reload();
    const theirs = igor.page.getByRole('link', { name: /^Скачать Сохранение\.sav/ });
    await theirs.waitFor();
    const saving = igor.page.waitForEvent('download');
    await theirs.click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('Сохранение.sav');
    await igor.page.getByRole('link', { name: /^Скачать Карта мира\.map/ }).waitFor();
    const last = (await readRoom(igor.caller, room)).at(-1)!;
    expect(last.files.map(({ title }) => title)).toEqual(['Сохранение.sav', 'Карта мира.map']);
  });
});

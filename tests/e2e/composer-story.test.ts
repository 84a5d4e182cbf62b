import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { readRoom, roomOf } from '../support/members/conversations.ts';
import { act, bubble, enterAs, field, goTo } from '../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

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
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { change, roomOf, sendMessage, take } from '../../support/members/conversations.ts';
import {
  act,
  bubble,
  callAs,
  enterAs,
  field,
  goTo,
  texts,
} from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const draftOf = async (who: Awaited<ReturnType<typeof callAs>>, room: string) =>
  (await who.call(chats.room, { params: { id: room } })).room.draft;
describe.skipIf(!isBrowserHere)('what is typed into a conversation', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('stays as it is while it is saved, too long as well, and survives a reload', async () => {
    const [alexey, igor] = [await enterAs(world, 'kornilov'), await callAs(world, 'lunyov')];
    const room = await roomOf(alexey.caller, igor);
    const { page } = alexey;
    await goTo(page, room);
    await field(page).pressSequentially('hello ');
    await expect.poll(() => draftOf(alexey.caller, room)).toBe('hello ');
    await field(page).press('Shift+Enter');
    await expect.poll(() => draftOf(alexey.caller, room)).toBe('hello \n');
    await field(page).pressSequentially('there');
    await expect.poll(() => draftOf(alexey.caller, room)).toBe('hello \nthere');
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('hello \nthere');

    const long = 'Длинный рассказ. '.repeat(365);
    await field(page).fill(long);
    await expect.poll(() => draftOf(alexey.caller, room)).toBe(long.slice(0, 4_000));
    await field(page).press('Enter');
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe(long);
    expect(await texts(page)).toEqual([]);
    await field(page).fill('');
  });

  test('into an edit survives a change and a deletion of the message on another device', async () => {
    const [dasha, igor] = [await enterAs(world, 'vetrova'), await callAs(world, 'lunyov')];
    const room = await roomOf(dasha.caller, igor);
    const { page } = dasha;
    const { _id } = await sendMessage(dasha.caller, room, 'Сбор в семь');
    await goTo(page, room);
    await act(page, 'Сбор в семь', 'Изменить');
    await field(page).fill('Сбор в восемь, у маяка');
    await change(dasha.caller, _id, 'Сбор в девять');
    await bubble(page, 'Сбор в девять').waitFor();
    expect(await field(page).inputValue()).toBe('Сбор в восемь, у маяка');
    await take(dasha.caller, _id);
    await bubble(page, 'Сбор в девять').waitFor({ state: 'detached' });
    await expect.poll(() => field(page).inputValue()).toBe('Сбор в восемь, у маяка');
    await field(page).press('Enter');
    await bubble(page, 'Сбор в восемь, у маяка').waitFor();
  });

  test('is sent once by a double click, which records nothing, and not by an input method', async () => {
    const [timur, igor] = [await enterAs(world, 'akhmetov'), await callAs(world, 'lunyov')];
    const room = await roomOf(timur.caller, igor);
    const { page } = timur;
    await goTo(page, room);
    const before = (await texts(page)).length;
    await field(page).fill('Привет');
    await field(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
    await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    expect(await field(page).inputValue()).toBe('Привет');
    await page.getByRole('button', { name: 'Отправить', exact: true }).dblclick();
    await expect.poll(async () => (await texts(page)).slice(before)).toEqual(['Привет']);
    await page.getByRole('button', { name: 'Записать голосовое сообщение' }).waitFor();
    expect(await page.getByRole('group', { name: 'Ваша запись' }).count()).toBe(0);
    expect(await page.getByText('Нет доступа к микрофону').count()).toBe(0);
  });

  test('with the up arrow in an empty field, edits the last own message; a lone emoji is large', async () => {
    const [marina, igor] = [await enterAs(world, 'sol'), await callAs(world, 'lunyov')];
    const room = await roomOf(marina.caller, igor);
    const { page } = marina;
    await sendMessage(marina.caller, room, 'Первое');
    await sendMessage(marina.caller, room, 'Второе');
    await sendMessage(igor, room, '👍');
    await goTo(page, room);
    await bubble(page, '👍').waitFor();
    await field(page).fill('текст');
    await field(page).press('ArrowUp');
    expect(await field(page).inputValue()).toBe('текст');
    await field(page).fill('');
    await field(page).press('ArrowUp');
    await page.getByText('Изменение сообщения').waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('Второе');
    await field(page).fill('Второе, исправленное');
    await field(page).press('Enter');
    await bubble(page, 'Второе, исправленное').waitFor();
    const sizeOf = (text: string) =>
      bubble(page, text)
        .locator('p')
        .evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize));
    expect(await sizeOf('👍')).toBeGreaterThan(2 * (await sizeOf('Первое')));
  });

  test('ends at the limit of a name between two emoji, and costs nothing that stood there', async () => {
    const { page } = await enterAs(world, 'kornilov');
    await page.goto('/editprofile');
    const name = page.getByRole('textbox', { name: 'Имя', exact: true });
    await name.fill('Анна');
    await name.press('Home');
    await page.keyboard.insertText('👨‍👩‍👧'.repeat(20));
    expect(await name.inputValue()).toBe(`${'👨‍👩‍👧'.repeat(9)}Анна`);
    expect(await name.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(72);
    await page.keyboard.type('!!!');
    expect(await name.inputValue()).toBe(`${'👨‍👩‍👧'.repeat(9)}!Анна`);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as chats from '@respa/contract/chats';
import {
  readRoom,
  readUp,
  roomOf,
  sendMessage,
  take,
} from '../../support/members/conversations.ts';
import {
  callAs,
  enterAs,
  field,
  goTo,
  log,
  texts,
  write,
} from '../../support/browser/dialog-page.ts';
import { waitUntilStable } from '../../support/browser/stands.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
const enter = (login: string, options?: Parameters<World['newContext']>[0]) =>
  enterAs(world, login, options);
/** Returns the bubble whose own text matches; the quote in a reply contains text too. */
const bubble = (page: Page, text: string) =>
  log(page)
    .locator('li[data-message]')
    .filter({ has: page.locator('p', { hasText: text }) });
async function act(page: Page, text: string, action: string): Promise<void> {
  await bubble(page, text).hover();
  await bubble(page, text).getByRole('button', { name: 'Действия с сообщением' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
const reaction = (page: Page, text: string, emoji: string) =>
  bubble(page, text).getByRole('group', { name: 'Реакции' }).getByRole('button', { name: emoji });
const isInView = (page: Page, text: string) =>
  expect
    .poll(
      () =>
        bubble(page, text)
          .evaluate((line) => {
            const [box, view] = [
              line.getBoundingClientRect(),
              line.closest('[role=log]')!.getBoundingClientRect(),
            ];
            return box.top >= view.top && box.bottom <= view.bottom;
          })
          .catch(() => false),
      { timeout: patient(20_000) },
    )
    .toBe(true);

describe.skipIf(!isBrowserHere)('a conversation with every feature', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('two people reply, react, pin, and follow links', async () => {
    const [alexey, igor] = [await enter('kornilov'), await enter('lunyov')];
    const room = await roomOf(alexey.caller, igor.caller);
    await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
    await write(
      alexey.page,
      `Сбор в семь, карта: www.example.com/map. И ${world.url}/friends тоже`,
    );
    const link = bubble(igor.page, 'Сбор').getByRole('link', {
      name: 'www.example.com/map',
      exact: true,
    });
    await link.waitFor();
    expect([
      await link.getAttribute('href'),
      await link.getAttribute('target'),
      await link.getAttribute('rel'),
    ]).toEqual(['https://www.example.com/map', '_blank', 'noopener noreferrer nofollow ugc']);
    expect(
      await bubble(igor.page, 'Сбор').getByRole('link', { name: '/friends' }).getAttribute('href'),
    ).toBe('/friends');

    // A reply, started from the right-click menu and cancelled once.
    await bubble(igor.page, 'Сбор').click({ button: 'right', position: { x: 4, y: 4 } });
    await igor.page.getByRole('menuitem', { name: 'Ответить' }).click();
    await igor.page.getByRole('button', { name: /^Ответ: / }).waitFor();
    await field(igor.page).press('Escape');
    await igor.page.getByRole('button', { name: /^Ответ: / }).waitFor({ state: 'detached' });
    await act(igor.page, 'Сбор', 'Ответить');
    await expect
      .poll(() => field(igor.page).evaluate((area) => area === document.activeElement))
      .toBe(true);
    await write(igor.page, 'Буду!');
    await bubble(alexey.page, 'Буду!')
      .getByRole('button', { name: /^К сообщению: .*Сбор в семь/ })
      .waitFor();

    // An edit is cancelled by Escape from anywhere in the room.
    await act(igor.page, 'Буду!', 'Изменить');
    await igor.page.getByRole('button', { name: 'Эмодзи' }).press('Escape');
    await igor.page.getByText('Изменение сообщения').waitFor({ state: 'detached' });

    // Reactions: from the quick row and from all emoji, removed by a press.
    await act(igor.page, 'Сбор', '🔥');
    await reaction(alexey.page, 'Сбор', '🔥').click();
    await expect
      .poll(() => reaction(igor.page, 'Сбор', '🔥').getAttribute('aria-label'))
      .toMatch(/^🔥 2: .*Вы/);
    expect(await reaction(alexey.page, 'Сбор', '🔥').getAttribute('aria-pressed')).toBe('true');
    await reaction(alexey.page, 'Сбор', '🔥').click();
    await expect
      .poll(() => reaction(igor.page, 'Сбор', '🔥').getAttribute('aria-label'))
      .toBe('🔥 1: Вы');
    await act(alexey.page, 'Буду!', 'Другая реакция');
    await alexey.page.getByRole('dialog').getByRole('button', { name: '🎮' }).click();
    await reaction(igor.page, 'Буду!', '🎮').waitFor();

    // A pinned message is visible to both, and unpinning removes it for both.
    await act(alexey.page, 'Сбор', 'Закрепить');
    const pinned = igor.page.getByRole('region', { name: 'Закреплённое сообщение' });
    await pinned.getByText(/^Сбор в семь/).waitFor();
    await pinned.getByRole('button', { name: 'Открепить' }).click();
    await pinned.waitFor({ state: 'detached' });
    await alexey.page
      .getByRole('region', { name: 'Закреплённое сообщение' })
      .waitFor({ state: 'detached' });

    // Each person's menu offers only the actions they may take.
    await bubble(igor.page, 'Сбор').getByRole('button', { name: 'Действия с сообщением' }).click();
    const items = await igor.page.getByRole('menuitem').allTextContents();
    expect(items).toEqual(
      expect.arrayContaining([
        'Ответить',
        'Переслать',
        'Закрепить',
        'Копировать текст',
        'Пожаловаться',
      ]),
    );
    expect(items).not.toContain('Удалить');
    await igor.page.keyboard.press('Escape');

    // The quoted message is deleted: the reply says so.
    const [first] = await readRoom(alexey.caller, room);
    await take(alexey.caller, first!._id);
    await bubble(igor.page, 'Буду!').getByText('Сообщение удалено').waitFor();
  });

  test('forwards one or several messages to the chosen recipients', async () => {
    const [marina, timur, vera] = [
      await enter('sol'),
      await callAs(world, 'akhmetov'),
      await callAs(world, 'lunyov'),
    ];
    const [from, to] = [await roomOf(marina.caller, timur), await roomOf(marina.caller, vera)];
    await sendMessage(vera, to, 'Что у вас там?');
    for (const text of ['Правило первое', 'Правило второе', 'Правило третье'])
      await sendMessage(timur, from, text);
    await goTo(marina.page, from);
    await act(marina.page, 'Правило первое', 'Переслать');
    const dialog = marina.page.getByRole('dialog', { name: 'Переслать сообщение' });
    expect(await dialog.getByRole('button', { name: 'Переслать' }).isDisabled()).toBe(true);
    await dialog.getByRole('searchbox', { name: 'Поиск переписки' }).fill('Лун');
    await dialog.getByRole('checkbox', { name: /Лун/ }).check();
    await dialog.getByRole('button', { name: 'Переслать' }).click();
    await dialog.waitFor({ state: 'detached' });

    await act(marina.page, 'Правило второе', 'Выбрать');
    await bubble(marina.page, 'Правило третье').getByRole('checkbox').check();
    const bar = marina.page.getByRole('region', { name: 'Выбранные сообщения' });
    await bar.getByText(/^2.сообщения$/).waitFor();
    await bar.getByRole('button', { name: 'Переслать' }).click();
    const second = marina.page.getByRole('dialog');
    await second.getByRole('checkbox', { name: /Лун/ }).check();
    await second.getByRole('button', { name: 'Переслать' }).click();
    await field(marina.page).waitFor();
    const got = (await readRoom(vera, to)).filter((one) => one.forwarded !== null);
    expect(got.map((one) => [one.message, one.forwarded!.user])).toEqual(
      ['Правило первое', 'Правило второе', 'Правило третье'].map((text) => [text, timur.id]),
    );
    await goTo(marina.page, to);
    await bubble(marina.page, 'Правило первое').getByText('Переслано от').waitFor();
  });

  test('searches a long conversation, jumps by days and quotes, and returns to its end', async () => {
    const [marina, timur] = [await enter('sol'), await callAs(world, 'akhmetov')];
    const room = await roomOf(marina.caller, timur);
    const old = await sendMessage(timur, room, 'Тайник под мельницей');
    for (let turn = 1; turn <= 70; turn += 1)
      await sendMessage(turn % 2 === 0 ? timur : marina.caller, room, `Болтовня ${turn}`);
    await timur.call(chats.send, {
      params: { roomId: room },
      body: { message: 'Помнишь?', replyTo: old._id },
    });
    await readUp(marina.caller, room);
    await goTo(marina.page, room);
    await bubble(marina.page, 'Помнишь?').waitFor();
    expect(await texts(marina.page)).not.toContain('Тайник под мельницей');

    await bubble(marina.page, 'Помнишь?')
      .getByRole('button', { name: /^К сообщению/ })
      .click();
    await isInView(marina.page, 'Тайник');
    // Messages that arrive meanwhile wait at the end, and the button there leads to them.
    await sendMessage(timur, room, 'А вот и новое');
    await marina.page.getByRole('button', { name: 'К последним сообщениям' }).click();
    await isInView(marina.page, 'А вот и новое');

    await marina.page.getByRole('button', { name: 'Найти в переписке' }).click();
    const search = marina.page.getByRole('search', { name: 'Поиск в переписке' });
    await search.getByRole('searchbox').fill('тайники мельниц');
    await search.getByText('1 из 1').waitFor();
    await isInView(marina.page, 'Тайник');
    await search.getByRole('searchbox').fill('болтовня');
    await search.getByText(/^1 из \d+\+$/).waitFor();
    await isInView(marina.page, 'Болтовня 70');
    await search.getByRole('button', { name: 'Более раннее' }).click();
    await isInView(marina.page, 'Болтовня 69');
    await search.getByRole('searchbox').press('Escape');
    await search.waitFor({ state: 'detached' });
    await isInView(marina.page, 'Болтовня 69');

    const dayLine = marina.page.getByRole('button', { name: 'Сегодня' }).last();
    // The date is shown above the first loaded message, and moves up with every page that loads.
    await expect
      .poll(async () => {
        await dayLine.scrollIntoViewIfNeeded();
        return log(marina.page).getAttribute('data-begins');
      })
      .toBe('true');
    await waitUntilStable(dayLine);
    await dayLine.click();
    const today = marina.page.getByRole('dialog', { name: 'Перейти к дате' });
    await today
      .getByRole('button', {
        name: new Intl.DateTimeFormat('ru', {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          timeZone: 'Europe/Moscow',
        })
          .format(new Date())
          .replace(/\s*г\.$/, ''),
      })
      .click();
    await today.waitFor({ state: 'detached' });
    await marina.page.getByRole('log').waitFor();

    // From the list of rooms, across all of them.
    await marina.page.goto('/messages');
    await marina.page.getByRole('searchbox', { name: 'Поиск переписки' }).fill('мельница');
    await marina.page
      .getByRole('region', { name: 'Найденные сообщения' })
      .getByRole('link', { name: /Тайник под мельницей/ })
      .click();
    await isInView(marina.page, 'Тайник');
  });
});

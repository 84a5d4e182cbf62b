import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
} from '../../support/members/conversations.ts';
import { callAs, enterAs, field, goTo, log, texts } from '../../support/browser/dialog-page.ts';
import { waitUntilStable } from '../../support/browser/stands.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const enter = (login: string, options?: Parameters<World['newContext']>[0]) =>
  enterAs(world, login, options);
/** Returns the bubble whose own text matches; the quote in a reply contains text too. */
const bubble = (page: Page, text: string) =>
  log(page)
    .locator('li[data-message]')
    .filter({ has: page.locator('p', { hasText: text }) });

describe.skipIf(!isBrowserHere)('a conversation with every feature', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('keeps a draft here and on another device, and plays no sound for a muted room', async () => {
    const [marina, timur] = [await enter('sol'), await callAs(world, 'akhmetov')];
    const room = await roomOf(marina.caller, timur);
    await sendMessage(timur, room, 'Пиши');
    await goTo(marina.page, room);
    await field(marina.page).fill('Начало мысли');
    await expect
      .poll(async () => (await marina.caller.call(chats.room, { params: { id: room } })).room.draft)
      .toBe('Начало мысли');
    await marina.page.goto('/messages');
    await marina.page.getByRole('link', { name: /Черновик: Начало мысли/ }).waitFor();
    const phone = await enter('sol', { viewport: { width: 390, height: 800 } });
    await goTo(phone.page, room);
    await expect.poll(() => field(phone.page).inputValue()).toBe('Начало мысли');
    // The response to the saved draft may be lost with its page.
    await marina.page.evaluate(
      ([key, kept]) => localStorage.setItem(key!, kept!),
      [
        `respa.draft.${marina.caller.id}.${room}`,
        JSON.stringify({ text: 'Начало мысли', saved: '' }),
      ],
    );
    await goTo(marina.page, room);
    await marina.caller.call(extras.saveDraft, {
      params: { roomId: room },
      body: { text: 'Другая мысль' },
    });
    await expect.poll(() => field(phone.page).inputValue()).toBe('Другая мысль');
    await field(phone.page).press('Enter');
    await bubble(marina.page, 'Другая мысль').waitFor();
    await expect.poll(() => field(marina.page).inputValue()).toBe('');

    await marina.page.getByRole('button', { name: 'Действия с перепиской' }).click();
    await marina.page.getByRole('menuitem', { name: 'Без звука' }).click();
    await expect
      .poll(
        async () => (await marina.caller.call(chats.room, { params: { id: room } })).room.isMuted,
      )
      .toBe(true);
    await marina.page.goto('/home');
    await sendMessage(timur, room, 'Тише воды');
    await marina.page.goto('/messages');
    await marina.page
      .getByRole('link', { name: /Тише воды/ })
      .getByRole('img', { name: 'Без звука' })
      .waitFor();
    expect(await marina.page.evaluate(() => document.documentElement.dataset['rang'] ?? '0')).toBe(
      '0',
    );
  });

  test('delivers everything exactly once after a minute without a network', async () => {
    const [dasha, igor] = [await enter('vetrova'), await callAs(world, 'lunyov')];
    const room = await roomOf(dasha.caller, igor);
    await dasha.page.clock.install();
    const resumed: string[] = [];
    dasha.page.on('request', (request) => {
      if (request.url().includes('/api/connect/'))
        resumed.push(request.headers()['last-event-id'] ?? 'сначала');
    });
    for (const text of ['останется', 'изменится', 'пропадёт']) await sendMessage(igor, room, text);
    await goTo(dasha.page, room);
    await bubble(dasha.page, 'пропадёт').waitFor();
    await dasha.context.setOffline(true);
    await dasha.page.getByText('Нет связи').first().waitFor();
    // Nothing arrives for a minute: the stream is closed and retried. What was in transit when the
    // network failed is still received, and restarts the minute.
    await expect
      .poll(
        async () => {
          await dasha.page.clock.fastForward(60_000);
          return resumed.length;
        },
        { interval: 1_000 },
      )
      .toBeGreaterThan(1);
    const [, second, third] = await readRoom(igor, room);
    await change(igor, second!._id, 'изменилось');
    await take(igor, third!._id);
    for (const text of ['раз', 'два', 'три']) await sendMessage(igor, room, text);
    expect(await texts(dasha.page)).toEqual(['останется', 'изменится', 'пропадёт']);
    await dasha.context.setOffline(false);
    await bubble(dasha.page, 'три').waitFor();
    await sendMessage(igor, room, 'четыре');
    await bubble(dasha.page, 'четыре').waitFor();
    expect(await texts(dasha.page)).toEqual([
      'останется',
      'изменилось',
      'раз',
      'два',
      'три',
      'четыре',
    ]);
    // It resumed after the last change that it had; nothing was refetched.
    expect([resumed[0], resumed.slice(1).every((id) => /^\d+$/.test(id))]).toEqual([
      'сначала',
      true,
    ]);
  });

  test('finds emoji in Russian, closes the picker by itself, and offers a hundred without a network', async () => {
    const [igor, sonya] = [await enter('lunyov'), await callAs(world, 'guy')];
    const { page } = igor;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.clock.install();
    await goTo(page, await roomOf(igor.caller, sonya));
    const open = () => button('Эмодзи').click();
    const common = page.getByRole('group', { name: 'Частые эмодзи' });
    const all = button('Все эмодзи и поиск');
    await igor.context.setOffline(true);
    await open();
    await all.click();
    await page.getByRole('alert').getByText('Эмодзи не загрузились.').waitFor();
    await button('Частые').click();
    await common.getByRole('button', { name: '🔥' }).click();
    await igor.context.setOffline(false);
    await expect
      .poll(async () => {
        await all.click();
        await page
          .getByPlaceholder('Найти эмодзи')
          .or(page.getByRole('alert').filter({ hasText: 'не загрузились' }))
          .waitFor();
        const isHere = await page.getByPlaceholder('Найти эмодзи').isVisible();
        if (!isHere) await button('Частые').click();
        return isHere;
      })
      .toBe(true);
    await page.getByPlaceholder('Найти эмодзи').fill('дракон');
    // The results replace the full list in place: a press before that would hit nothing.
    await expect.poll(() => page.getByRole('gridcell').count()).toBeLessThan(10);
    const dragon = page.getByRole('gridcell', { name: 'дракон', exact: true });
    await waitUntilStable(dragon);
    // An element under the pointer keeps its identity: one recreated under it would not receive the
    // press.
    const met = await dragon.elementHandle();
    await dragon.hover();
    await dragon.hover({ position: { x: 4, y: 4 } });
    expect(await met!.evaluate((emoji) => emoji.isConnected)).toBe(true);
    await dragon.click();
    await expect.poll(() => field(page).inputValue()).toBe('🔥🐉');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('Escape');
    await open();
    await common.waitFor();
    await page.clock.runFor(9_900);
    expect(await common.isVisible()).toBe(true);
    await page.clock.runFor(400);
    await common.waitFor({ state: 'detached' });
  });
});

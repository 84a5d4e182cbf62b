import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as chats from '@respa/contract/chats';
import { readUp, roomOf, sendMessage } from '../../support/members/conversations.ts';
import { bubble, callAs, enterAs, field, goTo, log } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const distanceToEnd = (page: Page) =>
  log(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
const unreadOf = async (who: Awaited<ReturnType<typeof callAs>>, room: string) =>
  (await who.call(chats.rooms, { query: {} })).rooms.find(({ _id }) => _id === room)!.unread;
/** Waits until two frames were drawn, so that every layout and scroll event is over. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

describe.skipIf(!isBrowserHere)('reading a conversation', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test.each([
    ['sizes fields by their content', true],
    ['cannot size fields by their content', false],
  ])('a reader at the end stays there while writing in a browser that %s', async (_, isAble) => {
    const [alexey, igor] = [await enterAs(world, 'kornilov'), await callAs(world, 'lunyov')];
    const room = await roomOf(alexey.caller, igor);
    for (let at = 1; at <= 40; at += 1) await sendMessage(igor, room, `Строка ${at}.`);
    await readUp(alexey.caller, room);
    const { page } = alexey;
    if (!isAble)
      await page.addInitScript(() => {
        const supports = CSS.supports.bind(CSS);
        CSS.supports = (name: string, value?: string) =>
          name !== 'field-sizing' && (value === undefined ? supports(name) : supports(name, value));
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('textarea { field-sizing: fixed !important }');
        document.adoptedStyleSheets.push(sheet);
      });
    await goTo(page, room);
    await bubble(page, 'Строка 40.').waitFor();
    const low = (await field(page).boundingBox())!.height;
    for (let line = 1; line <= 5; line += 1) {
      await field(page).pressSequentially(`строка ${line}`);
      await field(page).press('Shift+Enter');
      await settle(page);
      expect(await distanceToEnd(page)).toBeLessThanOrEqual(1);
    }
    expect((await field(page).boundingBox())!.height).toBeGreaterThan(low + 60);
    await sendMessage(igor, room, 'Новое');
    await bubble(page, 'Новое').waitFor();
    await settle(page);
    expect(await distanceToEnd(page)).toBeLessThanOrEqual(1);
    await expect.poll(() => unreadOf(alexey.caller, room)).toBe(0);
    // A phone's keyboard opens and closes.
    for (const height of [420, 720]) {
      await page.setViewportSize({ width: 1280, height });
      await settle(page);
      expect(await distanceToEnd(page)).toBeLessThanOrEqual(1);
    }
    await field(page).fill('');
    await settle(page);
    expect((await field(page).boundingBox())!.height).toBe(low);
    expect(await distanceToEnd(page)).toBeLessThanOrEqual(1);
  });

  test('a room opens at the first unread message, and what was visible is read', async () => {
    const [marina, timur] = [await enterAs(world, 'sol'), await callAs(world, 'akhmetov')];
    const room = await roomOf(marina.caller, timur);
    for (let at = 1; at <= 30; at += 1) await sendMessage(timur, room, `Прочитано ${at}.`);
    await readUp(marina.caller, room);
    for (let at = 1; at <= 90; at += 1) await sendMessage(timur, room, `Новость ${at}.`);
    const { page } = marina;
    await goTo(page, room);
    const marker = log(page).getByText('Новые сообщения');
    await marker.waitFor();
    const shown = await marker.evaluate((line) => {
      const box = line.closest('[role=log]')!.getBoundingClientRect();
      return line.getBoundingClientRect().top - box.top;
    });
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(200);
    await bubble(page, 'Новость 1.').waitFor();
    // Some are visible and read, the rest is not.
    await expect.poll(() => unreadOf(marina.caller, room)).toBeLessThan(90);
    const first = await unreadOf(marina.caller, room);
    expect(first).toBeGreaterThan(60);
    await page.getByRole('button', { name: `К последним сообщениям: ${first}` }).waitFor();
    await sendMessage(timur, room, 'Новость 91.');
    await page.getByRole('button', { name: `К последним сообщениям: ${first + 1}` }).waitFor();

    await log(page).hover();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => unreadOf(marina.caller, room)).toBeLessThan(first);
    expect(await unreadOf(marina.caller, room)).toBeGreaterThan(20);
    await page.getByRole('button', { name: /К последним сообщениям/ }).click();
    await bubble(page, 'Новость 91.').waitFor();
    await expect.poll(() => unreadOf(marina.caller, room)).toBe(0);
    await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(2);
  });
});

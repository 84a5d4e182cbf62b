import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { enterAs, log } from '../support/browser/dialog-page.ts';
import {
  callBar,
  endVoice,
  hears,
  hearsNothing,
  watchVoice,
} from '../support/browser/voice-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
const entered: Page[] = [];
const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
async function enter(login: string, options: Parameters<World['newContext']>[0] = {}) {
  const one = await enterAs(world, login, options);
  entered.push(one.page);
  await watchVoice(one.context);
  return one;
}
const incoming = (page: Page) => page.getByRole('alertdialog', { name: 'Звонит Алексей Корнилов' });
async function openDialog(page: Page, name: string): Promise<string> {
  await page.goto('/messages');
  await page.getByRole('listitem').getByRole('link').filter({ hasText: name }).first().click();
  await page.waitForURL('**/messages/**');
  return new URL(page.url()).pathname;
}
const dial = (page: Page) => page.getByRole('button', { name: 'Позвонить' }).click();

describe.skipIf(!isBrowserHere)('a private call', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => endVoice(world, entered.splice(0)));
  afterAll(() => world.close());

  test('rings in every tab and on a phone, and is answered from one of them', async () => {
    const alexey = await enter('kornilov');
    const sonya = await enter('guy');
    const phone = await enter('guy', PHONE);
    const second = await sonya.context.newPage();
    await Promise.all([
      sonya.page.goto('/home'),
      second.goto('/services'),
      phone.page.goto('/home'),
    ]);
    const path = await openDialog(alexey.page, 'Соня Гай');
    await dial(alexey.page);
    await callBar(alexey.page).getByText('Звоним…').waitFor();
    await Promise.all([sonya.page, second, phone.page].map((page) => incoming(page).waitFor()));
    await incoming(phone.page).getByRole('button', { name: 'Ответить' }).click();
    await phone.page.waitForURL(`**${path}`);
    await Promise.all(
      [sonya.page, second].map((page) => incoming(page).waitFor({ state: 'hidden' })),
    );
    await hears(alexey.page);
    await hears(phone.page);
    await callBar(phone.page).getByRole('button', { name: 'Выйти из голосовой комнаты' }).click();
    await hearsNothing(alexey.page);
    // Who is left does not call again by themselves.
    expect(await incoming(sonya.page).count()).toBe(0);
    await callBar(alexey.page).getByRole('button', { name: 'Выйти из голосовой комнаты' }).click();
    await alexey.page.getByRole('button', { name: 'Позвонить' }).waitFor();
  });

  test('rings on while the page of the caller loads again, and is answered', async () => {
    const alexey = await enter('kornilov');
    const sonya = await enter('guy');
    await sonya.page.goto('/home');
    await openDialog(alexey.page, 'Соня Гай');
    await dial(alexey.page);
    await incoming(sonya.page).waitFor();
    await alexey.page.reload();
    await callBar(alexey.page).getByText('Звоним…').waitFor();
    await incoming(sonya.page).getByRole('button', { name: 'Ответить' }).click();
    await hears(alexey.page);
    await hears(sonya.page);
    // Who answers while the page loads waits for the caller.
    await callBar(sonya.page).getByRole('button', { name: 'Выйти из голосовой комнаты' }).click();
    await callBar(alexey.page).getByRole('button', { name: 'Выйти из голосовой комнаты' }).click();
    await dial(alexey.page);
    await incoming(sonya.page).waitFor();
    await Promise.all([
      alexey.page.reload(),
      incoming(sonya.page).getByRole('button', { name: 'Ответить' }).click(),
    ]);
    await hears(alexey.page);
    await hears(sonya.page);
    expect(await incoming(sonya.page).count()).toBe(0);
  });

  test('is declined, and missed as a line of the conversation', async () => {
    const alexey = await enter('kornilov');
    const sonya = await enter('guy');
    const path = await openDialog(alexey.page, 'Соня Гай');
    await sonya.page.goto(path);
    await dial(alexey.page);
    await incoming(sonya.page).getByRole('button', { name: 'Отклонить' }).click();
    await alexey.page.getByText('Звонок отклонён.').waitFor();
    await callBar(alexey.page).waitFor({ state: 'detached' });

    await dial(alexey.page);
    await incoming(sonya.page).waitFor();
    await callBar(alexey.page).getByRole('button', { name: 'Выйти из голосовой комнаты' }).click();
    await incoming(sonya.page).waitFor({ state: 'hidden' });
    await log(sonya.page).getByText('Пропущенный звонок').waitFor();
    await log(alexey.page).getByText('Звонок без ответа').waitFor();
    const lines = log(sonya.page).locator('li[data-system]');
    expect(await lines.allTextContents()).toEqual(['Звонок отклонён', 'Пропущенный звонок']);
  });
});

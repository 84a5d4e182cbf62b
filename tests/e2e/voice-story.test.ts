import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as groups from '@respa/contract/group-chats';
import { enterAs } from '../support/browser/dialog-page.ts';
import {
  callBar,
  enterVoice,
  hears,
  hearsNothing,
  inVoice,
  watchVoice,
} from '../support/browser/voice-page.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
const group = 'Дракон, берегись';
async function enter(login: string) {
  const entered = await enterAs(world, login);
  await watchVoice(entered.context);
  return entered;
}
async function openGroup(page: Page): Promise<void> {
  await page.goto('/messages');
  await page.getByRole('listitem').getByRole('link').filter({ hasText: group }).first().click();
  await page.waitForURL('**/chat/**');
}

describe.skipIf(!isBrowserHere)('a voice room', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('three members talk; one mutes, one is excluded, one reloads', async () => {
    const [alexey, sonya, marina] = [
      await enter('kornilov'),
      await enter('guy'),
      await enter('sol'),
    ];
    for (const { page } of [alexey, sonya, marina]) await openGroup(page);
    for (const { page } of [alexey, sonya, marina]) await enterVoice(page);
    const everyone = [alexey, sonya, marina];
    await Promise.all(everyone.map(({ page }) => hears(page)));
    expect(await inVoice(alexey.page).getByRole('listitem').count()).toBe(3);

    // The call goes on while its members look at other pages.
    await sonya.page.getByRole('link', { name: 'Люди' }).click();
    await sonya.page.waitForURL((url) => !url.pathname.startsWith('/chat'));
    await hears(sonya.page);

    // One mutes, and speaks again.
    for (const { page } of [sonya, marina])
      await callBar(page).getByRole('button', { name: 'Выключить микрофон' }).click();
    await hearsNothing(alexey.page);
    await hears(marina.page);
    await inVoice(alexey.page).getByTitle('Соня Гай, микрофон выключен').waitFor();
    await callBar(sonya.page).getByRole('button', { name: 'Включить микрофон' }).click();
    await hears(alexey.page);

    // One reloads, and is back without a press.
    await marina.page.reload();
    await callBar(marina.page).getByRole('button', { name: 'Включить микрофон' }).waitFor();
    await hears(marina.page);

    // One is excluded: the conversation is gone, and nothing arrives.
    const roomId = new URL(alexey.page.url()).pathname.split('/').at(-1)!;
    const { id: userId } = sonya.caller;
    await alexey.caller.call(groups.exclude, { params: { roomId, userId } });
    await callBar(sonya.page).waitFor({ state: 'detached' });
    await hearsNothing(alexey.page);
    expect(await inVoice(alexey.page).getByRole('listitem').count()).toBe(2);

    // A second tab asks, and takes the call over.
    const tab = await alexey.context.newPage();
    await tab.goto(`/chat/${roomId}`);
    await tab.getByRole('button', { name: 'Войти в голосовую комнату' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Перенести' }).click();
    await callBar(tab).getByRole('button', { name: 'Выключить микрофон' }).waitFor();
    await callBar(alexey.page).waitFor({ state: 'detached' });
    await hears(marina.page);

    await callBar(tab).getByRole('button', { name: 'Выйти из голосовой комнаты' }).click();
    await callBar(tab).waitFor({ state: 'detached' });
    await hearsNothing(marina.page);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as groups from '@respa/contract/group-chats';
import { groupOf, makeGroup, sendToGroup } from '../../support/members/group-chats.ts';
import { act, bubble, callAs, enterAs, log } from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const line = (page: Page, text: string) => log(page).locator('li[data-system]').getByText(text);
const openSettings = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click();

describe.skipIf(!isBrowserHere)('moderators of a group chat', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('are appointed by the creator, delete messages and exclude, but not the creator', async () => {
    const [alexey, sonya] = [
      await enterAs(world, 'kornilov', { viewport: { width: 320, height: 640 } }),
      await enterAs(world, 'guy'),
    ];
    const marina = await callAs(world, 'sol');
    const id = await makeGroup(alexey.caller, 'Порядок', sonya.caller, marina);
    await sendToGroup(alexey.caller, id, 'Ведём себя прилично');
    const offer = await sendToGroup(marina, id, 'Продам гараж');
    await Promise.all([alexey, sonya].map(({ page }) => page.goto(`/chat/${id}`)));
    await bubble(sonya.page, 'Продам гараж').waitFor();

    // A member may not delete what others wrote.
    await bubble(sonya.page, 'Продам гараж').hover();
    await bubble(sonya.page, 'Продам гараж')
      .getByRole('button', { name: 'Действия с сообщением' })
      .click();
    await sonya.page.getByRole('menuitem', { name: 'Пожаловаться' }).waitFor();
    expect(await sonya.page.getByRole('menuitem', { name: 'Удалить' }).count()).toBe(0);
    await sonya.page.keyboard.press('Escape');

    // The creator appoints on the smallest screen.
    await openSettings(alexey.page, 'Порядок');
    const settings = dialog(alexey.page, 'Настройки беседы');
    await settings.getByText('Создатель', { exact: true }).waitFor();
    await settings.getByRole('button', { name: 'Действия: Соня Гай' }).click();
    await choose(alexey.page, 'Сделать модератором');
    await settings.getByText('Модератор', { exact: true }).waitFor();
    expect(
      await settings.evaluate((element) => element.scrollWidth - element.clientWidth),
    ).toBeLessThan(1);
    await line(sonya.page, 'Алексей назначил модератором Соню').waitFor();

    // The moderator deletes; the question names the author. An answer comes meanwhile.
    await act(sonya.page, 'Продам гараж', 'Удалить');
    const question = dialog(sonya.page, 'Удалить сообщение?');
    await question.getByText('Автор: Марина Соль.').waitFor();
    await alexey.caller.call(groups.send, {
      params: { roomId: id },
      body: { message: 'Не здесь', replyTo: offer._id },
    });
    await bubble(sonya.page, 'Не здесь').getByText('Продам гараж').waitFor();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await settings.getByRole('button', { name: 'К сообщениям' }).click();
    for (const { page } of [alexey, sonya]) {
      await line(page, 'Сообщение удалено модератором').waitFor();
      await bubble(page, 'Не здесь').getByText('Сообщение удалено', { exact: true }).waitFor();
      expect(await bubble(page, 'Продам гараж').count()).toBe(0);
    }
    await sonya.page.reload();
    await line(sonya.page, 'Сообщение удалено модератором').waitFor();

    // The creator is out of reach; a member is not.
    await bubble(sonya.page, 'Ведём себя прилично').hover();
    await bubble(sonya.page, 'Ведём себя прилично')
      .getByRole('button', { name: 'Действия с сообщением' })
      .click();
    await sonya.page.getByRole('menuitem', { name: 'Пожаловаться' }).waitFor();
    expect(await sonya.page.getByRole('menuitem', { name: 'Удалить' }).count()).toBe(0);
    await sonya.page.keyboard.press('Escape');
    await openSettings(sonya.page, 'Порядок');
    const theirs = dialog(sonya.page, 'Настройки беседы');
    await theirs.getByText('Модератор', { exact: true }).waitFor();
    expect(await theirs.getByRole('button', { name: /^Действия:/ }).count()).toBe(1);
    await theirs.getByRole('button', { name: 'Действия: Марина Соль' }).click();
    expect(await sonya.page.getByRole('menuitem').allTextContents()).toEqual(['Исключить']);
    await choose(sonya.page, 'Исключить');
    await dialog(sonya.page, 'Исключить из беседы?')
      .getByRole('button', { name: 'Исключить' })
      .click();
    await line(alexey.page, 'Соня исключила Марину').waitFor();

    // Dismissed, she loses the menu while it is on the screen.
    await openSettings(alexey.page, 'Порядок');
    await settings.getByRole('button', { name: 'Действия: Соня Гай' }).click();
    await choose(alexey.page, 'Убрать из модераторов');
    await theirs.getByText('Модератор', { exact: true }).waitFor({ state: 'detached' });
    expect((await groupOf(alexey.caller, id)).moderators).toEqual([]);
  });
});

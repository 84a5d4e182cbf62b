import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import * as chats from '@respa/contract/chats';
import { readRoom, roomOf } from '../../support/members/conversations.ts';
import {
  bubble,
  callAs,
  choosePictures,
  enterAs,
  field,
  goTo,
  readField,
  texts,
  tray,
  write,
} from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

let world: World;
let picture: Buffer;
const enter = (login: string, options?: Parameters<World['newContext']>[0]) =>
  enterAs(world, login, options);
const call = (login: string) => callAs(world, login);
const choose = (page: Page, count: number) => choosePictures(page, picture, count);

describe.skipIf(!isBrowserHere)('a private conversation', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
    picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2b4a86' } })
      .png()
      .toBuffer();
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('refuses seven pictures in the field, announced and for five seconds, and sends nothing', async () => {
    const [dasha, sonya] = [await enter('vetrova'), await call('guy')];
    const room = await roomOf(dasha.caller, sonya);
    const before = await readRoom(dasha.caller, room);
    const sent: string[] = [];
    dasha.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/new-messages/'))
        sent.push(request.url());
    });
    await dasha.page.clock.install();
    await goTo(dasha.page, room);
    const refusal = 'Ошибка: Нельзя загружать больше 6 изображений';
    const look = () => readField(dasha.page);
    await dasha.page.clock.pauseAt(Date.now() + 60_000);
    for (const chosen of [0, 6]) {
      if (chosen > 0) await choose(dasha.page, chosen);
      await choose(dasha.page, 7 - chosen);
      await expect.poll(look).toEqual({ says: refusal, isRed: true });
      await dasha.page
        .getByRole('alert')
        .filter({ hasText: refusal })
        .waitFor({ state: 'attached' });
      expect(await tray(dasha.page).count()).toBe(chosen);
      await dasha.page.clock.runFor(3_000);
      // Refused once more: five seconds from now on.
      await choose(dasha.page, 7);
      await dasha.page.clock.runFor(4_900);
      expect(await look()).toEqual({ says: refusal, isRed: true });
      await dasha.page.clock.runFor(200);
      await expect.poll(look).toEqual({ says: 'Сообщение', isRed: false });
      expect(await dasha.page.getByRole('alert').filter({ hasText: refusal }).count()).toBe(0);
    }
    expect(sent).toEqual([]);
    expect(await readRoom(sonya, room)).toEqual(before);
  });

  test('sends what was written offline once and in order, after the tab was closed', async () => {
    const [timur, igor] = [await enter('akhmetov'), await enter('lunyov')];
    const room = await roomOf(timur.caller, igor.caller);
    await Promise.all([goTo(timur.page, room), goTo(igor.page, room)]);
    const second = await timur.context.newPage();
    await goTo(second, room);
    await timur.context.setOffline(true);
    await write(timur.page, 'Раз');
    await write(timur.page, 'Два');
    await write(second, 'Три');
    await expect.poll(() => timur.page.getByRole('img', { name: 'Отправляется' }).count()).toBe(2);
    await timur.page.getByText('Нет связи').first().waitFor();
    const news = timur.page
      .getByRole('dialog')
      .filter({ hasText: 'Не удалось отправить сообщение. Возможно, проблема во включенном VPN.' });
    await news.getByRole('button', { name: 'Понятно' }).click();
    await news.waitFor({ state: 'detached' });
    await second.close();
    await expect(timur.page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await timur.context.setOffline(false);
    await goTo(timur.page, room);
    await bubble(igor.page, 'Три').waitFor();
    await expect.poll(() => timur.page.getByRole('img', { name: 'Отправляется' }).count()).toBe(0);

    // The server accepts it, and its response is lost on the way.
    await timur.page.route(
      '**/api/new-messages/**',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await write(timur.page, 'Четыре');
    await write(timur.page, 'Пять');
    await bubble(igor.page, 'Пять').waitFor();
    await expect.poll(() => timur.page.getByRole('img', { name: 'Отправляется' }).count()).toBe(0);
    const expected = ['Раз', 'Два', 'Три', 'Четыре', 'Пять'];
    expect((await readRoom(igor.caller, room)).map(({ message }) => message)).toEqual(expected);
    expect(await texts(igor.page)).toEqual(expected);
    await expect.poll(() => texts(timur.page)).toEqual(expected);
  });

  test('the list of conversations truncates texts, says when it is empty, and leads back from a missing room', async () => {
    const newcomer = await world.join('Константин-Александр', 'Преображенский-Заболоцкий');
    const dasha = await enter('vetrova', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await newcomer.page.goto('/messages');
    await newcomer.page.getByText('У Вас нет переписок', { exact: true }).waitFor();
    await newcomer.page.goto(`/user/${dasha.caller.id}`);
    await newcomer.page.getByRole('button', { name: 'Написать' }).click();
    await newcomer.page.waitForURL('**/messages/*');
    const room = new URL(newcomer.page.url()).pathname.split('/').at(-1)!;
    await newcomer.page.getByText('Здесь пока нет сообщений...', { exact: true }).waitFor();
    await write(newcomer.page, 'Сорок знаков помещаются, а этот хвост уже не поместится');
    const own = newcomer.page
      .getByRole('link', { name: /Даша Ветрова/ })
      .filter({ hasText: 'Вы: ' });
    await own.getByText('Вы: Сорок знаков помещаются, а этот хвост уж…', { exact: true }).waitFor();
    // Two panes at 1280.
    expect((await own.isVisible()) && (await field(newcomer.page).isVisible())).toBe(true);
    await newcomer.page.getByLabel('Поиск переписки').fill('корнил');
    await newcomer.page.getByText('Такой переписки нет').waitFor();
    await newcomer.page.getByLabel('Поиск переписки').fill('ветр');
    await own.waitFor();

    // One pane on a phone, and a way back.
    await dasha.page.goto('/messages');
    const row = dasha.page.getByRole('link').filter({ hasText: 'Константин-Александр Прео…' });
    await row.getByText('Константин-Александр Прео…', { exact: true }).waitFor();
    await row.getByText('Сорок знаков помещаются, а этот хвост уж…', { exact: true }).waitFor();
    await row.click();
    await bubble(dasha.page, 'поместится').waitFor();
    expect(await row.isVisible()).toBe(false);
    await dasha.page.getByRole('link', { name: 'К списку переписок' }).click();
    await row.waitFor();
    expect(await field(dasha.page).count()).toBe(0);
    expect(
      (await dasha.caller.call(chats.rooms)).rooms.find((entry) => entry._id === room)?.unread,
    ).toBe(0);

    const stranger = (await call('akhmetov')).id;
    for (const [page, id] of [
      [dasha.page, crypto.randomUUID()],
      [newcomer.page, stranger],
    ] as const) {
      await page.goto(`/messages/${id}`);
      await page.getByText('Такой переписки нет').waitFor();
      await page.getByRole('link', { name: 'К сообщениям' }).click();
      await page.waitForURL('**/messages');
      await page.getByRole('heading', { name: 'Сообщения' }).waitFor();
    }
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import * as chats from '@respa/contract/chats';
import {
  change,
  readRoom,
  readUp,
  roomOf,
  sendMessage,
  take,
} from '../../support/members/conversations.ts';
import {
  act,
  bubble,
  callAs,
  choosePictures,
  enterAs,
  field,
  goTo,
  log,
  readThrough,
  texts,
  tray,
  write,
} from '../../support/browser/dialog-page.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

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

  test('a message is edited, deleted and sent with emoji, and the other person sees it live', async () => {
    const [alexey, igor] = [await enter('kornilov'), await enter('lunyov')];
    const room = await roomOf(alexey.caller, igor.caller);
    await Promise.all([goTo(alexey.page, room), goTo(igor.page, room)]);
    await alexey.page.getByText('Здесь пока нет сообщений...').waitFor();
    await write(alexey.page, 'Сбор в семь');
    const [mine, theirs] = [bubble(alexey.page, 'Сбор'), bubble(igor.page, 'Сбор')];
    await theirs.getByText('Сбор в семь').waitFor();

    // A cancelled edit restores the draft of the new message, including its picture.
    await field(alexey.page).fill('Кстати, вот');
    await choose(alexey.page, 1);
    await act(alexey.page, 'Сбор', 'Изменить');
    await expect.poll(() => field(alexey.page).inputValue()).toBe('Сбор в семь');
    await expect
      .poll(() => field(alexey.page).evaluate((area) => area === document.activeElement))
      .toBe(true);
    await field(alexey.page).fill('Сбор в полночь');
    await alexey.page.getByRole('button', { name: 'Отменить изменение' }).click();
    await expect.poll(() => field(alexey.page).inputValue()).toBe('Кстати, вот');
    expect(await tray(alexey.page).count()).toBe(1);
    expect(
      (await readRoom(igor.caller, room)).map(({ message, edited }) => [message, edited]),
    ).toEqual([['Сбор в семь', false]]);

    await act(alexey.page, 'Сбор', 'Изменить');
    await write(alexey.page, 'Сбор в восемь');
    await theirs.getByText('Сбор в восемь').waitFor();
    await theirs.getByText('изменено').waitFor();
    await mine.getByText('изменено').waitFor();
    await theirs.getByRole('button', { name: 'изменено' }).click();
    const former = igor.page.getByRole('dialog', { name: 'История изменений' });
    await former.getByText('Сбор в семь').waitFor();
    await igor.page.keyboard.press('Escape');
    await former.waitFor({ state: 'hidden' });
    await expect.poll(() => field(alexey.page).inputValue()).toBe('Кстати, вот');
    await field(alexey.page).press('Enter');
    await bubble(igor.page, 'Кстати, вот')
      .getByRole('button', { name: /Картинка 1/ })
      .waitFor();
    expect(await texts(igor.page)).toEqual(['Сбор в восемь', 'Кстати, вот']);

    // Another device changes a message whose edit was begun here: the edit goes on with the newer
    // text.
    await act(alexey.page, 'Сбор', 'Изменить');
    const [first] = await readRoom(alexey.caller, room);
    await change(alexey.caller, first!._id, 'Сбор в девять');
    await expect.poll(() => field(alexey.page).inputValue()).toBe('Сбор в девять');
    await alexey.page.getByRole('button', { name: 'Отменить изменение' }).click();
    await expect.poll(() => field(alexey.page).inputValue()).toBe('');

    await act(alexey.page, 'Сбор', 'Удалить');
    await alexey.page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await Promise.all([mine.waitFor({ state: 'detached' }), theirs.waitFor({ state: 'detached' })]);
    await igor.page.reload();
    await bubble(igor.page, 'Кстати, вот').waitFor();
    expect(await texts(igor.page)).toEqual(['Кстати, вот']);

    await field(alexey.page).fill('Ура!');
    await field(alexey.page).press('ArrowLeft');
    await alexey.page.getByRole('button', { name: 'Эмодзи' }).click();
    const common = alexey.page.getByRole('group', { name: 'Частые эмодзи' });
    await common.getByRole('button', { name: '🔥' }).click();
    await common.getByRole('button', { name: '🎮' }).click();
    await alexey.page.keyboard.press('Escape');
    await common.waitFor({ state: 'detached' });
    await expect.poll(() => field(alexey.page).inputValue()).toBe('Ура🔥🎮!');
    await field(alexey.page).press('Enter');
    await bubble(igor.page, 'Ура🔥🎮!').waitFor();
  });

  test('shows the other person typing, read marks and unread counts', async () => {
    const [alexey, igor] = [await enter('kornilov'), await enter('lunyov')];
    const room = await roomOf(alexey.caller, igor.caller);
    // Messages left unread by the previous test would be counted here too.
    await igor.caller.call(chats.read, { params: { roomId: room } });
    const { count } = await igor.caller.call(chats.unread);
    const elsewhere = await igor.context.newPage();
    await Promise.all([elsewhere.goto('/home'), goTo(alexey.page, room)]);
    const place = elsewhere
      .getByRole('complementary', { name: 'Меню' })
      .getByRole('link', { name: 'Сообщения' });
    await place.waitFor();
    await write(alexey.page, 'Ты тут?');
    await bubble(alexey.page, 'Ты тут?').getByRole('img', { name: 'Отправлено' }).waitFor();
    await place.getByText(`${count + 1}`, { exact: true }).waitFor();
    await goTo(igor.page, room);
    await bubble(alexey.page, 'Ты тут?').getByRole('img', { name: 'Прочитано' }).waitFor();
    await expect
      .poll(() =>
        place
          .getByText(/^\d/)
          .first()
          .textContent({ timeout: patient(1_000) })
          .catch(() => '0'),
      )
      .toBe(String(count));
    const line = igor.page.getByText('печатает…');
    await field(alexey.page).pressSequentially('Я до');
    await line.waitFor();
    await line.waitFor({ state: 'detached' });
    await field(alexey.page).fill('Я дома');
    await field(alexey.page).press('Enter');
    await bubble(igor.page, 'Я дома').waitFor();
    await bubble(alexey.page, 'Я дома').getByRole('img', { name: 'Прочитано' }).waitFor();
  });

  test('keeps the message being read in place while history loads above', async () => {
    const [marina, timur] = [await enter('sol'), await call('akhmetov')];
    const room = await roomOf(marina.caller, timur);
    const expected = Array.from(
      { length: 130 },
      (_, index) => `№${index + 1}${index % 7 === 0 ? '\nи ещё строка' : ''}`,
    );
    for (const [index, text] of expected.entries())
      await sendMessage(index % 5 < 3 ? timur : marina.caller, room, text);
    await readUp(marina.caller, room);
    // Every older page waits until the position of the message being read was measured.
    let release = () => {};
    let asked = 0;
    await marina.page.route('**/api/messages/**', async (route) => {
      asked += 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await goTo(marina.page, room);
    const loaded = () =>
      log(marina.page).evaluate((box) =>
        box.querySelector('[data-late]') === null ? Number(box.dataset['count']) : 'on its way',
      );
    const line = (id: string) => marina.page.locator(`[data-message="${id}"]`);
    const topOf = (id: string) => line(id).evaluate((one) => one.getBoundingClientRect().top);
    const moves: number[] = [];
    for (let page = 1, shown = 20; shown < expected.length; page += 1) {
      const seen = await log(marina.page).evaluate((box) => {
        box.scrollTop = 240;
        const edge = box.getBoundingClientRect().top;
        return [...box.querySelectorAll<HTMLElement>('[data-message]')].find(
          (one) => one.getBoundingClientRect().top > edge,
        )!.dataset['message']!;
      });
      await expect.poll(() => asked).toBe(page);
      const before = await topOf(seen);
      if (page === 2) {
        // Meanwhile a new message arrives below, and one above is deleted.
        await sendMessage(timur, room, 'новое внизу');
        await bubble(marina.page, 'новое внизу').waitFor();
        const above = (await readRoom(timur, room)).find(
          (message) => message.message === expected.at(-shown),
        )!;
        await take(above.user === timur.id ? timur : marina.caller, above._id);
        await line(above._id).waitFor({ state: 'detached' });
        moves.push((await topOf(seen)) - before);
        expected.splice(-shown, 1);
        expected.push('новое внизу');
      }
      shown = Math.min(expected.length, shown + 20);
      release();
      await expect.poll(loaded).toBe(shown);
      moves.push((await topOf(seen)) - before);
    }
    expect(moves).toHaveLength(7);
    expect(Math.max(...moves.map(Math.abs))).toBeLessThanOrEqual(1);
    // From the beginning to the end and back: every line, in its position, while only those near
    // the view are drawn.
    expect(await readThrough(marina.page)).toEqual(expected);
    await expect.poll(() => log(marina.page).locator('li[data-message]').count()).toBeLessThan(120);
    const height = await log(marina.page).evaluate((box) => box.scrollHeight);
    await log(marina.page).evaluate((box) => {
      box.scrollTop = 0;
    });
    await bubble(marina.page, expected[0]!).waitFor();
    expect(await log(marina.page).evaluate((box) => box.scrollHeight)).toBe(height);
    await marina.page.getByRole('button', { name: 'К последним сообщениям' }).click();
    await expect
      .poll(() =>
        log(marina.page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight),
      )
      .toBeLessThanOrEqual(2);
    // On a screen so tall that the first page does not fill it, there is nothing to scroll: the
    // rest loads automatically.
    await marina.page.unroute('**/api/messages/**');
    await marina.page.setViewportSize({ width: 1280, height: 2_400 });
    await goTo(marina.page, room);
    await expect
      .poll(() => log(marina.page).evaluate((box) => box.scrollHeight - box.clientHeight))
      .toBeGreaterThan(0);
  });

  test("plays a sound once for another's message, unless its room is in front", async () => {
    const [igor, sonya] = [await enter('lunyov'), await call('guy')];
    const room = await roomOf(igor.caller, sonya);
    await goTo(igor.page, room);
    const row = igor.page
      .getByRole('link', { name: /Соня Гай/ })
      .filter({ has: igor.page.locator('time') });
    /**
     * Returns how often the sound was played once the page shows the message: the list and the
     * sound react to the same event.
     */
    const rungAfter = async (text: string) => {
      await row.getByText(text).waitFor();
      return igor.page.evaluate(() =>
        navigator.locks.request('respa.sound', () =>
          Number(document.documentElement.dataset['rang'] ?? 0),
        ),
      );
    };
    await sendMessage(sonya, room, 'Видишь?');
    expect(await rungAfter('Видишь?')).toBe(0);
    await igor.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await sendMessage(sonya, room, 'А теперь?');
    expect(await rungAfter('А теперь?')).toBe(1);
    await sendMessage(igor.caller, room, 'С телефона');
    expect(await rungAfter('С телефона')).toBe(1);
    await sendMessage(sonya, room, 'И снова');
    expect(await rungAfter('И снова')).toBe(2);
  });
});

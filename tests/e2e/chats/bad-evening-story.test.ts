import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as board from '@respa/contract/classifieds';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as communities from '@respa/contract/communities';
import * as friends from '@respa/contract/friends';
import * as reactions from '@respa/contract/reactions';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import { Caller } from '../../support/driver.ts';
import { isBrowserHere, PASSWORD, World } from '../../support/browser/world.ts';

let world: World;
let page: Page;
let me: Caller;
let friend: Caller;
let postId = '';
let roomId = '';
const tokenOf = (from: Page) =>
  from.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
    return session.token;
  });
const main = () => page.getByRole('main');
const field = (label: string) => main().getByRole('textbox', { name: label }).first();
const press = (name: string) => main().getByRole('button', { name, exact: true }).last();
/** Lets the next call of a path through and loses its answer. */
async function loseAnswer(path: RegExp): Promise<void> {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** Returns whether no field holds the text any more. */
const isOver = async (text: string) =>
  !(
    await main()
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement).value))
  ).includes(text);

type Creation = {
  what: string;
  open: () => Promise<unknown>;
  /** Fills the form in. `text` is unique. */
  fill: (text: string) => Promise<unknown>;
  action: string;
  path: RegExp;
  /** Returns the texts of what exists. */
  list: () => Promise<string[]>;
};
const CREATIONS: Creation[] = [
  {
    what: 'a post',
    open: () => page.goto('/createpost'),
    fill: (text) => field('Текст поста').fill(text),
    action: 'Опубликовать',
    path: /\/api\/createuserpost/,
    list: async () =>
      (await me.call(wall.list, { params: { userId: me.id, page: 1, offset: 0 } })).posts.map(
        ({ title }) => title,
      ),
  },
  {
    what: 'a comment',
    open: () => page.goto(`/userpost/${postId}`),
    fill: (text) => field('Комментарий').fill(text),
    action: 'Отправить комментарий',
    path: /\/api\/userpost\/comment/,
    list: async () =>
      (await me.call(reactions.comments, { params: { postId } })).comments.map(({ text }) => text),
  },
  {
    what: 'a group chat',
    open: () => page.goto('/createchat'),
    fill: (text) => field('Название').fill(text),
    action: 'Создать беседу',
    path: /\/api\/group\/create/,
    list: async () =>
      (await me.call(chats.rooms)).rooms.map((room) => ('title' in room ? String(room.title) : '')),
  },
  {
    what: 'a community',
    open: () => page.goto('/createpublic'),
    fill: (text) => field('Название').fill(text),
    action: 'Создать группу',
    path: /\/api\/public\/create/,
    list: async () => (await me.call(communities.own)).publics.map(({ name }) => name),
  },
  {
    what: 'an ad',
    open: () => page.goto('/ad/create'),
    fill: async (text) => {
      await field('Название').fill(text);
      await field('Цена').fill('100');
    },
    action: 'Разместить',
    path: /\/api\/board\/create/,
    list: async () => (await me.call(board.mine)).ads.map(({ title }) => title),
  },
];

describe.skipIf(!isBrowserHere)('a bad evening', () => {
  beforeAll(async () => {
    world = await new World().open({ limits: false });
    const joined = await world.join('Инга', 'Неудачная');
    ({ page } = joined);
    await page.goto('/home');
    me = new Caller(world.url, { token: await tokenOf(page), id: joined.id, email: joined.email });
    const other = await world.join('Пётр', 'Друг');
    await other.page.goto('/home');
    friend = new Caller(world.url, {
      token: await tokenOf(other.page),
      id: other.id,
      email: other.email,
    });
    await me.call(friends.make, { params: { id: friend.id } });
    await friend.call(friends.accept, { params: { to: me.id } });
    postId = (await me.call(wall.create, { body: { title: 'До бури' } })).post._id;
    roomId = (await me.call(chats.createRoom, { params: { userId: friend.id } })).room._id;
  });
  afterAll(() => world.close());

  test.each(CREATIONS)(
    'double clicks make one of $what, and so does another try after a lost answer and a reload',
    async ({ what, open, fill, action, path, list }) => {
      await open();
      await fill(`Дважды: ${what}`);
      await press(action).dblclick();
      await expect.poll(list).toContain(`Дважды: ${what}`);
      await open();
      const text = `Потеряно: ${what}`;
      await fill(text);
      await loseAnswer(path);
      await press(action).click();
      await expect.poll(list).toContain(text);
      await page
        .getByText(/Нет связи/)
        .first()
        .waitFor();
      await page.reload();
      await press(action).click();
      // The second answer has arrived once the form is left or empty.
      await expect.poll(() => isOver(text)).toBe(true);
      await page.unroute(path);
      const there = await list();
      expect(there.filter((text) => text.endsWith(what)).sort()).toEqual([`Дважды: ${what}`, text]);
    },
  );
  test('a folder and a channel are made once by a double click', async () => {
    await page.goto('/cloud');
    await main().getByRole('button', { name: 'Новая папка' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Сейвы');
    await dialog.getByRole('button', { name: 'Создать' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const { files } = await me.call(cloud.files, { body: { folder: { id: '' } } });
    expect(files.map(({ name }) => name)).toEqual(['Сейвы']);
    await page.goto('/videohost/create/channel');
    await field('Название').fill('Бури');
    await press('Создать канал').dblclick();
    await page.waitForURL('**/videohost/channel/*');
    expect((await me.call(videohost.ownChannels)).channels.length).toBe(1);
  });
  test('messages written without a network, in two tabs, arrive once each and in order', async () => {
    const context = page.context();
    const second = await context.newPage();
    await page.goto(`/messages/${roomId}`);
    await second.goto(`/messages/${roomId}`);
    const write = async (tab: Page, text: string) => {
      const box = tab.getByLabel('Сообщение', { exact: true });
      await box.fill(text);
      await box.press('Enter');
    };
    await write(page, 'Ещё в сети');
    await expect.poll(async () => (await textsOf(friend)).at(-1)).toBe('Ещё в сети');
    await context.setOffline(true);
    await write(page, 'Раз');
    await write(page, 'Два');
    await write(second, 'Из второй вкладки');
    await page.reload().catch(() => {});
    await context.setOffline(false);
    await page.goto(`/messages/${roomId}`);
    await expect.poll(async () => (await textsOf(friend)).length).toBe(4);
    const texts = await textsOf(friend);
    expect(texts.indexOf('Раз')).toBeLessThan(texts.indexOf('Два'));
    expect([...texts].sort()).toEqual(['Ещё в сети', 'Раз', 'Два', 'Из второй вкладки'].sort());
    await second.close();
  });
  test('an ended session loses neither a message nor a comment nor a post', async () => {
    await page.goto(`/messages/${roomId}`);
    await page.getByLabel('Сообщение', { exact: true }).fill('Не успел');
    await page.goto(`/userpost/${postId}`);
    await field('Комментарий').fill('Не дописал');
    await page.goto('/createpost');
    await field('Текст поста').fill('Не опубликовал');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
      localStorage.setItem('respa.session', JSON.stringify({ ...session, token: 'x'.repeat(43) }));
    });
    await page.reload();
    await page.waitForURL('**/login');
    await page.getByLabel('Почта').fill(me.email);
    await page.getByLabel('Пароль', { exact: false }).first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('**/createpost');
    await expect.poll(() => field('Текст поста').inputValue()).toBe('Не опубликовал');
    await page.goto(`/userpost/${postId}`);
    await expect.poll(() => field('Комментарий').inputValue()).toBe('Не дописал');
    await page.goto(`/messages/${roomId}`);
    await expect
      .poll(() => page.getByLabel('Сообщение', { exact: true }).inputValue())
      .toBe('Не успел');
  });
});
async function textsOf(who: Caller): Promise<string[]> {
  const { messages } = await who.call(chats.messages, {
    params: { page: 1, offset: 0 },
    query: { room: roomId },
  });
  return messages.map(({ message }) => message);
}

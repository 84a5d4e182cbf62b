import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import * as communities from '@respa/contract/communities';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { Caller } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

let world: World;
let page: Page;
let me: Caller;
let postId = '';
let communityId = '';
/** Every form of a new object: where it is, and a field with what is typed into it. */
const FORMS = [
  ['/createpost', 'Текст поста', 'Пост подлиннее'],
  ['/createpublic', 'Описание', 'О чём группа'],
  ['/createchat', 'Название', 'Рейд по субботам'],
  ['/videohost/create/channel', 'Описание', 'О чём канал'],
  ['/ad/create', 'Описание', 'Почти новый'],
  ['/innerad/create', 'Название', 'Турнир'],
  ['/support', 'Подробно опишите проблему:', 'Не открывается чат'],
] as const;
const field = (label: string) =>
  page.getByRole('main').getByRole('textbox', { name: label }).first();
const question = () => page.getByRole('dialog', { name: 'Уйти без сохранения?' });
/** Leaves by a link of the menu. */
const leave = () =>
  page.getByRole('navigation').getByRole('link', { name: 'Люди', exact: true }).first().click();

/** Returns how many values of forms the browser keeps in its database of files. */
const countKeptFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('respa.form-files', 1);
        request.onupgradeneeded = () => request.transaction!.abort();
        request.onerror = () => resolve(0);
        request.onsuccess = () => {
          const database = request.result;
          const count = database.transaction('files').objectStore('files').count();
          count.onsuccess = () => {
            database.close();
            resolve(count.result);
          };
        };
      }),
  );

describe.skipIf(!isBrowserHere)('what is typed into a form', () => {
  beforeAll(async () => {
    world = await new World().open({ limits: false });
    const joined = await world.join('Ника', 'Бережная');
    ({ page } = joined);
    await page.goto('/home');
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('respa.session')!) as { token: string }).token,
    );
    me = new Caller(world.url, { token, id: joined.id, email: joined.email });
    postId = (await me.call(wall.create, { body: { title: 'Готовый пост' } })).post._id;
    await me.call(reactions.comment, { params: { postId }, body: { text: 'Первый' } });
    communityId = (await me.call(communities.create, { body: { name: 'Клуб' } })).pub._id;
  });
  afterAll(() => world.close());

  test.each(FORMS)('%s survives a reload, a link and the way back', async (path, label, text) => {
    await page.goto(path);
    await field(label).fill(text);
    await page.reload();
    await expect.poll(() => field(label).inputValue()).toBe(text);
    await leave();
    await page.waitForURL('**/users');
    await page.goBack();
    await expect.poll(() => field(label).inputValue()).toBe(text);
    await field(label).fill('');
  });
  test('the people named in an unsent post, comment and description are kept with it', async () => {
    const { id } = await world.join('Лев', 'Дубов');
    const { pub } = await me.call(communities.create, { body: { name: 'Друзья Льва' } });
    const places = [
      ['/createpost', 'Текст поста', 'Опубликовать'],
      [`/userpost/${postId}`, 'Комментарий', 'Отправить комментарий'],
      [`/editpublic/${pub._id}`, 'Описание', 'Сохранить'],
    ] as const;
    for (const [path, label, action] of places) {
      await page.goto(path);
      await field(label).fill('Спасибо, ');
      await field(label).press('End');
      await field(label).pressSequentially('@Лев');
      await page.getByRole('option', { name: 'Лев Дубов' }).click();
      await expect.poll(() => field(label).inputValue()).toBe('Спасибо, @Лев Дубов ');
      await page.reload();
      await expect.poll(() => field(label).inputValue()).toBe('Спасибо, @Лев Дубов ');
      await page.getByRole('main').getByRole('button', { name: action, exact: true }).click();
      const link = page.getByRole('main').getByRole('link', { name: '@Лев Дубов' });
      await link.first().waitFor();
      expect(await link.first().getAttribute('href')).toBe(`/user/${id}`);
    }
  });
  test('a comment and an answer survive a reload, and are gone once they are sent', async () => {
    await page.goto(`/userpost/${postId}`);
    await field('Комментарий').fill('Не отправлено');
    await page.getByRole('button', { name: 'Ответить' }).first().click();
    await field('Ответ').fill('И ответ тоже');
    await page.reload();
    await expect.poll(() => field('Комментарий').inputValue()).toBe('Не отправлено');
    await page.getByRole('button', { name: 'Ответить' }).first().click();
    await expect.poll(() => field('Ответ').inputValue()).toBe('И ответ тоже');
    await page.getByRole('button', { name: 'Отправить ответ' }).click();
    await field('Ответ').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Отправить комментарий' }).click();
    await expect.poll(() => field('Комментарий').inputValue()).toBe('');
    await page.reload();
    await page.getByText('И ответ тоже').waitFor();
    await page.getByText('Не отправлено').waitFor();
    expect(await field('Комментарий').inputValue()).toBe('');
  });
  test('pictures of a post survive a reload, and the post is gone from the form once published', async () => {
    await page.goto('/createpost');
    await field('Текст поста').fill('С картинкой');
    await page
      .locator('main input[type=file]')
      .first()
      .setInputFiles({
        name: 'кадр.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from(await (await picture()).arrayBuffer()),
      });
    const chosen = () => page.getByRole('main').getByRole('button', { name: /Убрать.*кадр/ });
    await chosen().waitFor();
    // The browser writes a file a moment after it is shown.
    await expect.poll(() => countKeptFiles(page)).toBe(1);
    await page.reload();
    await chosen().waitFor();
    // A page that is left at once does not delete its files in time.
    await page.evaluate(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new Error('left too early');
      };
    });
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByText('Опубликовано').waitFor();
    expect(await countKeptFiles(page)).toBe(1);
    // It is not taken for a text that a sign-out would lose.
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toMatch(
      /respa\.form\.[^,]*dropped/,
    );
    await page.goto('/createpost');
    await field('Текст поста').waitFor();
    await expect.poll(() => countKeptFiles(page)).toBe(0);
    expect(await field('Текст поста').inputValue()).toBe('');
    expect(await chosen().count()).toBe(0);
  });
  test('another tab shows it, and its sending empties both', async () => {
    const other = await page.context().newPage();
    await page.goto('/createpost');
    await other.goto('/createpost');
    await field('Текст поста').fill('В двух вкладках');
    const there = other.getByRole('main').getByLabel('Текст поста');
    await expect.poll(() => there.inputValue()).toBe('В двух вкладках');
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await expect.poll(() => there.inputValue()).toBe('');
    await other.close();
  });
  test.each([
    ['the own page', () => '/editprofile', 'О себе'],
    ['a community', () => `/editpublic/${communityId}`, 'Описание'],
  ])(
    'changes of %s are asked about by a link, survive a reload, and are discarded on demand',
    async (_, path, label) => {
      await page.goto('/home');
      await page.goto(path());
      await field(label).fill('Не сохранено');
      await leave();
      await question().getByRole('button', { name: 'Отмена' }).click();
      expect(await field(label).inputValue()).toBe('Не сохранено');
      await page.reload();
      await expect.poll(() => field(label).inputValue()).toBe('Не сохранено');
      await leave();
      await question().getByRole('button', { name: 'Уйти' }).click();
      await page.waitForURL('**/users');
      await page.goto(path());
      expect(await field(label).inputValue()).toBe('');
    },
  );
  test('Back asks too, and stays on the page until it is answered', async () => {
    await page.goto(`/user/${me.id}`);
    await page.locator('a[href="/editprofile"]').first().click();
    await field('О себе').fill('Не сохранено');
    await page.goBack();
    await question().getByRole('button', { name: 'Отмена' }).click();
    expect(page.url()).toContain('/editprofile');
    expect(await field('О себе').inputValue()).toBe('Не сохранено');
    await page.goBack();
    await question().getByRole('button', { name: 'Уйти' }).click();
    await page.waitForURL(`**/user/${me.id}`);
  });
  test('an ended session keeps it for its member, and nobody else sees it', async () => {
    await page.goto('/createpost');
    await field('Текст поста').fill('Сессия кончилась');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('respa.session')!) as { token: string };
      localStorage.setItem(
        'respa.session',
        JSON.stringify({ ...session, token: 'a'.repeat(session.token.length) }),
      );
    });
    await page.reload();
    await page.waitForURL('**/login');
    await page.getByLabel('Почта').fill(me.email);
    await page.getByLabel('Пароль', { exact: false }).first().fill('respawn-2026');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('**/createpost');
    await expect.poll(() => field('Текст поста').inputValue()).toBe('Сессия кончилась');
  });
});

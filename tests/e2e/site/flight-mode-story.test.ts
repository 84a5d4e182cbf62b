import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  bubble,
  callAs,
  enterAs,
  field,
  goTo,
  log,
  texts,
  write,
} from '../../support/browser/dialog-page.ts';
import {
  listStores,
  waitForKept,
  waitForShell,
  WITH_WORKER,
} from '../../support/browser/service-worker.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { roomOf, sendMessage } from '../../support/members/conversations.ts';
import * as chats from '@respa/contract/chats';
import { picture } from '../../support/files/pictures.ts';

let world: World;
describe.skipIf(!isBrowserHere)('the installed app', () => {
  beforeAll(async () => {
    world = await new World().open({ demo: true, limits: false });
  });
  afterEach(() => world.closeContexts());
  afterAll(() => world.close());

  test('a morning in flight mode: the member reads, writes and reconnects', async () => {
    const { page, context, caller } = await enterAs(world, 'kornilov', WITH_WORKER);
    const igor = await callAs(world, 'lunyov');
    const room = await roomOf(caller, igor);
    await sendMessage(igor, room, 'Посадка через час.');
    await page.goto('/home');
    const post = await page.getByRole('article').first().innerText();
    await waitForKept(page, '"posts"');
    await goTo(page, room);
    await bubble(page, 'Посадка через час.').waitFor();
    await waitForShell(page);
    await waitForKept(page, 'Посадка через час.');

    // Without a network, a reload shows the same conversation and says how old it is.
    await context.setOffline(true);
    await page.reload();
    await bubble(page, 'Посадка через час.').waitFor();
    await page.getByText(/Вы не в сети\. Показаны данные на \d/).waitFor();
    // It runs under the same rules as any page, with a nonce of its own.
    const readRules = () =>
      page.evaluate(() => {
        const { nonce } = document.querySelector('script')!;
        try {
          document.createElement('script').text = '1';
        } catch (error) {
          return { nonce, refusal: String(error) };
        }
        return { nonce, refusal: '' };
      });
    const rules = await readRules();
    expect(rules.refusal).toContain('TrustedScript');

    // Messages wait, in this page and after another reload, and go once and in order.
    for (const text of ['Взлетаем.', 'Скоро буду.']) {
      await write(page, text);
      await bubble(page, text).or(log(page).getByText(text)).first().waitFor();
    }
    const notice = page.getByRole('dialog').getByRole('button').last();
    await page.reload();
    await log(page).getByText('Скоро буду.').waitFor();
    const { nonce } = await readRules();
    expect(nonce).not.toBe(rules.nonce);
    expect(nonce).not.toBe('');
    // Sending is tried once the page is idle, and says that there is no network.
    await notice.click();
    await page.getByRole('link', { name: 'Главная' }).first().click();
    await page.getByRole('article').first().waitFor();
    expect((await page.getByRole('article').first().innerText()).split('\n')[0]).toBe(
      post.split('\n')[0],
    );
    await context.setOffline(false);
    await expect
      .poll(async () => {
        const { messages } = await igor.call(chats.messages, {
          params: { page: 1, offset: 0 },
          query: { room },
        });
        return messages.map(({ message }) => message).slice(-3);
      })
      .toEqual(['Посадка через час.', 'Взлетаем.', 'Скоро буду.']);
    await page.getByText(/Вы не в сети/).waitFor({ state: 'detached' });
    await goTo(page, room);
    await bubble(page, 'Скоро буду.').waitFor();
    expect((await texts(page)).filter((text) => text.includes('Взлетаем.'))).toHaveLength(1);
    await field(page).waitFor();
  });

  test('nothing that can be read offline outlives the session', async () => {
    const context = await world.newContext(WITH_WORKER);
    const page = await context.newPage();
    const igor = await callAs(world, 'lunyov');
    const room = await roomOf(await callAs(world, 'vetrova'), igor);
    await sendMessage(igor, room, 'Тайна.');
    await page.goto('/login');
    await world.signIn(page, 'vetrova@demo.respa', 'respa-demo-2026');
    await goTo(page, room);
    await bubble(page, 'Тайна.').waitFor();
    await waitForShell(page);
    await waitForKept(page, 'Тайна.');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    await expect.poll(() => listStores(page)).toEqual([]);
    // A page without a network is now the browser's own.
    await context.setOffline(true);
    await expect(page.goto(`/messages/${room}`)).rejects.toThrow(/net::ERR_/);
    await context.setOffline(false);
    // A session that ends by itself.
    await page.goto('/login');
    await world.signIn(page, 'sol@demo.respa', 'respa-demo-2026');
    await waitForShell(page);
    await waitForKept(page, 'friends');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('respa.session')!) as object;
      localStorage.setItem('respa.session', JSON.stringify({ ...session, token: 'dead' }));
    });
    await page.reload();
    await page.waitForURL('**/login');
    await expect.poll(() => listStores(page)).not.toContain('respa.kept');
  });

  test('what another program shares becomes a post or a message, after signing in too', async () => {
    const context = await world.newContext(WITH_WORKER);
    const page = await context.newPage();
    await page.goto('/login');
    await world.signIn(page, 'kornilov@demo.respa', 'respa-demo-2026');
    await waitForShell(page);
    const share = async (text: string, picture: number[] = []) => {
      await page.evaluate(
        ([words, bytes]) => {
          const form = document.createElement('form');
          Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
          const add = (name: string, type: string) => {
            const input = document.createElement('input');
            Object.assign(input, { name, type });
            form.append(input);
            return input;
          };
          add('text', 'hidden').value = words;
          add('url', 'hidden').value = 'https://example.org/game';
          if (bytes.length > 0) {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(bytes)], 'Кадр.png', { type: 'image/png' }));
            add('files', 'file').files = files.files;
          }
          const button = document.createElement('button');
          button.textContent = 'Из другой программы';
          Object.assign(button.style, { position: 'fixed', inset: '0', zIndex: '9999' });
          form.append(button);
          document.body.append(form);
        },
        [text, picture] as const,
      );
      await page.getByRole('button', { name: 'Из другой программы' }).click();
    };
    await share('Смотри, что вышло', [...new Uint8Array(await (await picture()).arrayBuffer())]);
    await page.waitForURL('**/share');
    await page.getByRole('img', { name: 'Картинка 1' }).waitFor();
    await page.getByRole('button', { name: 'Пост на стене' }).click();
    await page.waitForURL('**/createpost');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Текст поста' }).inputValue())
      .toBe('Смотри, что вышло\nhttps://example.org/game');
    await page.getByRole('main').locator('img[src^="blob:"]').waitFor();

    // A visitor signs in first, and nothing is lost.
    await page.getByRole('button', { name: 'Опубликовать' }).click();
    await page.waitForURL('**/user/*');
    await page.goto('/settings');
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    // The sign-out replaces the document.
    const isOld = () => page.evaluate(() => 'isOld' in globalThis).catch(() => true);
    await expect.poll(isOld).toBe(false);
    await page.waitForURL('**/greeting');
    await share('Позовём всех');
    await page.waitForURL('**/login');
    await page.getByLabel('Почта').fill('kornilov@demo.respa');
    await page.getByLabel('Пароль').first().fill('respa-demo-2026');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('**/share');
    const choice = page.getByRole('main').getByRole('listitem').getByRole('button').first();
    await choice.click();
    await expect
      .poll(() => field(page).inputValue())
      .toBe('Позовём всех\nhttps://example.org/game');
  });

  test('a new version asks first, and the switch of the server removes the worker', async () => {
    const { page } = await enterAs(world, 'akhmetov', WITH_WORKER);
    await page.goto('/home');
    await waitForShell(page);
    const scriptOf = () =>
      page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? null);
    expect(await scriptOf()).toContain('/sw.js');
    // Another address of the same scope is a new version of the worker.
    await page.goto('/createpost');
    await page.getByRole('textbox', { name: 'Текст поста' }).fill('Недописанное');
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'));
    const offer = page.getByRole('button', { name: 'Вышла новая версия. Обновить' });
    await offer.waitFor();
    expect(await scriptOf()).not.toContain('next');
    await Promise.all([page.waitForEvent('load'), offer.click()]);
    await expect.poll(scriptOf).toContain('next');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Текст поста' }).inputValue())
      .toBe('Недописанное');

    await world.stopServer();
    await world.startServer({ SERVICE_WORKER: 'off' });
    await page.reload();
    await page.getByRole('main').waitFor();
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0]);
    await page.reload();
    await page.getByRole('textbox', { name: 'Текст поста' }).waitFor();
    expect(await scriptOf()).toBeNull();
    await world.stopServer();
    await world.startServer();
  });
});

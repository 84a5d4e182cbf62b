import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
describe.skipIf(!isBrowserHere)('many tabs', () => {
  beforeAll(async () => {
    world = await new World().openCommon();
  });
  afterAll(() => world.close());

  test('eight tabs with rooms open hold at most two streams, and every visible tab is up to date', async () => {
    const [anna, boris] = [
      await world.join('Анна', 'Восьмая'),
      await world.join('Борис', 'Первый'),
    ];
    await boris.page.goto(`/user/${anna.id}`);
    await boris.page.getByRole('button', { name: 'Написать' }).click();
    await boris.page.waitForURL('**/messages/*');
    const room = new URL(boris.page.url()).pathname;
    await boris.page.getByRole('textbox', { name: 'Сообщение' }).fill('Начало');
    await boris.page.keyboard.press('Enter');
    await boris.page.getByRole('log').getByText('Начало').waitFor();

    const streams = new Set<object>();
    const isStream = (url: string) => /\/api\/(live|connect\/)/.test(url);
    const watch = (page: Page) => {
      const own = new Set<object>();
      page.on('request', (request) => {
        if (!isStream(request.url())) return;
        own.add(request);
        streams.add(request);
      });
      page.on('requestfailed', (request) => streams.delete(request));
      page.on('requestfinished', (request) => streams.delete(request));
      page.on('close', () => own.forEach((request) => streams.delete(request)));
    };
    await anna.page.close();
    const tabs: Page[] = [];
    for (let at = 0; at < 8; at += 1) {
      const tab = await anna.context.newPage();
      watch(tab);
      await tab.goto(room);
      await tab.getByRole('log').getByText('Начало').waitFor();
      tabs.push(tab);
      await expect.poll(() => streams.size, { timeout: patient(5_000) }).toBeLessThanOrEqual(2);
    }
    // Headless tabs are all visible: the one in front reads the room's stream, the others are
    // notified by the member's own stream.
    await boris.page.getByRole('textbox', { name: 'Сообщение' }).fill('Всем вкладкам');
    await boris.page.keyboard.press('Enter');
    for (const tab of tabs) await tab.getByRole('log').getByText('Всем вкладкам').waitFor();
    expect(streams.size).toBeLessThanOrEqual(2);
    // The tab that reads the member's stream closes; another takes over.
    await tabs.shift()!.close();
    await boris.page.getByRole('textbox', { name: 'Сообщение' }).fill('И после');
    await boris.page.keyboard.press('Enter');
    for (const tab of tabs) await tab.getByRole('log').getByText('И после').waitFor();
    expect(streams.size).toBeLessThanOrEqual(2);

    // A window loses its room's stream to another window before its first message arrived; it shows
    // the room all the same.
    const [early, late] = [tabs[0]!, tabs[1]!];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await early.route(/\/api\/connect\//, async (route) => {
      await held;
      await route.fallback();
    });
    await early.reload();
    await early.getByRole('heading', { level: 1 }).waitFor();
    await Promise.all([late.waitForResponse(/\/api\/connect\//), late.reload()]);
    await late.getByRole('log').getByText('Начало').waitFor();
    letGo();
    await early.getByRole('log').getByText('Начало').waitFor();
    await expect.poll(() => streams.size).toBeLessThanOrEqual(2);
    await boris.page.getByRole('textbox', { name: 'Сообщение' }).fill('Обоим окнам');
    await boris.page.keyboard.press('Enter');
    for (const tab of [early, late]) await tab.getByRole('log').getByText('Обоим окнам').waitFor();
  });

  test('every tab shows who is typing and online, also after the tab that was opened last closes', async () => {
    const [anna, boris] = [
      await world.join('Анна', 'Двухоконная'),
      await world.join('Борис', 'Печатающий'),
    ];
    const elsewhere = await boris.context.newPage();
    await elsewhere.goto(`/user/${anna.id}`);
    await elsewhere.getByRole('button', { name: 'Написать' }).click();
    await elsewhere.waitForURL('**/messages/*');
    const room = elsewhere.url();
    await boris.page.close();
    const [first, second] = [anna.page, await anna.context.newPage()];
    for (const tab of [first, second]) {
      await tab.goto(room);
      await tab.getByRole('log').waitFor();
    }
    const field = () => elsewhere.getByRole('textbox', { name: 'Сообщение' });
    const typing = (tab: Page) => tab.getByText('печатает…');
    const shown = async (tabs: Page[]) => {
      // The streams of the tabs may open a little later than the pages: the other person goes on
      // typing.
      let isSeen = false;
      const seen = Promise.all(tabs.map((tab) => typing(tab).waitFor())).then(() => {
        isSeen = true;
      });
      while (!isSeen) {
        await field().pressSequentially('ы');
        await Promise.race([seen, elsewhere.waitForTimeout(1_000)]);
      }
      await seen;
      await Promise.all(tabs.map((tab) => typing(tab).waitFor({ state: 'detached' })));
    };
    const isShown = (tab: Page, text: string) =>
      tab
        .getByRole('region', { name: /Переписка/ })
        .getByText(text)
        .first()
        .waitFor();
    await shown([first, second]);
    await elsewhere.goto('about:blank');
    await Promise.all([first, second].map((tab) => isShown(tab, 'был')));
    await elsewhere.goto(room);
    await Promise.all([first, second].map((tab) => isShown(tab, 'в сети')));
    await second.close();
    await shown([first]);
    await elsewhere.goto('about:blank');
    await isShown(first, 'был');
    expect(await typing(first).count()).toBe(0);
  });
});

import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type Server } from '../../packages/server/src/app/server.ts';
import { openLine, type Line } from '../support/servers/bad-network.ts';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { closeBrowser } from '../support/browser/shared-browser.ts';
import { isBrowserHere, World } from '../support/browser/world.ts';

const SITE = fileURLToPath(new URL('../../packages/web/dist', import.meta.url));
let app: TestApp;
let newer: Server;
let line: Line;
let world: World;
let anna: Caller;
const newSite = mkdtempSync(join(tmpdir(), 'respa-newer-site-'));
beforeAll(async () => {
  app = await startTestApp();
  // Before another server exists, which would take the emails.
  anna = await app.join('Анна');
  makeNextBuild();
  newer = await startServer(app.server.context.config, app.databaseUrl, {
    print: () => {},
    siteDir: newSite,
  });
  line = await openLine(app.server.port);
  world = World.at(line.url);
});
beforeEach(() => line.lead(app.server.port));
afterAll(async () => {
  await world?.close();
  await closeBrowser();
  await line?.close();
  await newer?.stop();
  await app?.stop();
  rmSync(newSite, { recursive: true, force: true });
});

/**
 * Copies the site with other hashes in every file name, so that the files a page of the previous
 * build requests do not exist.
 */
function makeNextBuild(): void {
  cpSync(SITE, newSite, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  const hashes = new Map<string, string>();
  const assets = join(newSite, 'assets');
  const renew = (text: string) =>
    text.replaceAll(/(?<=-)[0-9a-f]{8}(?=\.)/g, (hash) => hashes.get(hash) ?? hash);
  for (const name of readdirSync(assets))
    for (const [hash] of name.matchAll(/(?<=-)[0-9a-f]{8}(?=\.)/g))
      hashes.set(hash, randomBytes(4).toString('hex'));
  for (const file of readdirSync(newSite, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:js|css|html)$/.test(name),
  ))
    writeFileSync(join(newSite, file), renew(readFileSync(join(newSite, file), 'utf8')));
  for (const name of readdirSync(assets)) renameSync(join(assets, name), join(assets, renew(name)));
}
/** Puts the newer server in place of the older one and breaks the connections to the older one. */
function update(): void {
  line.lead(newer.port);
  line.cut();
}
const entryIn = (html: string) => /src="(\/assets\/index-[0-9a-f]{8}\.js)"/.exec(html)![1];
const entryOf = (page: Page) =>
  page.evaluate(() =>
    document.querySelector('script[type=module][src^="/assets/"]')!.getAttribute('src'),
  );
const NEW_ENTRY = () => entryIn(readFileSync(join(newSite, 'index.html'), 'utf8'));
const bar = (page: Page) =>
  page.getByRole('button', { name: 'Вышла новая версия. Обновить страницу' });
const people = (page: Page) => page.getByRole('link', { name: 'Люди' }).first();
async function openHome(): Promise<Page> {
  const page = await world.pageOf(anna);
  await page.goto('/home');
  await people(page).waitFor();
  return page;
}

test('an old call that was removed or changed gets an error message; an unknown field is ignored', async () => {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: { ...anna.headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { error?: string; code?: string },
    };
  };
  expect(await ask('/a-call-of-before', {})).toMatchObject({
    status: 404,
    body: { code: 'not_found', error: expect.stringMatching(/[а-я]/) },
  });
  expect(await ask('/cloud/mkdir', { title: 'Сейвы' })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/[а-я]/) },
  });
  expect(await ask('/cloud/mkdir', { name: { first: 'Сейвы' } })).toMatchObject({
    status: 400,
    body: { code: 'bad_input', error: expect.stringMatching(/[а-я]/) },
  });
  expect(
    await ask('/cloud/mkdir', { name: 'Сейвы', colour: 'зелёный', date: '1999-01-01' }),
  ).toMatchObject({ status: 200 });
});

describe('Pages of the previous build', () => {
  beforeEach(({ skip }) => skip(!isBrowserHere, 'нет Chromium (укажите CHROMIUM_PATH)'));

  test('announce the new version once their stream reconnects, and a click loads it', async () => {
    const page = await world.pageOf(anna);
    const opened = page.waitForResponse('**/api/live');
    await page.goto('/home');
    await opened;
    expect(await entryOf(page)).not.toBe(NEW_ENTRY());
    expect(await bar(page).count()).toBe(0);
    update();
    await bar(page).click();
    await people(page).waitFor();
    await expect.poll(() => entryOf(page).catch(() => '')).toBe(NEW_ENTRY());
    expect(await bar(page).count()).toBe(0);
  });
  test('announce it even if their stream had not been open yet', async () => {
    const page = await world.pageOf(anna);
    let isFirst = true;
    await page.route('**/api/live', (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      update();
      return route.abort();
    });
    await page.goto('/home');
    await bar(page).waitFor();
    expect(await entryOf(page)).not.toBe(NEW_ENTRY());
  });
  test('continue if a chunk of the next page no longer exists: the page reloads, without an error screen', async () => {
    const page = await openHome();
    const broken: string[] = [];
    await page.exposeFunction('noteBroken', (text: string) => {
      broken.push(text);
    });
    await page.evaluate(() =>
      new MutationObserver(() => {
        const alert = document.querySelector('main [role=alert]');
        if (alert !== null)
          (globalThis as unknown as { noteBroken(text: string): void }).noteBroken(
            alert.textContent!,
          );
      }).observe(document.body, { childList: true, subtree: true }),
    );
    update();
    const missing = page.waitForResponse(
      (answer) => answer.url().includes('/assets/') && answer.status() === 404,
    );
    await people(page).click();
    await missing;
    await page.getByPlaceholder('Имя или фамилия').waitFor();
    expect([new URL(page.url()).pathname, await entryOf(page), broken]).toEqual([
      '/users',
      NEW_ENTRY(),
      [],
    ]);
  });
  test('announce it too after a refusal such as old calls get, when no stream reports it', async () => {
    const page = await world.pageOf(anna);
    await page.route('**/api/live', (route) => route.abort());
    await page.goto(`/user/${anna.id}`);
    await page.getByPlaceholder('Что нового?').waitFor();
    update();
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/user/${crypto.randomUUID()}`);
    // 'Нет связи' is shown as long as the stream is disconnected.
    await page.unroute('**/api/live');
    await bar(page).waitFor();
    expect(await entryOf(page)).not.toBe(NEW_ENTRY());
    await page.getByRole('button', { name: 'Позже' }).click();
    await bar(page).waitFor({ state: 'detached' });
    // A user who postpones the update continues where they were.
    expect(new URL(page.url()).pathname).toMatch(/^\/user\//);
    expect(await entryOf(page)).not.toBe(NEW_ENTRY());
  });
  test('do not reload repeatedly if the server is only down or a single chunk fails', async () => {
    const page = await openHome();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route('**/assets/users-*.js', (route) => route.abort());
    await people(page).click();
    await page.getByRole('alert').getByRole('button', { name: 'Повторить' }).waitFor();
    expect([loads, await bar(page).count()]).toEqual([0, 0]);
  });
});

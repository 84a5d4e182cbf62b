import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as admins from '@respa/contract/admin';
import { Caller, PASSWORD, type TestHouse } from '../driver.ts';
import { ADMIN } from '../games.ts';
import { furnish } from '../sweeps/asking.ts';
import type { Things } from '../sweeps/access-row.ts';
import { settle } from './every-screen.ts';
import { fillFields } from './fill-fields.ts';
import { furnishedScreens } from './furnished-screens.ts';
import { PAYLOADS, RAN } from './payloads.ts';
import { isBrowserHere, World } from './world.ts';

const IS_LONG = process.env['RESPA_LONG_TESTS'] === '1';
/** How often each call is made: the next time short fields hold the next payloads. */
const ROUNDS = IS_LONG ? 40 : 3;

let world: World;
let things: Things;
let callers: { owner: Caller; friend: Caller; admin: Caller; stranger: Caller };
let refused: Set<string>;
/** The house as the stories' own server is one. */
function houseOf(town: World): TestHouse {
  const nobody = new Caller(town.url);
  const house = {
    url: town.url, nobody,
    waitForLink: (to: Caller, kind: string) => town.mailedLink(to.email, kind),
    async join(name: string, surname = 'Тестова') {
      const email = `${crypto.randomUUID()}@respa.test`;
      const { token, userId } = await nobody.call(account.register, { body: { name, surname, age: '1999-05-11', email, password: PASSWORD } });
      const caller = new Caller(town.url, { token, id: userId, email });
      await nobody.call(account.activate, { body: { link: (await town.mailedLink(email, 'activate')).split('/').at(-1) } });
      return caller;
    },
  };
  return house as unknown as TestHouse;
}

/** What went wrong on a page, and which payloads were seen there. */
async function look(page: Page, seen: Set<string>): Promise<string[]> {
  const found = await page.evaluate((word) => {
    const handlers = [...document.querySelectorAll('*')].filter((node) => [...node.attributes].some(({ name, value }) => (/^on/i.test(name) || /^\s*(?:javascript|data:text|vbscript)/i.test(value)) && value.includes(word)));
    const made = [...document.querySelectorAll('iframe, object, embed, base, script')].filter((node) => node.outerHTML.includes(word));
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(({ protocol }) => !['http:', 'https:', 'blob:', 'mailto:'].includes(protocol));
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value).join(' ');
    return { bad: [...handlers, ...made, ...links].map((node) => node.outerHTML.slice(0, 160)), words: `${document.body.innerText} ${values}` };
  }, RAN);
  for (const [word] of found.words.matchAll(new RegExp(`${RAN}\\d+`, 'g'))) seen.add(word);
  return found.bad;
}
async function visit(who: Caller, paths: readonly string[], seen: Set<string>): Promise<{ problems: string[]; withPayloads: number }> {
  const page = await world.pageOf(who);
  const problems: string[] = [];
  let where = '';
  let withPayloads = 0;
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error(`CSP: ${violatedDirective} ${blockedURI}`));
  });
  page.on('console', (message) => { if (message.text().startsWith(RAN) || /CSP:|Content Security Policy|TrustedHTML/.test(message.text())) problems.push(`${where}: ${message.text()}`); });
  page.on('dialog', (dialog) => { problems.push(`${where}: ${dialog.message()}`); void dialog.dismiss(); });
  page.on('request', (request) => { if (!request.url().startsWith(world.url) && !/^(?:blob|data):/.test(request.url())) problems.push(`${where}: asks ${request.url()}`); });
  page.on('pageerror', (error) => problems.push(`${where}: ${error.message}`));
  for (const [place, path] of paths.entries()) {
    where = path;
    // By the router from screen to screen, as people go; now and then as a document of its own.
    if (place % 8 === 0 || IS_LONG) await page.goto(path);
    else {
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }, path);
      await page.waitForTimeout(50);
    }
    await settle(page);
    const before = seen.size;
    const bad = await look(page, seen);
    problems.push(...bad.map((html) => `${path}: ${html}`));
    if (seen.size > before || (await page.locator('body').innerText()).includes(RAN)) withPayloads += 1;
  }
  await page.context().close();
  return { problems, withPayloads };
}

describe.skipIf(!isBrowserHere)('forty scripts in every text field', () => {
  beforeAll(async () => {
    world = await new World().open({ limits: false, env: ADMIN });
    const made = await furnish(houseOf(world));
    ({ things } = made);
    callers = made;
    ({ refused } = await fillFields({ owner: made.owner, admin: made.admin, others: [made.stranger, made.friend] }, things, ROUNDS));
  }, 600_000);
  afterAll(() => world.close());

  test('are taken by every field of words, except for these', () => {
    // What they need is not there to be had: an event, a letter and an ad that waits; the words of the last are looked for and kept by nobody.
    const others = ['POST /admin/messages/:id/answer text', ...['information', 'text', 'visibility'].map((name) => `POST /aep/event/:id ${name}`), 'POST /innerad/refuse/:id reason', 'POST /promo/refuse/:id reason', 'POST /videohost/channels/channelbyname name', 'POST /cloud/filesbyfolder name'];
    expect([...refused].filter((one) => !others.includes(one))).toEqual([]);
  });
  test('and none runs on any screen, the admin\'s included', { timeout: IS_LONG ? 1_800_000 : 300_000 }, async () => {
    const seen = new Set<string>();
    const { owner, friend, admin } = callers;
    const all = furnishedScreens(things);
    const visits = [await visit(owner, all.member, seen), await visit(friend, all.theirs, seen), await visit(admin, all.desk, seen)];
    expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
    expect(visits.reduce((sum, { withPayloads }) => sum + withPayloads, 0)).toBeGreaterThan(25);
    expect([...seen].sort()).toEqual(PAYLOADS.map((_payload, place) => `${RAN}${place + 1}`).sort());
  });
  test('mails carry them as text', async () => {
    const { stranger, admin } = callers;
    await admin.call(admins.suspend, { params: { id: stranger.id }, body: { reason: PAYLOADS.slice(0, 6).join(' ') } });
    const mails = () => readdirSync(world.mails).filter((name) => name.endsWith('.eml')).map((name) => readFileSync(join(world.mails, name), 'utf8')).map(decode);
    await expect.poll(() => mails().some((mail) => mail.includes(RAN)), { timeout: 15_000 }).toBe(true);
    for (const mail of mails()) {
      const html = mail.slice(mail.search(/<html|<!doctype|<p>|<div/i));
      expect(html).not.toMatch(new RegExp(`<(?:script|img|svg|iframe|body|a)[^>]*>?[^<]*${RAN}`, 'i'));
    }
  });
});
const decode = (mail: string) => mail.split(/\r?\n\r?\n/).map((part) => (/^[A-Za-z0-9+/=\r\n]+$/.test(part.trim()) ? Buffer.from(part, 'base64').toString() : part.replace(/=\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString()))).join('\n');

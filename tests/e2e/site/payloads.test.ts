import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as admins from '@respa/contract/admin';
import { Caller, PASSWORD, signIn, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import { seedFixtures } from '../../sweeps/sweep-requests.ts';
import type { SeededWorld } from '../../sweeps/objects/live-objects.ts';
import { seedAdminFixtures } from '../../sweeps/seeded-objects.ts';
import { navigateTo, open } from '../../support/browser/every-screen.ts';
import { fillFields, findFields, labelOf } from '../../support/browser/fill-fields.ts';
import { seededScreens } from '../../support/browser/seeded-screens.ts';
import { callsIn, PAYLOAD_COUNT, RAN, SOME_PAYLOADS } from '../../support/browser/payloads.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

const IS_LONG = process.env['RESPA_LONG_TESTS'] === '1';
const fields = await findFields();
/**
 * How often everything is written and then checked: in the next round, short fields hold the next
 * payloads.
 */
const ROUNDS = IS_LONG ? Math.max(...fields.map(({ packs }) => packs.length)) : 1;
/**
 * Fields that hold fewer than all payloads, and how many: a user's name is limited to fifty
 * characters, a file's name may not contain a slash.
 */
const REDUCED_PAYLOADS: Record<string, number> = {
  'POST /auth/register name': 32,
  'POST /auth/register surname': 32,
  'POST /chat-folders name': 11,
  'PATCH /chat-folders/:id name': 11,
  'POST /bookmark-folders name': 31,
  'PATCH /bookmark-folders/:id name': 31,
  'POST /editprofile name': 31,
  'POST /editprofile surname': 31,
  'POST /upload-something name': 37,
  'POST /cloud/checkfolder name': 15,
  'POST /cloud/filesbyfolder name': 15,
  'POST /cloud/mkdir name': 15,
  'POST /cloud/rename/:id name': 15,
};
/** Fields whose text these pages do not show, and why. */
const NOT_DISPLAYED: Record<string, string> = {
  'POST /cloud/checkfolder name': 'asked about, and kept by nobody',
  'POST /schedule/:roomId message': 'only in the dialog of the messages that wait for their time',
  'PATCH /scheduled/:id message': 'only in the dialog of the messages that wait for their time',
  'POST /share/:kind/:id/wall text': 'the text of a post, which other fields fill too',
  'POST /share/:kind/:id/public/:publicId text': 'the text of a post, which other fields fill too',
};
/** Fields that accept no such text, and why. */
const REJECTS_TEXT: Record<string, string> = {
  'POST /cloud/filesbyfolder name': 'a folder is looked for by it',
  'POST /videohost/channels/channelbyname name': 'a channel is looked for by it',
  'POST /upload-something name': 'letters, digits and a dash: it is a part of an address',
  'POST /voice/:roomId/join sdp': 'an offer of a browser is no text',
  'POST /voice/:roomId/screen sdp': 'an offer of a browser is no text',
  'POST /voice/:roomId/screen/watch sdp': 'an offer of a browser is no text',
  'POST /push/reply message': 'only a token from a notification opens a chat',
};
/** The buttons to press before a page shows everything, and what is visible then. */
const PRESSED: readonly { screen: RegExp; names: readonly string[]; opens: string }[] = [
  {
    screen: /^\/chat\//,
    names: ['Действия с беседой', 'Настройки беседы'],
    opens: '[role=dialog] textarea',
  },
  { screen: /^\/admin\/messages$/, names: ['С ответом'], opens: 'blockquote' },
  { screen: /^\/videohost\/video\//, names: ['Ещё'], opens: '[aria-expanded=true]' },
];

let world: World;
let seeded: SeededWorld;
/** Adapts the e2e server to the test app's interface. */
function appOf(seeded: World): TestApp {
  const nobody = new Caller(seeded.url);
  const app = {
    url: seeded.url,
    nobody,
    waitForLink: (to: Caller, kind: string) => seeded.mailedLink(to.email, kind),
    async join(name: string, surname = 'Тестова') {
      const email = `${crypto.randomUUID()}@respa.test`;
      const { token, userId } = await nobody.call(account.register, {
        body: { name, surname, age: '1999-05-11', email, password: PASSWORD },
      });
      const waiting = new Caller(seeded.url, { token, id: userId, email });
      const activated = await waiting.call(account.activate, {
        body: { link: (await seeded.mailedLink(email, 'activate')).split('/').at(-1) },
      });
      return new Caller(seeded.url, { ...waiting, token: activated.token });
    },
  };
  return app as unknown as TestApp;
}

/** Returns what went wrong on a page, and records which payloads were seen there. */
async function look(page: Page, seen: Set<number>): Promise<string[]> {
  const found = await page.evaluate(() => {
    const call = /\bR\(\d{3,5}\)/;
    // Only an attribute that holds an address can run a script; text that looks like one is text.
    const handlers = [...document.querySelectorAll('*')].filter((node) =>
      [...node.attributes].some(
        ({ name, value }) =>
          (/^on/i.test(name) ||
            (!/^(?:value|title|alt|placeholder|aria-.*)$/.test(name) &&
              /^\s*(?:javascript|data:text|vbscript)/i.test(value))) &&
          call.test(value),
      ),
    );
    // Structured data for search engines quotes titles and is never run.
    const made = [
      ...document.querySelectorAll(
        'iframe, object, embed, base, script:not([type="application/ld+json"])',
      ),
    ].filter((node) => call.test(node.outerHTML));
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
      ({ protocol }) => !['http:', 'https:', 'blob:', 'mailto:'].includes(protocol),
    );
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .map(({ value }) => value)
      .join(' ');
    const told = [...document.querySelectorAll('[title], [alt], [aria-label]')]
      .flatMap((node) =>
        ['title', 'alt', 'aria-label'].map((name) => node.getAttribute(name) ?? ''),
      )
      .join(' ');
    return {
      bad: [...handlers, ...made, ...links].map((node) => node.outerHTML.slice(0, 160)),
      words: `${document.title} ${document.body.textContent} ${values} ${told}`,
    };
  });
  for (const call of callsIn(found.words)) seen.add(call);
  return found.bad;
}
/** Waits until a message field shows the draft of its room; a room without one takes a second. */
const waitForDraft = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () =>
        document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Сообщение"]')?.value !==
        '',
      null,
      { timeout: patient(1_000) },
    )
    .catch(() => {});
async function visit(
  who: Caller,
  paths: readonly string[],
  seen: Set<number>,
  isRetry: boolean,
): Promise<string[]> {
  // A separate session: a page renews its token, and the former token, with which the next round
  // would be written, expires a minute later.
  const page = await world.pageOf(await signIn(seeded.app, who));
  const problems: string[] = [];
  let where = '';
  await page.addInitScript((word) => {
    Object.assign(globalThis, { R: (call: number) => console.error(`${word}${call}`) });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI}`),
    );
  }, RAN);
  page.on('console', (message) => {
    if (
      message.text().startsWith(RAN) ||
      /CSP:|Content Security Policy|TrustedHTML/.test(message.text())
    )
      problems.push(`${where}: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`${where}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(world.url) && !/^(?:blob|data):/.test(request.url()))
      problems.push(`${where}: asks ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(`${where}: ${error.message}`));
  for (const [index, path] of paths.entries()) {
    where = path;
    // Navigates from page to page through the router, as users do, and now and then with a full
    // page load.
    const isSamePath = path.split('?')[0] === paths[index - 1]?.split('?')[0];
    await (index % 8 === 0 || isRetry || isSamePath ? open : navigateTo)(page, path);
    await waitForDraft(page);
    problems.push(...(await look(page, seen)).map((html) => `${path}: ${html}`));
    const pressed = PRESSED.find(({ screen }) => screen.test(path));
    if (pressed === undefined) continue;
    for (const name of pressed.names)
      await page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('menuitem', { name, exact: true }))
        .or(page.getByText(name, { exact: true }))
        .first()
        .click();
    await page.locator(pressed.opens).first().waitFor();
    problems.push(...(await look(page, seen)).map((html) => `${path}: ${html}`));
  }
  await page.context().close();
  return problems;
}

describe.skipIf(!isBrowserHere)('forty scripts in every text field', () => {
  beforeAll(async () => {
    world = await new World().open({ limits: false, env: ADMIN });
    const app = appOf(world);
    seeded = await seedAdminFixtures({ app, ...(await seedFixtures(app)) });
  }, patient(600_000));
  afterAll(() => world.close());

  test('fit into every field, except those that are too short', () => {
    const fewer = fields
      .map((field) => [labelOf(field), field.packs.flatMap(({ calls }) => calls).length] as const)
      .filter(([, count]) => count < PAYLOAD_COUNT);
    expect(Object.fromEntries(fewer)).toEqual(REDUCED_PAYLOADS);
  });
  test(
    "none runs on any page, including the admin's, and each field shows what it accepted",
    { timeout: IS_LONG ? 7_200_000 : 300_000 },
    async () => {
      const [taken, shown] = [new Set<string>(), new Set<string>()];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { taken: written, screens: made } = await fillFields(fields, seeded, round);
        const [seen, isRetry] = [new Set<number>(), IS_LONG && round === 0];
        const { member, theirs, admin: adminCalls } = seededScreens(seeded.things);
        const own = [...member, ...made, `/cloud?folder=${seeded.things.folderId}`];
        const problems = [
          ...(await visit(seeded.owner, own, seen, isRetry)),
          ...(await visit(seeded.friend, theirs, seen, isRetry)),
          ...(await visit(seeded.admin, adminCalls, seen, isRetry)),
        ];
        expect(problems).toEqual([]);
        for (const [label, calls] of written) {
          taken.add(label);
          if (calls.every((call) => seen.has(call))) shown.add(label);
        }
      }
      expect(
        fields
          .map(labelOf)
          .filter((label) => !taken.has(label))
          .sort(),
      ).toEqual(Object.keys(REJECTS_TEXT).sort());
      expect([...taken.difference(shown)]).toEqual(Object.keys(NOT_DISPLAYED));
    },
  );
  test('emails contain them as text', async () => {
    const { stranger, admin } = seeded;
    await admin.call(admins.suspend, {
      params: { id: stranger.id },
      body: { reason: SOME_PAYLOADS },
    });
    const mails = () =>
      readdirSync(world.mails)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(world.mails, name), 'utf8'))
        .map(decode);
    await expect
      .poll(() => mails().some((mail) => callsIn(mail).length > 0), { timeout: patient(15_000) })
      .toBe(true);
    for (const mail of mails()) {
      const html = mail.slice(mail.search(/<html|<!doctype|<p>|<div/i));
      expect(html).not.toMatch(/<(?:script|img|svg|iframe|body|a)\b[^>]*>?[^<]*\bR\(\d/i);
    }
  });
});
const decode = (mail: string) =>
  mail
    .split(/\r?\n\r?\n/)
    .map((part) =>
      /^[A-Za-z0-9+/=\r\n]+$/.test(part.trim())
        ? Buffer.from(part, 'base64').toString()
        : part
            .replace(/=\r?\n/g, '')
            .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
              Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
            ),
    )
    .join('\n');

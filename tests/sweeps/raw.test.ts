import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import { Caller, PASSWORD, startTestApp, type TestApp } from '../support/driver.ts';
import { ADMIN } from '../support/members/games.ts';
import { findAllRoutes } from './all-routes.ts';
import { seedFixtures, snapshot } from './sweep-requests.ts';
import { checkMounted } from './check-rows.ts';
import { findMountedCalls } from './mounted-calls.ts';
import { ASKERS, RAW_ROWS, type Asker, type RawRow } from './raw-rows.ts';
import { seedRawFixtures, type RawThings } from './raw-things.ts';
import { listenToLive, settle } from './inputs/sent-requests.ts';
import { endSessions, gatherPeople } from './relationships/relationship-people.ts';

type Keys = { token: string; cookie: string };
let app: TestApp;
let things: RawThings;
let keys: Record<Asker, Keys | null>;
let published: () => string[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  const made = await seedFixtures(app);
  const { people } = await gatherPeople(app, made.owner, made.friend, made.things);
  things = await seedRawFixtures(made.owner, made.things);
  const keysOf = async ({ email }: Caller): Promise<Keys> => {
    const answer = await app.nobody.request(account.login, {
      body: { email, password: PASSWORD },
    });
    return {
      token: ((await answer.json()) as { token: string }).token,
      cookie: answer.headers.get('set-cookie')!.split(';', 1)[0]!,
    };
  };
  const waiting = await app.register('Фома');
  // Their keys were issued before their sessions ended.
  const ended: Record<string, Keys> = {};
  await endSessions(app, made.admin, async (why, who) => {
    ended[why] = await keysOf(who);
  });
  await new Caller(app.url, ended['signed out']!).call(account.logout);
  keys = {
    nobody: null,
    'signed out': ended['signed out']!,
    suspended: ended['suspended']!,
    'not activated': await keysOf(waiting),
    'a stranger': await keysOf(made.stranger),
    'who is blocked by the owner': await keysOf(people['who is blocked by the owner']),
    'the friend': await keysOf(made.friend),
    'a member of the group chat': await keysOf(people['a member of the group chat']),
    'who was excluded from the group chat': await keysOf(
      people['who was excluded from the group chat'],
    ),
    'who is banned from the group': await keysOf(people['who is banned from the group']),
    'to whom the file was sent': await keysOf(people['to whom a file was sent']),
    'from whom the file was taken back': await keysOf(people['from whom the file was taken back']),
    'the admin': await keysOf(made.admin),
    'the owner': await keysOf(made.owner),
  };
  await settle(app);
  published = listenToLive(app);
});
afterAll(() => app.stop());

test('every method and address that the server mounts has its row', async () => {
  const routes = await findAllRoutes();
  expect(checkMounted(app.server.app.mounted, routes)).toEqual([]);
  // The app that the check assembles without a database mounts the same calls as a running server.
  expect((await findMountedCalls()).sort()).toEqual([...app.server.app.mounted].sort());
  expect(checkMounted([...app.server.app.mounted, 'GET /api/back-door'], routes)).toEqual([
    expect.stringContaining('GET /api/back-door is mounted and has no row') as string,
  ]);
  expect(
    checkMounted(
      app.server.app.mounted.filter((key) => key !== 'GET /api/docs'),
      routes,
    ),
  ).toEqual(['the raw row GET /api/docs has no call']);
});

async function ask(
  method: string,
  row: RawRow,
  who: Asker,
): Promise<{ status: number; body: string; kept: string }> {
  const { token, cookie } = keys[who] ?? {};
  const headers: Record<string, string> = {
    ...row.headers,
    ...(token === undefined
      ? {}
      : row.by === 'bearer'
        ? { authorization: `Bearer ${token}` }
        : { cookie: cookie! }),
  };
  const answer = await fetch(`${app.url}${row.path(things)}`, {
    method,
    headers,
    ...(row.body === undefined ? {} : { body: row.body }),
  });
  return {
    status: answer.status,
    body: await answer.text(),
    kept: `${answer.headers.get('cache-control')}, by ${answer.headers.get('vary')}`,
  };
}
const statusFor = ({ may, answers, refused, besides }: RawRow, who: Asker): number =>
  may === 'everybody' || may.includes(who) ? answers : (besides?.[who] ?? refused!);
const isLet = ({ may }: RawRow, who: Asker) => may === 'everybody' || may.includes(who);
/** Returns the received bytes of the owner's upload. */
const uploaded = () =>
  readFile(join(app.dataDir, 'uploads', basename(things.upload)), 'utf8').catch(() => '');

describe.each(
  Object.entries(RAW_ROWS).flatMap(([key, rows]) =>
    rows.map((row) => [`${key}: ${row.of}`, key.split(' ', 1)[0]!, row] as const),
  ),
)('%s', (_name, method, row) => {
  test('refuses callers without access, and changes nothing', async () => {
    const before = [await snapshot(app), await uploaded()];
    const refused = ASKERS.filter((one) => !isLet(row, one));
    const answered = [];
    for (const who of refused) answered.push([who, await ask(method, row, who)] as const);
    expect(answered.map(([who, { status }]) => [who, status])).toEqual(
      refused.map((who) => [who, statusFor(row, who)]),
    );
    // A private object and a nonexistent one give the same response.
    expect(
      answered.filter(
        ([, { status, body }]) =>
          status === 404 && body !== '' && !/"code":"(?:not_found|upload_lost)"/.test(body),
      ),
    ).toEqual([]);
    expect([await snapshot(app), await uploaded()]).toEqual(before);
    expect(published()).toEqual([]);
  });
  test('lets callers with access through', async () => {
    const before = await snapshot(app);
    const letThrough = ASKERS.filter((one) => isLet(row, one));
    const kept = new Set<string>();
    for (const who of letThrough) {
      const answer = await ask(method, row, who);
      expect([who, answer.status]).toEqual([who, row.answers]);
      kept.add(answer.kept);
    }
    // A response that is not for everyone is never cached, and varies by cookie.
    expect([...kept]).toEqual(
      row.may === 'everybody' || row.may.length === 0 || row.by === 'bearer'
        ? [...kept]
        : ['private, no-store, by cookie'],
    );
    const after = await snapshot(app);
    const changed = [
      ...Object.keys(after).filter((table) => before[table] !== after[table]),
      ...published(),
    ];
    expect(row.acts === true ? [] : changed).toEqual([]);
  });
});

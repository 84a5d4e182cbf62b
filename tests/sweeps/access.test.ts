import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import { Caller, startTestApp, type TestApp } from '../support/driver.ts';
import { ADMIN } from '../support/members/games.ts';
import type { Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { ask, seedFixtures, readAnswer, snapshot } from './sweep-requests.ts';
import { checkAccessRows } from './check-rows.ts';
import { listenToLive, settle } from './inputs/sent-requests.ts';

const routes = await findAllRoutes();
const named = routes.map((route) => [keyOf(route), route] as const);
let app: TestApp;
let things: Things;
let stranger: Caller;
let friend: Caller;
let dead: Caller;
let admin: Caller;
let published: () => string[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  ({ things, stranger, friend, admin } = await seedFixtures(app));
  dead = new Caller(app.url, { token: 'x'.repeat(43) });
  await settle(app);
  published = listenToLive(app);
});
afterAll(() => app.stop());

const refusalOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];
const NOT_SIGNED_IN = '401 not_signed_in';
/**
 * The first answer by access level to a visitor, an ended token and an account that is not
 * activated.
 */
const FIRST_ANSWERS = {
  visitor: ['in', 'in', 'in'],
  reader: ['in', 'in', 'in'],
  account: [NOT_SIGNED_IN, NOT_SIGNED_IN, 'in'],
  member: [NOT_SIGNED_IN, NOT_SIGNED_IN, '403 not_activated'],
  admin: [NOT_SIGNED_IN, NOT_SIGNED_IN, '403 not_activated'],
};

test('every call of the contract is mounted, every mounted call is in the contract, and each has its row', () => {
  expect(app.server.app.routes.map(keyOf).sort()).toEqual(routes.map(keyOf).sort());
  expect(checkAccessRows(app.server.app.routes)).toEqual([]);
});
test('reports a missing row, a row without a call and a call declared twice', () => {
  const [first, ...rest] = routes;
  expect(checkAccessRows(rest)).toEqual([`the row ${keyOf(first!)} has no call`]);
  expect(checkAccessRows([...routes, { ...first!, path: '/new', method: 'PUT' }])).toEqual([
    expect.stringContaining('PUT /new has no row') as string,
  ]);
  expect(checkAccessRows([...routes, first!])).toEqual([`${keyOf(first!)} is declared twice`]);
});
test('reports a call that takes files and has no limit', () => {
  const { limit: _, ...edit } = profile.edit;
  expect(checkAccessRows(routes.map((route) => (route === profile.edit ? edit : route)))).toEqual([
    'POST /editprofile takes files and has no limit',
  ]);
});

describe('Without a valid token of an active account', () => {
  // Calls that only refuse leave everything unchanged, so the calls that are open come last, each
  // with a newly registered account.
  const isOpenTo = (route: (typeof routes)[number]) =>
    Number(route.access !== 'member' && route.access !== 'admin');
  let waiting: Caller | undefined;
  let before: Record<string, string> | undefined;
  test.each([...named].sort(([, a], [, b]) => isOpenTo(a) - isOpenTo(b)))(
    '%s refuses or answers by its access level',
    async (_key, route) => {
      if (waiting === undefined || isOpenTo(route) === 1)
        [waiting, before] = [await app.register('Фома'), undefined];
      before ??= await snapshot(app);
      published();
      const [nobodys, deads, waitings] = [
        await ask(app.nobody, route, things),
        await ask(dead, route, things),
        await ask(waiting, route, things),
      ];
      const answers = [nobodys, deads, waitings];
      expect(
        answers.map((answer) =>
          [401, 403].includes(answer.status) ? refusalOf(answer).join(' ') : 'in',
        ),
      ).toEqual(FIRST_ANSWERS[route.access]);
      // A token on an open call never makes the response worse than no token.
      const isOpen = route.access === 'visitor' || route.access === 'reader';
      const comparable =
        isOpen && route.writes !== true ? answers.map((answer) => answer.status) : [];
      expect(new Set(comparable).size).toBeLessThan(2);
      const mayAct = isOpen || route.access === 'account';
      expect(mayAct ? before : await snapshot(app)).toEqual(before);
      expect(mayAct ? [] : published()).toEqual([]);
    },
  );
});

describe('A stranger', () => {
  // Calls that change nothing come first, because changes would leave traces for the others.
  const isAct = (key: string) => Number(ACCESS_ROWS[key]?.stranger === 'acts');
  const asked = named
    .filter(([key]) => ACCESS_ROWS[key]?.stranger !== 'own')
    .sort(([a], [b]) => isAct(a) - isAct(b));
  // The state after one call is the state before the next one.
  let before: Record<string, string> | undefined;
  test.each(asked)('%s answers a stranger as its row states', async (key, route) => {
    const row = ACCESS_ROWS[key]!;
    before ??= await snapshot(app);
    published();
    const answer = await ask(stranger, route, things);
    const refused = route.access === 'admin' ? 403 : row.stranger;
    expect(answer.status, JSON.stringify(answer.body)).toBe(
      typeof refused === 'number' ? refused : 200,
    );
    const [found, after] = [before, await snapshot(app)];
    before = isAct(key) === 1 ? undefined : after;
    const changed = Object.keys(after).filter((table) => after[table] !== found[table]);
    expect(changed.length > 0, `changed: ${changed.join()}`).toBe(row.stranger === 'acts');
    // Events to the stranger's own pages are allowed; nobody else may receive any.
    expect(
      isAct(key) === 1
        ? []
        : published().filter((line) => !line.startsWith(`user:${stranger.id}: `)),
    ).toEqual([]);
    // A private object and a nonexistent one give the same response.
    const elsewhere = Object.fromEntries(
      Object.keys(things).map((name) => [
        name,
        name === 'stranger' ? stranger.id : '01890000-0000-7000-8000-000000000000',
      ]),
    ) as Things;
    expect(
      row.stranger === 404 ? (await ask(stranger, route, elsewhere)).body : answer.body,
    ).toEqual(answer.body);
  });
});

describe('A GET call that changes state', () => {
  test.each(named.filter(([, route]) => route.writes === true))(
    '%s refuses requests that do not come from our client',
    async (key, route) => {
      const before = await snapshot(app);
      published();
      const params = ACCESS_ROWS[key]!.params?.(things) ?? {};
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
      const head = await fetch(`${app.url}/api${path}`, {
        method: 'HEAD',
        headers: friend.headers(),
      });
      expect([head.status, head.headers.get('cache-control')]).toEqual([404, 'no-store']);
      for (const header of [
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        expect(
          refusalOf(await ask(friend, route, things, header as Record<string, string>)),
        ).toEqual([403, 'forbidden']);
      }
      const byCookie = await fetch(`${app.url}/api${path}`, {
        headers: { cookie: `respa_media=${friend.token}` },
      });
      expect([401, 200]).toContain((await readAnswer(byCookie)).status);
      expect(await snapshot(app)).toEqual(before);
      expect(published()).toEqual([]);
    },
  );
});

describe('Malformed paths', () => {
  const ids = [
    'x',
    '1',
    'null',
    'undefined',
    '%00',
    '%ff',
    '..%2f..',
    "'%3b--",
    '01890000-0000-7000-8000-00000000000',
    '01890000-0000-7000-8000-0000000000000',
    'é'.repeat(40),
    '😀',
  ];
  const isId = (schema: unknown) =>
    (schema as { pattern?: string }).pattern?.startsWith('^[0-9a-fA-F]{8}-') === true;
  test.each(named.filter(([, route]) => Object.values(route.params?.properties ?? {}).some(isId)))(
    '%s refuses malformed ids',
    async (key, route) => {
      const params = ACCESS_ROWS[key]!.params!(things);
      for (const [name, schema] of Object.entries(route.params!.properties)) {
        if (!isId(schema)) continue;
        for (const id of ids) {
          const path = route.path.replace(/:(\w+)/g, (_, each: string) =>
            each === name ? id : encodeURIComponent(String(params[each])),
          );
          const answer = await readAnswer(
            await fetch(`${app.url}/api${path}`, {
              method: route.method,
              headers: (route.access === 'admin' ? admin : stranger).headers(),
            }),
          );
          expect(id === '%ff' ? [400, 404] : [404], id).toContain(answer.status);
        }
      }
    },
  );

  test('unknown calls and path tricks return 404 as JSON', async () => {
    const { token } = stranger;
    const paths = [
      '/api',
      '/api/',
      '/api/nothing',
      '/api//refresh',
      '/api/REFRESH',
      '/api/refresh/',
      '/api/room',
      '/api/refresh;x',
      '/api/./%2e/nothing',
      `/api/room/${things.roomId}/`,
      '/api/nothing?x=store',
    ];
    for (const path of paths) {
      const answer = await readAnswer(
        await fetch(`${app.url}${path}`, {
          headers: { authorization: `Bearer ${token}`, accept: 'text/html' },
        }),
      );
      expect([path, answer.status, answer.body['code']]).toEqual([path, 404, 'not_found']);
    }
    expect(
      (await readAnswer(await fetch(`${app.url}/api/refresh`, { method: 'POST' }))).status,
    ).toBe(404);
    expect(
      (await readAnswer(await fetch(`${app.url}/api/refresh`, { method: 'OPTIONS' }))).status,
    ).toBe(404);
  });
});

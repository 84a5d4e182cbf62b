import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { ADMIN } from '../support/members/games.ts';
import type { Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { seedFixtures, snapshot } from './sweep-requests.ts';
import { listenToLive, settle } from './inputs/sent-requests.ts';

/** Ways to write a path that an access check might read differently from the router. */
const TRICKS: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/%2e/'),
  (path) => path.replace('/api/', '/api/refresh/../'),
  (path) => path.replace('/api/', '/api/refresh/%2e%2e/'),
  (path) => path.replace('/api/', '/media/..%2fapi/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api', '/%61pi'),
  (path) => path.replace('/api', '/%2561pi'),
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}.`,
  (path) => `${path}...`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path};x`,
  (path) => `${path};/store`,
  (path) => `${path}?x=store`,
  (path) => `${path}%3fx`,
  (path) => `${path}.json`,
  (path) => `http://respa.test${path}`,
  (path) => `/store/..${path}`,
];
/** Each call gets a part of them, and all in the long run. */
const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const inTurn = (turn: number) => TRICKS.filter((_, index) => isLong || index % 4 === turn % 4);
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'];

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let app: TestApp;
let things: Things;
let callers: { owner: Caller; admin: Caller; stranger: Caller };
let published: () => string[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  ({ things, ...callers } = await seedFixtures(app));
  await settle(app);
  published = listenToLive(app);
});
afterAll(async () => {
  agent.destroy();
  await app.stop();
});

/** Sends the path unchanged; `fetch` would normalize it. */
function send(
  method: string,
  path: string,
  who: Caller,
  body: object | undefined,
  headers: Record<string, string> = {},
): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const words = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...who.headers(),
          ...(words === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(words) }),
          ...headers,
        },
      },
      (answer) => {
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true)
          answer.destroy();
        answer
          .resume()
          .on('end', () => resolve(answer.statusCode!))
          .on('close', () => resolve(answer.statusCode!));
      },
    );
    call.on('error', reject).end(words);
  });
}
function pathOf(route: RouteSpec): string {
  const row = ACCESS_ROWS[keyOf(route)]!;
  const params = row.params?.(things) ?? {};
  const query = new URLSearchParams(row.query?.(things) ?? {});
  return `/api${route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}${query.size > 0 ? `?${query}` : ''}`;
}
const bodyOf = (route: RouteSpec) => ACCESS_ROWS[keyOf(route)]!.body?.(things);

/** The calls that a stranger may not make. */
const guarded = (await findAllRoutes())
  .filter(
    (route) =>
      route.access === 'admin' ||
      (typeof ACCESS_ROWS[keyOf(route)]!.stranger === 'number' && route.access !== 'visitor'),
  )
  .map((route, turn) => [keyOf(route), route, turn] as const);

describe('A rewritten path opens nothing', () => {
  test.each(guarded)('%s', async (_key, route, turn) => {
    const before = await snapshot(app);
    const answered: unknown[] = [];
    for (const trick of inTurn(turn)) {
      for (const who of [app.nobody, callers.stranger]) {
        const status = await send(route.method, trick(pathOf(route)), who, bodyOf(route));
        if (status < 400 || status >= 500)
          answered.push([trick(route.path), who.id === '' ? 'visitor' : 'stranger', status]);
      }
    }
    // A path that is no call belongs to the site, which returns a page to every reader.
    expect(
      route.method === 'GET' ? answered.filter((one) => !isPage(one as [string])) : answered,
    ).toEqual([]);
    expect(await snapshot(app)).toEqual(before);
    expect(published()).toEqual([]);
  });
});
const isPage = ([path]: [string]) => !/^\/*api(?:\/|$)/i.test(path);

describe('A header cannot override the method for any user', () => {
  const shapeOf = (path: string) => path.replace(/:\w+/g, ':');
  const isServed = (method: string, path: string) =>
    Object.keys(ACCESS_ROWS).some((key) => shapeOf(key) === `${method} ${shapeOf(path)}`);
  const otherOf = (route: RouteSpec) =>
    route.method === 'POST' || isServed('POST', route.path) ? 'GET' : 'POST';
  const changing = guarded.filter(
    ([key, route]) => !key.startsWith('GET ') && !isServed(otherOf(route), route.path),
  );
  test.each(changing)('%s with an override header', async (key, route) => {
    const before = await snapshot(app);
    const who = route.access === 'admin' ? callers.admin : callers.owner;
    const method = otherOf(route);
    for (const name of OVERRIDES)
      expect([
        key,
        name,
        await send(method, pathOf(route), who, bodyOf(route), { [name]: route.method }),
      ]).toEqual([key, name, 404]);
    expect(await send(method, `${pathOf(route)}?_method=${route.method}`, who, bodyOf(route))).toBe(
      404,
    );
    expect(await snapshot(app)).toEqual(before);
    expect(published()).toEqual([]);
  });
});

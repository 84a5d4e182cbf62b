import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { startTestApp, type Caller, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import type { Things } from '../access-row.ts';
import { ACCESS_ROWS } from '../access-rows.ts';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { seedFixtures, readAnswer } from '../sweep-requests.ts';

const named = (await findAllRoutes())
  .filter((route) => route.body !== undefined || route.form !== undefined)
  .map((route) => [keyOf(route), route] as const);
let app: TestApp;
let things: Things;
let owner: Caller;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  ({ things, owner, admin } = await seedFixtures(app));
});
afterAll(() => app.stop());

async function send(route: RouteSpec, body: string | FormData, type?: string) {
  const params = ACCESS_ROWS[keyOf(route)]!.params?.(things) ?? {};
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const answer = await readAnswer(
    await fetch(`${app.url}/api${path}`, {
      method: route.method,
      body,
      headers: {
        ...(route.access === 'visitor' ? {} : (route.access === 'admin' ? admin : owner).headers()),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    }),
  );
  return [answer.status, answer.body['code']];
}
const json = (route: RouteSpec, body: string) => send(route, body, 'application/json');
const textsOf = (route: RouteSpec) =>
  Object.entries(
    (route.form?.fields ?? route.body)!.properties as Record<string, { type?: string }>,
  )
    .filter(([, schema]) => schema.type === 'string')
    .map(([name]) => name);

describe.each(named)('%s', (_key, route) => {
  test('accepts an object and nothing else', async () => {
    for (const body of [
      '[]',
      '"текст"',
      '12',
      'true',
      'null',
      '{',
      '{"a":1,}',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
    ]) {
      expect([body, ...(await json(route, body))]).toEqual([body, 400, 'bad_input']);
    }
  });
  test('accepts its own content type and nothing else', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/html',
      'application/xml',
      'application/jsonx',
      'text/json',
      'image/png',
    ]) {
      expect([type, ...(await send(route, '{"a":1}', type))]).toEqual([
        type,
        415,
        'bad_media_type',
      ]);
    }
  });
  test('refuses bodies that are too large or too deep', async () => {
    expect(await json(route, JSON.stringify({ filler: 'x'.repeat(66_000) }))).toEqual([
      413,
      'body_too_large',
    ]);
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const [name] = Object.keys((route.form?.fields ?? route.body)!.properties);
    expect((await json(route, `{"${name}":${deep}}`))[0]).toBe(400);
  });
  test('refuses characters that no text may contain, in every field', async () => {
    for (const name of textsOf(route)) {
      for (const text of ['"а\\u0000б"', '"\\ud800"', '"\\udc00х"', '"х\\ud83d"'])
        expect([name, text, ...(await json(route, `{"${name}":${text}}`))]).toEqual([
          name,
          text,
          400,
          'bad_characters',
        ]);
      for (const value of ['[]', '{}', '["x"]', '12', 'true'])
        expect([name, value, (await json(route, `{"${name}":${value}}`))[0]]).toEqual([
          name,
          value,
          400,
        ]);
    }
  });
});

describe.each(named.filter(([, route]) => route.form !== undefined))(
  'The form of %s',
  (_key, route) => {
    test('refuses what is no form', async () => {
      for (const type of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=x',
      ]) {
        const [status] = await send(route, 'не форма', type);
        expect([type, status]).toEqual([type, 400]);
      }
      expect(
        (
          await send(
            route,
            '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nобрыв',
            'multipart/form-data; boundary=x',
          )
        )[0],
      ).toBe(400);
    });
    test('refuses a repeated field, too many fields, a NUL and a flood', async () => {
      const [name] = textsOf(route);
      const form = (fields: [string, string][]) => {
        const made = new FormData();
        for (const [key, value] of fields) made.append(key, value);
        return made;
      };
      const field = name ?? 'date';
      expect(
        (
          await send(
            route,
            form([
              [field, 'раз'],
              [field, 'два'],
            ]),
          )
        )[0],
      ).toBe(400);
      expect(
        (await send(route, form(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x']))))[0],
      ).toBe(400);
      expect((await send(route, form([[field, 'а\0б']])))[0]).toBe(400);
      expect((await send(route, form([[field, 'x'.repeat(70_000)]])))[0]).toBe(413);
    });
  },
);

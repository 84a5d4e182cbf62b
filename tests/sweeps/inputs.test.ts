import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { startHouse, type Caller, type TestHouse } from '../driver.ts';
import { ADMIN } from '../games.ts';
import { assertCounted } from '../counters.ts';
import type { Things } from './access-row.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { furnish, readAnswer } from './asking.ts';

/** Calls of each route. */
const RUNS = process.env['RESPA_LONG_TESTS'] === '1' ? 2_000 : 12;
const SEED = 20_261;
// They would end the session that the others are made with, and are asked without it.
const ENDS_SESSION = ['POST /auth/logout', 'DELETE /auth/sessions/:id', 'POST /auth/change-password'];
const routes = await findAllRoutes();
let house: TestHouse;
let things: Things;
let owner: Caller;
let admin: Caller;
beforeAll(async () => {
  house = await startHouse(ADMIN);
  ({ things, owner, admin } = await furnish(house));
});
afterAll(async () => {
  await assertCounted(house);
  await house.stop();
});

type Schema = { type?: string | string[]; minLength?: number; maxLength?: number; minimum?: number; maximum?: number; pattern?: string; enum?: string[]; anyOf?: Schema[]; items?: Schema; description?: string };
const PLACES = ['owner', 'friend', 'stranger', 'roomId', 'messageId', 'postId', 'commentId', 'noticeId', 'groupId', 'groupMessageId', 'folderId', 'fileId', 'gameId', 'adId', 'promoId'] as const;
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', ' ', '%', '_', '\\', "'", '--', ';', '<script>', 'ё', 'İ', '\u202e', '\ufeff', '\0', '\ud800', 'NaN', '-1', '1e309', '9'.repeat(30), '../..', '{}', '[]', 'all', 'null', '__proto__'),
);
/** Values that are right, almost right, or wrong for a schema. An id is that of a thing in the house more often than not. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(near));
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), oddText);
  if (schema.pattern !== undefined) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PLACES) }, { weight: 1, arbitrary: fc.uuid() }, { weight: 1, arbitrary: oddText });
  if (schema.type === 'integer') {
    const edges = [schema.minimum ?? 0, schema.maximum ?? 1e9].flatMap((edge) => [edge - 1, edge, edge + 1]);
    return fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(...edges), fc.double(), oddText);
  }
  if (schema.type === 'array') return fc.array(near(schema.items ?? {}), { maxLength: 4 });
  if (schema.type === 'string') {
    const { minLength = 0, maxLength = 100 } = schema;
    const edges = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0 && length < 12_000);
    return fc.oneof(
      { weight: 4, arbitrary: oddText }, { weight: 1, arbitrary: fc.constantFrom('а\0б', '\ud800х') }, { weight: 2, arbitrary: fc.constantFrom(...edges).map((length) => 'щ'.repeat(length)) },
      { weight: 2, arbitrary: fc.constantFrom(...PLACES) }, { weight: 1, arbitrary: fc.constantFrom('1999-05-11', '2001-02-31', 'a.word@respa.example') },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    );
  }
  return fc.oneof(fc.jsonValue({ maxDepth: 2 }), oddText);
}
const nearAll = (schema: { properties?: Record<string, unknown> } | undefined) =>
  fc.record(Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, fc.option(near(one as Schema), { nil: undefined, freq: 5 })])), { noNullPrototype: true });
type Given = { params: Record<string, unknown>; query: Record<string, unknown>; body: Record<string, unknown>; asForm: boolean };
const nearInput = (route: RouteSpec): fc.Arbitrary<Given> =>
  fc.record({ params: nearAll(route.params), query: nearAll(route.query), body: nearAll(route.form?.fields ?? route.body), asForm: fc.boolean() });

const place = (value: unknown) => ((PLACES as readonly unknown[]).includes(value) ? things[value as keyof Things] : value);
const wellFormed = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
function urlOf(route: RouteSpec, given: Given): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(wellFormed(place(given.params[name]))) || 'x');
  const query = new URLSearchParams(Object.entries(given.query).flatMap(([name, value]) => (value === undefined ? [] : [[name, wellFormed(place(value))]])));
  return `${house.url}/api${path.replaceAll('/..', '/%2e%2e').replaceAll(/\/\.(?=\/|$)/g, '/%2e')}?${query}`;
}
function bodyOf(route: RouteSpec, given: Given): { body?: string | FormData; type?: string } {
  if (route.body === undefined && route.form === undefined) return {};
  const fields = Object.entries(given.body).filter(([, value]) => value !== undefined).map(([name, value]) => [name, place(value)] as const);
  if (route.form === undefined || !given.asForm) return { body: JSON.stringify(Object.fromEntries(fields)), type: 'application/json' };
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''));
  return { body: form };
}

test.each(routes.map((route) => [keyOf(route), route] as const))('%s answers or says what is wrong', { timeout: 600_000 }, async (key, route) => {
  const headers = route.access === 'visitor' || ENDS_SESSION.includes(key) ? {} : (route.access === 'admin' ? admin : owner).headers();
  await fc.assert(fc.asyncProperty(nearInput(route), async (given) => {
    const { body, type } = bodyOf(route, given);
    const response = await fetch(urlOf(route, given), {
      method: route.method, headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) }, ...(body === undefined ? {} : { body }),
    });
    const answer = await readAnswer(response);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  }), { numRuns: RUNS, seed: SEED, endOnFailure: true });
});

import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { findAllRoutes, keyOf } from '#tests/sweeps/all-routes.ts';
import { makeInput } from './input.ts';

type Field = { type?: string; kind?: string; enum?: unknown; pattern?: string };
type Part = 'params' | 'query' | 'body';
const routes = await findAllRoutes();
const fieldsOf = (route: RouteSpec, part: Part): [string, Field][] =>
  Object.entries(
    ((part === 'body' ? (route.form?.fields ?? route.body) : route[part])?.properties ??
      {}) as Record<string, Field>,
  ).filter(
    ([, { type, enum: values, pattern }]) =>
      type === 'string' && values === undefined && pattern === undefined,
  );
const fields = routes.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    fieldsOf(route, part).map(([name, field]) => ({ route, part, name, field })),
  ),
);
/** Reads one field alone; returns its value, or the sentence that refuses it. */
function readField(route: RouteSpec, part: Part, name: string, value: string): unknown {
  const schema = part === 'body' ? (route.form?.fields ?? route.body)! : route[part]!;
  const only = { ...schema, required: [], properties: { [name]: schema.properties[name]! } };
  try {
    return (
      makeInput({
        ...route,
        form: undefined,
        [part]: only,
      } as unknown as RouteSpec)[part]({ [name]: value }) as Record<string, unknown>
    )[name];
  } catch (error) {
    return (error as Error).message;
  }
}

/** Fields of these names hold names, titles, addresses, places and search words. */
const LINES = /^(?:name|surname|title|email|phone|q|query|city|country|game|version)$/;
/**
 * The text of a post is called `title`; a notification is named by its stored title; names of
 * files refuse what they may not contain.
 */
const OTHERS = /\/createuserpost|\/userpost\/:id|\/deletenotification|\/cloud\/|\/upload-something/;
const lines = fields.filter(({ route, name }) => LINES.test(name) && !OTHERS.test(route.path));
const texts = fields.filter(({ field }) => field.kind !== 'line' && field.kind !== 'raw');

describe('A name, a title, an address or a search', () => {
  test('is marked as one in every call', () => {
    expect(lines.length).toBeGreaterThan(60);
    expect(
      lines
        .filter(({ field }) => field.kind !== 'line')
        .map(({ route, part, name }) => `${keyOf(route)} ${part}.${name}`),
    ).toEqual([]);
  });
  test.each([
    ['zero-width characters', 'a\u200bb\u2060c\ufeff', 'abc'],
    ['bidirectional control characters', '\u202ea\u2066bc\u2069\u200f', 'abc'],
    ['fillers', '\u3164a\u115fb\u1160\uffa0c\u2800', 'abc'],
    ['line breaks', ' a\r\nb\u2028c', 'a b c'],
    ['decomposed letters', 'и\u0306е\u0308', 'йё'],
  ])('loses %s in every call', (_, typed, expected) => {
    for (const { route, part, name } of lines)
      expect([keyOf(route), name, readField(route, part, name, typed)]).toEqual([
        keyOf(route),
        name,
        expected,
      ]);
  });
});
test.each(['\u200b', '\u2800', '\u3164 \n', '\u202e\u2069', '\u00ad', ' '])(
  'a text of %j alone is read like an empty one in every call',
  (typed) => {
    expect(texts.length).toBeGreaterThan(60);
    for (const { route, part, name } of [...lines, ...texts])
      expect([keyOf(route), name, readField(route, part, name, typed)]).toEqual([
        keyOf(route),
        name,
        readField(route, part, name, ''),
      ]);
  },
);
test('a message is read exactly as it was typed, with the line breaks of a form as typed', () => {
  const messages = fields.filter(({ name }) => name === 'message');
  for (const { route, part, name, field } of messages.filter(
    ({ field: { kind } }) => kind === 'typed',
  ))
    expect([field.kind, readField(route, part, name, ' и\u0306 \u200b\r\nа\n ')]).toEqual([
      'typed',
      ' и\u0306 \u200b\nа\n ',
    ]);
  expect(messages.filter(({ field: { kind } }) => kind === 'typed')).toHaveLength(7);
});

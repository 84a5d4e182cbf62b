import fc from 'fast-check';
import type { RouteSpec } from '@respa/contract/route';
import type { AccessRow } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { keyOf } from './all-routes.ts';
import { PLACES } from './objects/intact-objects.ts';
import type { LiveObjects } from './objects/live-objects.ts';

export type Schema = {
  type?: string | string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
};
export type Input = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  asForm: boolean;
};
type Part = 'params' | 'query' | 'body';

/**
 * The objects that the owner or the admin calls about, where the row describes a stranger's call.
 */
const ABOUT: Record<string, (things: LiveObjects) => Record<string, string>> = {
  ...Object.fromEntries(
    [
      'GET /make-friends/:id',
      'DELETE /cancel-friends-request/:id',
      'POST /block/:id',
      'DELETE /block/:id',
      'POST /mute/:id',
      'DELETE /mute/:id',
      'POST /people/suggested/:id/hide',
      'DELETE /people/suggested/:id/hide',
    ].map((key) => [key, ({ stranger }: LiveObjects) => ({ id: stranger })]),
  ),
  'GET /reply/:to': ({ asker }) => ({ to: asker }),
  'DELETE /reject-friends-request/:id': ({ asker }) => ({ id: asker }),
  'DELETE /remove-friend/:id': ({ friend }) => ({ id: friend }),
  'GET /create-room/:userId': ({ friend }) => ({ userId: friend }),
  'GET /connect/:roomId/:userId': ({ roomId, owner }) => ({ roomId, userId: owner }),
  'GET /group/connect/:roomId/:userId': ({ groupId, owner }) => ({
    roomId: groupId,
    userId: owner,
  }),
  'POST /userpost/:id/publish': ({ draftId }) => ({ id: draftId }),
  'GET /getsentfile/:id': ({ sentId }) => ({ id: sentId }),
  'POST /admin/jobs/:id/retry': ({ jobId }) => ({ id: jobId }),
  'DELETE /admin/jobs/:id': ({ jobId }) => ({ id: jobId }),
  'POST /aep/event/:id': ({ eventId }) => ({ id: eventId }),
  'DELETE /aep/event/:id': ({ eventId }) => ({ id: eventId }),
  'POST /admin/messages/:id/answer': ({ supportMessageId }) => ({ id: supportMessageId }),
  'POST /admin/messages/:id/state': ({ supportMessageId }) => ({ id: supportMessageId }),
  'POST /admin/reports/:id/close': ({ caseId }) => ({ id: caseId }),
  ...Object.fromEntries(
    ['promo', 'innerad'].flatMap((at) =>
      ['approve', 'refuse'].map((word) => [
        `POST /${at}/${word}/:id`,
        ({ waitingPromoId }: LiveObjects) => ({ id: waitingPromoId }),
      ]),
    ),
  ),
};
/** Returns the values that make a call valid, from the existing objects. */
export function rightOf(key: string, part: Part, things: LiveObjects): Record<string, unknown> {
  const row: AccessRow = ACCESS_ROWS[key]!;
  return (part === 'params' ? ABOUT[key]?.(things) : undefined) ?? row[part]?.(things) ?? {};
}
/**
 * An object is given by its name until the call is made, because it may have been replaced by then.
 */
export const BY_NAMES = Object.fromEntries(PLACES.map((name) => [name, name])) as LiveObjects;
/** Returns the parameters that name an object but have no known one here. */
export function unknownOf(route: RouteSpec): string[] {
  const right = rightOf(keyOf(route), 'params', BY_NAMES);
  return Object.entries((route.params?.properties ?? {}) as Record<string, Schema>)
    .filter(
      ([name, { pattern }]) =>
        !Object.hasOwn(right, name) ||
        (pattern !== undefined &&
          pattern.startsWith('^[0-9a-fA-F]{8}') &&
          !(PLACES as unknown[]).includes(right[name])),
    )
    .map(([name]) => `${keyOf(route)} ${name}`);
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    "'",
    '--',
    ';',
    '<script>',
    'ё',
    'İ',
    '\u202e',
    '\ufeff',
    '\0',
    '\ud800',
    'NaN',
    '-1',
    '1e309',
    '9'.repeat(30),
    '../..',
    '{}',
    '[]',
    'all',
    'null',
    '__proto__',
  ),
);
const place = fc.constantFrom(...PLACES);
/**
 * Returns values that are valid, almost valid or invalid for a schema. An id is mostly that of an
 * existing object.
 */
function near(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(near));
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), oddText);
  if (schema.pattern !== undefined)
    return fc.oneof(
      { weight: 3, arbitrary: place },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: oddText },
    );
  if (schema.type === 'integer') {
    const edges = [schema.minimum ?? 0, schema.maximum ?? 1e9].flatMap((edge) => [
      edge - 1,
      edge,
      edge + 1,
    ]);
    return fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom(...edges),
      fc.double(),
      oddText,
    );
  }
  if (schema.type === 'array') return fc.array(near(schema.items ?? {}), { maxLength: 4 });
  if (schema.type === 'string') {
    const { minLength = 0, maxLength = 100 } = schema;
    const edges = [minLength - 1, minLength, maxLength, maxLength + 1].filter(
      (length) => length >= 0 && length < 12_000,
    );
    return fc.oneof(
      { weight: 4, arbitrary: oddText },
      { weight: 1, arbitrary: fc.constantFrom('а\0б', '\ud800х') },
      { weight: 2, arbitrary: fc.constantFrom(...edges).map((length) => 'щ'.repeat(length)) },
      { weight: 2, arbitrary: place },
      { weight: 1, arbitrary: fc.constantFrom('1999-05-11', '2001-02-31', 'a.word@respa.example') },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    );
  }
  return fc.oneof(fc.jsonValue({ maxDepth: 2 }), oddText);
}
/**
 * Returns valid values for a part as often as the weights say; otherwise each value is almost
 * valid, and some stay valid.
 */
function nearAll(
  schema: { properties?: Record<string, unknown> } | undefined,
  right: Record<string, unknown>,
  weights: [right: number, near: number],
): fc.Arbitrary<Record<string, unknown>> {
  const one = (name: string, field: Schema) =>
    Object.hasOwn(right, name)
      ? fc.oneof(
          { weight: 1, arbitrary: fc.constant(right[name]) },
          { weight: 1, arbitrary: near(field) },
        )
      : near(field);
  const each = fc.record(
    Object.fromEntries(
      Object.entries(schema?.properties ?? {}).map(([name, field]) => [
        name,
        fc.option(one(name, field as Schema), { nil: undefined, freq: 5 }),
      ]),
    ),
    { noNullPrototype: true },
  );
  return fc.oneof(
    { weight: weights[0], arbitrary: fc.constant(right) },
    { weight: weights[1], arbitrary: each },
  );
}
/**
 * Returns calls that name existing objects three times out of four, and are sometimes fully valid.
 */
export function nearInput(route: RouteSpec): fc.Arbitrary<Input> {
  const right = (part: Part) => rightOf(keyOf(route), part, BY_NAMES);
  return fc.record({
    params: nearAll(route.params, right('params'), [3, 1]),
    query: nearAll(route.query, right('query'), [1, 2]),
    body: nearAll(route.form?.fields ?? route.body, right('body'), [1, 2]),
    asForm: fc.boolean(),
  });
}

const isCurrentRoute = (value: string): value is keyof LiveObjects =>
  (PLACES as string[]).includes(value);
/**
 * Converts a value for sending: names of objects become their ids, also in a list and in an object
 * given as text.
 */
function put(value: unknown, things: LiveObjects): unknown {
  if (Array.isArray(value)) return value.map((one) => put(one, things));
  if (typeof value !== 'string') return value;
  if (value.startsWith('{'))
    return value.replace(/"(\w+)"/g, (whole, name: string) =>
      isCurrentRoute(name) ? `"${things[name]}"` : whole,
    );
  return isCurrentRoute(value) ? things[value] : value;
}
const wellFormed = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
export function urlOf(url: string, route: RouteSpec, input: Input, things: LiveObjects): string {
  const path = route.path.replace(
    /:(\w+)/g,
    (_, name: string) => encodeURIComponent(wellFormed(put(input.params[name], things))) || 'x',
  );
  const query = new URLSearchParams(
    Object.entries(input.query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, wellFormed(put(value, things))]],
    ),
  );
  return `${url}/api${path.replaceAll('/..', '/%2e%2e').replaceAll(/\/\.(?=\/|$)/g, '/%2e')}?${query}`;
}
export function bodyOf(
  route: RouteSpec,
  input: Input,
  things: LiveObjects,
): { body?: string | FormData; type?: string } {
  if (route.body === undefined && route.form === undefined) return {};
  const fields = Object.entries(input.body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, put(value, things)] as const);
  if (route.form === undefined || !input.asForm)
    return { body: JSON.stringify(Object.fromEntries(fields)), type: 'application/json' };
  const form = new FormData();
  for (const [name, value] of fields)
    form.append(
      name,
      typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''),
    );
  return { body: form };
}

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { startTestApp, type Caller, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import type { Things } from '../access-row.ts';
import { ACCESS_ROWS } from '../access-rows.ts';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { seedFixtures } from '../sweep-requests.ts';

/** Recognizable values by column type. */
const CANARIES: Record<string, unknown> = {
  uuid: '0badf00d-0000-7000-8000-00000000cafe',
  text: 'подброшено',
  'character varying': 'подброшено',
  bytea: 'подброшено',
  integer: 987_654_321,
  bigint: 987_654_321,
  smallint: 31_234,
  'double precision': 987_654_321,
  real: 987_654,
  numeric: 987_654_321,
  boolean: true,
  'timestamp with time zone': '3456-07-08T09:10:11.000Z',
  date: '3456-07-08',
  jsonb: { подброшено: true },
  ARRAY: ['подброшено'],
};
const FOUND = '0badf00d|подброшено|98765432|31234|3456-07-08';
/** Field names of the API that no table has. */
const WIRE = {
  _id: CANARIES['uuid'],
  user: CANARIES['uuid'],
  owner: CANARIES['uuid'],
  admin: CANARIES['uuid'],
  channel: CANARIES['uuid'],
  author: CANARIES['uuid'],
  isAdmin: true,
  activated: true,
  role: 'подброшено',
  likes: 987_654_321,
  views: 987_654_321,
  friends: ['подброшено'],
  password_hash: 'подброшено',
  ownerId: CANARIES['uuid'],
  userId: CANARIES['uuid'],
  createdAt: CANARIES['timestamp with time zone'],
};
const camel = (name: string) => name.replace(/_(\w)/g, (_, email: string) => email.toUpperCase());

/** Bodies of calls about own objects, whose rows have none. */
const OWN_BODIES: Record<string, Record<string, unknown>> = {
  'POST /editprofile': { name: 'Олег', surname: 'Хозяин' },
  'POST /createuserpost': { title: 'Ещё запись' },
  'POST /privacy': { presence: 'all' },
  'POST /admin/sendmessage': { message: 'Здравствуйте' },
  'POST /auth/register': {
    name: 'Новый',
    surname: 'Человек',
    age: '1999-05-11',
    email: 'fresh@respa.test',
    password: 'respawn-2026',
  },
};
const routes = (await findAllRoutes()).filter(
  (route) => route.body !== undefined || route.form !== undefined,
);
let app: TestApp;
let things: Things;
let callers: { owner: Caller; friend: Caller; admin: Caller; stranger: Caller };
let unknown: Record<string, unknown>;
/** Columns without a value to plant. */
let without: object[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  ({ things, ...callers } = await seedFixtures(app));
  const { rows } = await sql<{
    name: string;
    type: string;
  }>`
    select column_name as name, min(data_type) as type
    from information_schema.columns
    where table_schema = 'public'
    group by 1
  `.execute(app.server.context.db);
  unknown = {
    ...Object.fromEntries(
      rows.flatMap(({ name, type }) => [
        [name, CANARIES[type]],
        [camel(name), CANARIES[type]],
      ]),
    ),
    ...WIRE,
  };
  without = rows.filter(({ type }) => CANARIES[type] === undefined);
});
afterAll(() => app.stop());

/** Returns the tables that contain a planted value. */
async function findPlanted(): Promise<string[]> {
  const { db } = app.server.context;
  const { rows: tables } = await sql<{
    name: string;
  }>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db);
  const { rows } = await sql<{ name: string; found: boolean }>`
    ${sql.join(
      tables.map(
        ({ name }) =>
          sql`select ${name}::text as name,
          exists (select from ${sql.table(name)} t where t::text ~ ${FOUND}) as found`,
      ),
      sql` union all `,
    )}
    union all
    select 'jobs',
      exists (
        select
        from graphile_worker._private_jobs j
        where j.payload::text ~ ${FOUND}
      )
  `.execute(db);
  return rows.filter(({ found }) => found).map(({ name }) => name);
}
/** Returns all known fields except those that the call accepts. */
const besides = (route: RouteSpec) =>
  Object.fromEntries(
    Object.entries(unknown).filter(
      ([name]) => !Object.hasOwn((route.form?.fields ?? route.body)!.properties, name),
    ),
  );

test('fields that a call does not accept are never assigned', async () => {
  expect(without).toEqual([]);
  const letThrough: string[] = [];
  const planted: unknown[] = [];
  // Calls that delete objects come last.
  const ends = (route: RouteSpec) =>
    Number(
      route.method === 'DELETE' || /close|refuse|leave|takedown|suspend|off$/.test(route.path),
    );
  for (const route of routes.sort((one, other) => ends(one) - ends(other))) {
    const key = keyOf(route);
    const row = ACCESS_ROWS[key]!;
    const own = { ...things, stranger: callers.owner.id };
    const body = { ...besides(route), ...(OWN_BODIES[key] ?? row.body?.(own)) };
    const who =
      route.access === 'admin' || /^POST \/(?:games|promo\/refuse)/.test(key)
        ? callers.admin
        : route.access === 'visitor'
          ? app.nobody
          : / \/(?:promo|innerad)\//.test(key)
            ? callers.friend
            : callers.owner;
    const answer = await who.request(route, {
      ...(row.params === undefined ? {} : { params: row.params(own) as never }),
      body,
    });
    const { status } = answer;
    await answer.text();
    if (status === 200) letThrough.push(key);
    const tables = await findPlanted();
    if (tables.length > 0) planted.push([key, status, ...tables]);
  }
  expect(planted).toEqual([]);
  // The check is meaningful only if enough calls passed.
  expect(letThrough.length).toBeGreaterThan(35);
});

test('registering as an admin with an activated account gives neither', async () => {
  const body = {
    ...unknown,
    ...OWN_BODIES['POST /auth/register'],
    email: 'boss@respa.test',
    activated: true,
    activated_at: '2026-01-01',
    isAdmin: true,
    admin: true,
    role: 'admin',
  };
  const { token, userId } = (await (
    await fetch(`${app.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as { token: string; userId: string };
  expect(userId).not.toBe(CANARIES['uuid']);
  const me = (await (
    await fetch(`${app.url}/api/user-by-token`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Record<string, unknown>;
  expect(me).toMatchObject({ isAdmin: false, activated: false });
});

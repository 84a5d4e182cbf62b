import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countFiltered,
  countFilteredFriends,
  pickFiltered,
  pickFilteredFriends,
  type PeopleFilter,
} from '../../../packages/server/src/features/people/filter-queries.ts';
import { gatherMutual } from '../../../packages/server/src/features/people/suggestions/mutual-queries.ts';
import {
  countRequests,
  pickRequests,
} from '../../../packages/server/src/features/people/relations.ts';
import {
  gatherSharedGames,
  pickSuggested,
} from '../../../packages/server/src/features/people/suggestions/suggestion-queries.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import {
  seedRows,
  idOf as id,
  idSql,
  planProblemsOf,
  members,
  type Listing,
} from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';

const BIG = ['people', 'friendships', 'friend_requests', 'game_statuses', 'hidden_suggestions'];
let app: TestApp;
const [PERSON, GAME, MARK, FRIENDSHIP, HIDDEN] = [1, 2, 4, 5, 6];
const [me, game] = [id(PERSON, 1), id(GAME, 1)];
const PEOPLE = 20_000;

/**
 * 20,000 people in a big city, a small one and nowhere, some 12 friends each; the first person has
 * 400 friends, thirty games, and 3,000 requests in each direction. The first game has 10,000
 * players.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, PEOPLE),
    sql`
      update people
      set city = case when right(id::text, 2) = '07' then 'Клин' when right(id::text, 1) in ('1', '2', '3') then 'Москва' else '' end
      where true
    `,
    sql`
      update people
      set city = 'Москва'
      where id = ${me}
    `,
    sql`
      with pairs as (
        select 1 as a, n as b, n as i
        from generate_series(2, 401) n
        union all
        select 2 + n % 19990, 2 + (n * 7) % 19990, 1000 + n
        from generate_series(1, 119000) n
        where n % 19990 <> (n * 7) % 19990
      )
      insert into friendships (user_id, friend_id, id)
      select ${idSql(PERSON, 'a')}, ${idSql(PERSON, 'b')}, ${idSql(FRIENDSHIP, 'i')}
      from pairs
      union all
      select ${idSql(PERSON, 'b')}, ${idSql(PERSON, 'a')}, ${idSql(FRIENDSHIP, 'i')}
      from pairs
      on conflict do nothing
    `,
    sql`
      update people
      set friends_count = c.count
      from (select user_id, count(*) as count from friendships group by user_id) c
      where c.user_id = people.id
    `,
    sql`
      insert into friend_requests (from_id, to_id, created_at)
      select ${idSql(PERSON, 'n')}, ${idSql(PERSON, '1')}, now() - n * interval '1 second'
      from generate_series(1001, 4000) n
      union all
      select ${idSql(PERSON, '1')}, ${idSql(PERSON, 'n')}, now() - n * interval '1 second'
      from generate_series(4001, 7000) n
      union all
      select ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, now()
      from generate_series(8000, 18000) n
    `,
    sql`
      insert into games (id, name, version)
      select ${idSql(GAME, 'n')}, 'Игра ' || n, '1.0'
      from generate_series(1, 2000) n
    `,
    sql`
      insert into game_statuses (game_id, user_id, status, id)
      select ${idSql(GAME, '1')}, ${idSql(PERSON, 'n')}, 'playing', ${idSql(MARK, 'n')}
      from generate_series(1, 10000) n
      union all
      select ${idSql(GAME, '1 + n')}, ${idSql(PERSON, '1')}, 'want', ${idSql(MARK, '20000 + n')}
      from generate_series(1, 30) n
      union all
      select ${idSql(GAME, '2 + n % 1990')}, ${idSql(PERSON, '2 + n % 19990')}, 'finished',
        ${idSql(MARK, '30000 + n')}
      from generate_series(1, 60000) n
      on conflict do nothing
    `,
    sql`
      insert into hidden_suggestions (user_id, other_id, id)
      select ${idSql(PERSON, '1 + n % 200')}, ${idSql(PERSON, '1000 + n')}, ${idSql(HIDDEN, 'n')}
      from generate_series(1, 10000) n
    `,
  ]);
}, patient(120_000));
afterAll(() => app.stop());

const all: PeopleFilter = { folded: '', city: undefined, game: undefined, among: undefined };
const first = { skip: 0, limit: 21 };
const deep = { before: id(PERSON, 5_000), skip: 0, limit: 21 };
const page = Array.from({ length: 30 }, (_, at) => id(PERSON, 9_000 + at * 31));
const online = Array.from({ length: 500 }, (_, at) => id(PERSON, 15_000 - at * 3));
const FILTERS: [string, Partial<PeopleFilter>][] = [
  ['of a big city', { city: 'москва' }],
  ['of a small city', { city: 'клин' }],
  ['who play a popular game', { game }],
  ['who play a rare game', { game: id(GAME, 500) }],
  ['of a big city who play a popular game', { city: 'москва', game }],
  ['of a small city who play a popular game', { city: 'клин', game }],
  ['who are online', { among: online }],
  ['of a big city who are online', { city: 'москва', among: online }],
  ['of a big city with a name', { city: 'москва', folded: 'белова12' }],
];
const LISTS: [string, Listing][] = [
  ['suggested people', (on) => pickSuggested(on, me, 'москва', 30)],
  ['suggested people of a small city', (on) => pickSuggested(on, id(PERSON, 77), 'клин', 30)],
  ['suggested people of nowhere', (on) => pickSuggested(on, id(PERSON, 78), '', 30)],
  ['mutual friends', (on) => gatherMutual(on, me, page, 3)],
  ['shared games', (on) => gatherSharedGames(on, me, page, 3)],
  ...FILTERS.flatMap(([what, some]): [string, Listing][] => [
    [`people ${what}`, (on) => pickFiltered(on, me, { ...all, ...some }, first)],
    [`people ${what}, far down`, (on) => pickFiltered(on, me, { ...all, ...some }, deep)],
    [`the number of people ${what}`, (on) => countFiltered(on, me, { ...all, ...some }, 1_001)],
    [`friends ${what}`, (on) => pickFilteredFriends(on, me, me, { ...all, ...some }, first)],
    [
      `the number of friends ${what}`,
      (on) => countFilteredFriends(on, me, me, { ...all, ...some }),
    ],
  ]),
  ...(['incoming', 'outgoing'] as const).flatMap((direction): [string, Listing][] => [
    [`${direction} requests`, (on) => pickRequests(on, me, direction, { limit: 21 })],
    [
      `${direction} requests, far down`,
      (on) =>
        pickRequests(on, me, direction, {
          before: id(PERSON, direction === 'incoming' ? 2_000 : 5_000),
          limit: 21,
        }),
    ],
    [`the number of ${direction} requests`, (on) => countRequests(on, me, direction, 1_001)],
  ]),
];
test.each(LISTS)('%s: read without scanning or sorting a big table', async (_what, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

test('suggestions read a bounded part of the tables', async () => {
  await app.server.context.db.transaction().execute(async (tx) => {
    const read = async () =>
      (
        await sql<{ rows: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables
          where relname = any(${BIG})
        `.execute(tx)
      ).rows[0]!.rows;
    const before = await read();
    const found = await pickSuggested(tx as never, me, 'москва', 30);
    expect(found.length).toBe(30);
    expect((await read()) - before).toBeLessThan(15_000);
  });
});

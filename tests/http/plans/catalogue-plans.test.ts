import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  pickDownloads,
  pickFriends,
  pickExported,
  pickMarked,
} from '../../../packages/server/src/features/catalogue/member-queries.ts';
import {
  countNew,
  findGame,
  findLanding,
  gatherGames,
  listLabels,
  pickGames,
  type Wanted,
} from '../../../packages/server/src/features/catalogue/queries.ts';
import { pickVersions } from '../../../packages/server/src/features/catalogue/version-queries.ts';
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

const BIG = [
  'people',
  'friendships',
  'games',
  'game_versions',
  'game_votes',
  'game_statuses',
  'game_downloads',
  'game_labels',
  'search_words',
  'search_places',
];
let app: TestApp;
const [PERSON, GAME, VERSION, MARK, FRIENDSHIP] = [1, 2, 3, 4, 5];
const [me, game] = [id(PERSON, 1), id(GAME, 1)];

/**
 * 20,000 games, each of one of five genres and with a rare tag; the first has 3,000 versions and
 * the ratings and statuses of 5,000 people, and the first person has 400 friends and 4,000 ratings
 * and statuses.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, 5000),
    sql`
      insert into friendships (user_id, friend_id, id)
      select ${idSql(PERSON, '1')}, ${idSql(PERSON, 'n')}, ${idSql(FRIENDSHIP, 'n')}
      from generate_series(2, 401) n
      union all
      select ${idSql(PERSON, 'n')}, ${idSql(PERSON, '1')}, ${idSql(FRIENDSHIP, 'n')}
      from generate_series(2, 401) n
      union all
      select ${idSql(PERSON, '2 + n % 4990')}, ${idSql(PERSON, '2 + (n * 7) % 4990')},
        ${idSql(FRIENDSHIP, '500 + n')}
      from generate_series(1, 20000) n
      where n % 4990 <> (n * 7) % 4990
      on conflict do nothing
    `,
    // In parts, because the time of one statement is limited.
    ...[0, 1, 2, 3].map(
      (part) => sql`
        insert into games (id, name, description, genres, tags, version, rating_sum, votes,
          downloads)
        select ${idSql(GAME, 'n')},
          'Игра ' || n,
          (array['Рейды','Закаты','Бегуны','Маяк'])[1 + n % 4] || ' ' || n % 997 || repeat(' и ещё раз о том же', 8),
          array[(array['Гонки','Спорт','Хоррор','Боевик','Стратегия'])[1 + n % 5]],
          array['метка ' || n % 2000],
          '1.0',
          (n % 90) * 3,
          n % 90,
          n % 7000
        from generate_series(${sql.lit(part * 5_000 + 1)}, ${sql.lit((part + 1) * 5_000)}) n
      `,
    ),
    sql`
      insert into game_labels (name, is_genre, games)
      select unnest(labels), false, count(*)
      from games
      group by 1
    `,
    sql`
      insert into game_versions (id, game_id, version, file)
      select ${idSql(VERSION, 'n')}, ${idSql(GAME, 'n')}, '1.0', 'f' || n
      from generate_series(1, 20000) n
      union all
      select ${idSql(VERSION, '20000 + n')}, ${idSql(GAME, '1')}, '1.' || n, 'g' || n
      from generate_series(1, 3000) n
    `,
    sql`
      insert into game_votes (game_id, user_id, rating)
      select ${idSql(GAME, '1')}, ${idSql(PERSON, 'n')}, 4
      from generate_series(1, 5000) n
      union all
      select ${idSql(GAME, '1 + n')}, ${idSql(PERSON, '1')}, 5
      from generate_series(1, 4000) n
    `,
    sql`
      insert into game_statuses (game_id, user_id, status, id)
      select ${idSql(GAME, '1')}, ${idSql(PERSON, 'n')}, 'playing', ${idSql(MARK, 'n')}
      from generate_series(1, 5000) n
      union all
      select ${idSql(GAME, '1 + n')}, ${idSql(PERSON, '1')}, 'want', ${idSql(MARK, '5000 + n')}
      from generate_series(1, 4000) n
      union all
      select ${idSql(GAME, '2 + n % 9000')}, ${idSql(PERSON, '2 + n % 4990')}, 'want',
        ${idSql(MARK, '9000 + n')}
      from generate_series(1, 15000) n
      on conflict do nothing
    `,
    sql`
      insert into game_downloads (version_id, user_id)
      select ${idSql(VERSION, 'n')}, ${idSql(PERSON, '1 + n % 5000')}
      from generate_series(1, 20000) n
    `,
  ]);
  await sql`vacuum games`.execute(app.server.context.db);
}, patient(120_000));
afterAll(() => app.stop());

const all: Wanted = { folded: '', including: [], excluding: [] };
const first = { skip: 0, limit: 31 };
const deep = { before: id(GAME, 9_000), skip: 0, limit: 31 };
const LISTS: [string, Listing][] = [
  ['the number of new games', (on) => countNew(on, id(GAME, 1), 100)],
  ...(['new', 'popular', 'rating'] as const).flatMap((sort): [string, Listing][] => [
    [`games, ${sort}`, (on) => pickGames(on, all, sort, first)],
    [`games far down, ${sort}`, (on) => pickGames(on, all, sort, deep)],
    [
      `games of a genre, ${sort}`,
      (on) => pickGames(on, { ...all, including: ['Гонки'] }, sort, deep),
    ],
    [
      `games of a seldom tag, ${sort}`,
      (on) => pickGames(on, { ...all, including: ['метка 77'] }, sort, first),
    ],
    [
      `games without a genre, ${sort}`,
      (on) => pickGames(on, { ...all, excluding: ['Гонки', 'Спорт'] }, sort, deep),
    ],
    [
      `games of one and without another, ${sort}`,
      (on) =>
        pickGames(on, { ...all, including: ['Хоррор'], excluding: ['метка 77'] }, sort, first),
    ],
    [
      `games that a search finds, ${sort}`,
      (on) => pickGames(on, { ...all, folded: 'маяк 4' }, sort, first),
    ],
    [
      `games that a word finds, ${sort}`,
      (on) => pickGames(on, { ...all, folded: '499' }, sort, first),
    ],
    [
      `games of a genre that a word finds, far down, ${sort}`,
      (on) => pickGames(on, { ...all, folded: 'маяк', including: ['Гонки'] }, sort, deep),
    ],
    [
      `games that a common word finds, ${sort}`,
      (on) => pickGames(on, { ...all, folded: 'раз' }, sort, first),
    ],
    [`what no game says, ${sort}`, (on) => pickGames(on, { ...all, folded: 'кщщ' }, sort, first)],
  ]),
  ['a game', (on) => findGame(on, game, me).then((row) => row ?? null)],
  [
    'cards of games',
    (on) =>
      gatherGames(
        on,
        Array.from({ length: 30 }, (_, turn) => id(GAME, turn + 1)),
        me,
      ),
  ],
  ['games of the landing page', (on) => findLanding(on).then((row) => row ?? null)],
  ['labels', (on) => listLabels(on)],
  ['versions', (on) => pickVersions(on, game, { limit: 21 })],
  ['versions far down', (on) => pickVersions(on, game, { before: id(VERSION, 21_000), limit: 21 })],
  ['marked games', (on) => pickMarked(on, me, 'want', { limit: 31 })],
  [
    'marked games, far down',
    (on) => pickMarked(on, me, 'want', { before: id(GAME, 500), limit: 31 }),
  ],
  ['friends who play', (on) => pickFriends(on, me, game, 24)],
  ['exported marks', (on) => pickExported(on, me, id(GAME, 50), 200)],
  ['exported downloads', (on) => pickDownloads(on, me, id(VERSION, 1), 200)],
];
test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countAds,
  countFavourites,
  countNew,
  pickAds,
  pickFavourites,
  pickExportedFavourites,
  pickOwn,
  type Wanted,
} from '../../../packages/server/src/features/classifieds/list-queries.ts';
import {
  countOwn,
  findAd,
  findAdStatus,
  gatherCards,
  lockMatchable,
  pickUnmatched,
  unlistEnded,
} from '../../../packages/server/src/features/classifieds/queries.ts';
import {
  insertMatches,
  listSearches,
  pickRarestKey,
  takeMatches,
} from '../../../packages/server/src/features/classifieds/search-queries.ts';
import { keysOfAd } from '../../../packages/server/src/features/classifieds/searches.ts';
import type { Tx } from '../../../packages/server/src/platform/database/db.ts';
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
  'blocks',
  'classifieds',
  'classified_looks',
  'classified_favourites',
  'classified_searches',
  'classified_matches',
];
let app: TestApp;
const [PERSON, OFFER, MARK, SEARCH] = [1, 2, 3, 4];
const [me, offer] = [id(PERSON, 1), id(OFFER, 1)];

/**
 * 20,000 ads of 5,000 people in 300 games, a hundredth of them ended; the first person has 400 of
 * them, 3,000 favourites and 40 saved searches, of 20,000 in all.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, 5000),
    sql`
      insert into blocks (blocker_id, blocked_id, id)
      select ${idSql(PERSON, '1 + n % 4999')}, ${idSql(PERSON, '1 + (n * 7 + 1) % 5000')},
        ${idSql(MARK, '90000 + n')}
      from generate_series(1, 6000) n
      where 1 + n % 4999 <> 1 + (n * 7 + 1) % 5000
      on conflict do nothing
    `,
    ...[0, 5_000, 10_000, 15_000].map(
      (from) => sql`
        insert into classifieds (id, owner_id, title, description, price, game, pictures, ends_at)
        select ${idSql(OFFER, 'n')},
          case when n % 75 = 0 then ${idSql(PERSON, '1')} else ${idSql(PERSON, '2 + n % 4998')} end,
          'Вещь ' || n,
          (array['меч','щит','шлем','маяк'])[1 + n % 4] || ' ' || n % 997 || repeat(' и ещё раз о том же', 4),
          (n * 7919) % 100000, 'Игра ' || n % 300,
          case when n % 3 = 0 then '[{"name":"a"}]'::jsonb else '[]'::jsonb end,
          case when n % 100 = 0 then now() - interval '1 day' when n % 2 = 0 then now() + interval '5 days' end
        from generate_series(${from}::int + 1, ${from}::int + 5000) n
      `,
    ),
    sql`
      insert into classified_favourites (ad_id, user_id, id)
      select ${idSql(OFFER, 'n')}, ${idSql(PERSON, '1')}, ${idSql(MARK, 'n')}
      from generate_series(1, 3000) n
      union all
      select ${idSql(OFFER, '1 + n % 20000')}, ${idSql(PERSON, '2 + n % 4990')},
        ${idSql(MARK, '3000 + n')}
      from generate_series(1, 30000) n
      on conflict do nothing
    `,
    sql`
      insert into classified_searches (id, user_id, q, game, pictures, needle, game_key, key)
      select ${idSql(SEARCH, 'n')}, ${idSql(PERSON, '1 + n % 500')}, 'слово ' || n, '', false,
        'слово ' || n, '', 't' || lpad(to_hex(n % 4000), 3, '0')
      from generate_series(1, 20000) n
      union all
      select ${idSql(SEARCH, '20000 + n')}, ${idSql(PERSON, '501 + n % 4000')}, '', '', false, '',
        '', '*'
      from generate_series(1, 4000) n
    `,
    sql`
      insert into classified_matches (ad_id, user_id, words)
      select ${idSql(OFFER, '1')}, ${idSql(PERSON, 'n')}, ''
      from generate_series(2, 5000) n
      union all
      select ${idSql(OFFER, '2 + n % 4000')}, ${idSql(PERSON, '2 + n % 4990')}, ''
      from generate_series(1, 15000) n
      on conflict do nothing
    `,
  ]);
  await sql`vacuum classifieds`.execute(app.server.context.db);
}, patient(120_000));
afterAll(() => app.stop());

const all: Wanted = { needle: '', gameKey: '', withPictures: false };
const first = { skip: 0, limit: 25 };
const deep = { before: id(OFFER, 9_001), skip: 0, limit: 25 };
const LISTS: [string, Listing][] = [
  ['the number of new adverts', (on) => countNew(on, id(OFFER, 19_000), 1_000)],
  ...(['new', 'cheap', 'dear'] as const).flatMap((sort): [string, Listing][] => [
    [
      `adverts from a price on, ${sort}`,
      (on) => pickAds(on, me, all, sort, { ...deep, price: 500 }),
    ],
    [`adverts, ${sort}`, (on) => pickAds(on, me, all, sort, first)],
    [`adverts far down, ${sort}`, (on) => pickAds(on, me, all, sort, deep)],
    [`of a game, ${sort}`, (on) => pickAds(on, me, { ...all, gameKey: 'игра 77' }, sort, first)],
    [`with pictures, ${sort}`, (on) => pickAds(on, me, { ...all, withPictures: true }, sort, deep)],
    [
      `of a narrow price, ${sort}`,
      (on) => pickAds(on, me, { ...all, from: 500, to: 700 }, sort, first),
    ],
    [
      `of a wide price, ${sort}`,
      (on) => pickAds(on, me, { ...all, from: 500, to: 70_000 }, sort, deep),
    ],
    [
      `that a search finds, ${sort}`,
      (on) => pickAds(on, me, { ...all, needle: 'маяк 4' }, sort, first),
    ],
    [
      `what many say, ${sort}`,
      (on) => pickAds(on, me, { ...all, needle: 'о том же' }, sort, first),
    ],
    [`what none says, ${sort}`, (on) => pickAds(on, me, { ...all, needle: 'кщщ' }, sort, first)],
    [
      `the beginning of a word, ${sort}`,
      (on) => pickAds(on, me, { ...all, needle: ' ще' }, sort, first),
    ],
    [
      `all filters, ${sort}`,
      (on) =>
        pickAds(
          on,
          me,
          { needle: 'маяк', gameKey: 'игра 77', from: 500, to: 70_000, withPictures: true },
          sort,
          first,
        ),
    ],
  ]),
  ['of one seller', (on) => pickAds(on, id(PERSON, 2), { ...all, ownerId: me }, 'new', first)],
  ['since a date', (on) => pickAds(on, me, { ...all, since: id(OFFER, 19_500) }, 'new', first)],
  ['the count', (on) => countAds(on, me, all)],
  ['the count for a word', (on) => countAds(on, me, { ...all, needle: 'маяк 4' })],
  ['an ad', (on) => findAd(on, offer, me).then((row) => row ?? null)],
  ['the status of an ad', (on) => findAdStatus(on, offer, me)],
  [
    'cards',
    (on) =>
      gatherCards(
        on,
        Array.from({ length: 24 }, (_, turn) => id(OFFER, turn + 1)),
        me,
      ),
  ],
  ['own', (on) => pickOwn(on, me, undefined, 25)],
  ['own far down', (on) => pickOwn(on, me, id(OFFER, 9_000), 25)],
  ['the count of own ads', (on) => countOwn(on, me)],
  ['favourites', (on) => pickFavourites(on, me, undefined, 25)],
  ['favourites far down', (on) => pickFavourites(on, me, id(MARK, 1_501), 25)],
  ['exported favourites', (on) => pickExportedFavourites(on, me, id(MARK, 2_000), 200)],
  ['the count of favourites', (on) => countFavourites(on, me)],
  ['expired ads', (on) => unlistEnded(on)],
  ['saved searches', (on) => listSearches(on, me)],
  ['the rarest key', (on) => pickRarestKey(on, ['t001', 't002', 'g'])],
  [
    'saved searches that match an ad',
    async (on) => {
      const ad = (await lockMatchable(on as Tx, offer))!;
      await insertMatches(on as Tx, ad, keysOfAd(ad));
    },
  ],
  [
    'saved searches without a query, far down',
    async (on) => {
      await insertMatches(on as Tx, (await lockMatchable(on as Tx, offer))!, ['*', 't001'], {
        key: '*',
        id: id(SEARCH, 25_000),
      });
    },
  ],
  ['ads not matched yet', (on) => pickUnmatched(on, id(OFFER, 19_999), 1_000)],
  ['matches to notify next', (on) => takeMatches(on as Tx, offer, me, 200)],
];
test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

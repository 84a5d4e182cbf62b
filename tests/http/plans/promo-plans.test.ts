import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countOwn,
  countWaiting,
  findPromo,
  pickOwn,
  pickWaiting,
} from '../../../packages/server/src/features/promos/queries.ts';
import {
  deleteOldSeen,
  pickDays,
  pickExportedHidden,
  pickExportedSeen,
  pickNext,
  pickOwnDays,
} from '../../../packages/server/src/features/promos/showing-queries.ts';
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

/** Tables with many rows: lists never scan or sort them as a whole. */
const BIG = ['people', 'promos', 'promo_seen', 'promo_days', 'promo_hidden', 'blocks', 'mutes'];
const DAY = '2026-11-22';
let app: TestApp;
const [PERSON, PROMO] = [1, 2];
const [me, one] = [id(PERSON, 1), id(PROMO, 1)];

/**
 * 3,000 people; 20,000 ads, of which 2,000 wait and 12,000 are shown; the first person has 200 of
 * them and saw 300 today.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, 3000),
    sql`
      insert into promos (id, owner_id, title, picture, days, state, ends_at)
      select ${idSql(PROMO, 'n')},
        ${idSql(PERSON, 'case when n % 100 = 0 then 1 else 2 + n % 2990 end')}, 'Реклама ' || n,
        '{}', 1,
        case when n % 10 = 0 then 'waiting' when n % 10 < 7 then 'shown' when n % 10 = 7 then 'refused' else 'ended' end,
        case when n % 10 in (0, 7) then null else now() + interval '1 day' end
      from generate_series(1, 20000) n
    `,
    sql`
      insert into promo_seen (user_id, promo_id, day, viewed, clicked)
      select ${idSql(PERSON, '1')}, ${idSql(PROMO, 'n')}, ${DAY}, true, false
      from generate_series(1, 300) n
      union all
      select ${idSql(PERSON, '2 + n % 2990')}, ${idSql(PROMO, '1 + n % 20000')},
        ${DAY}::date - n / 20000, true, false
      from generate_series(1, 60000) n
      on conflict do nothing
    `,
    sql`
      insert into promo_days (promo_id, day, views)
      select promo_id, day, count(*)
      from promo_seen
      group by 1, 2
    `,
    sql`
      insert into promo_hidden (user_id, promo_id)
      select ${idSql(PERSON, '1 + n % 3000')}, ${idSql(PROMO, '1 + n % 20000')}
      from generate_series(1, 30000) n
      on conflict do nothing
    `,
    sql`
      insert into blocks (blocker_id, blocked_id, id)
      select ${idSql(PERSON, '1 + n % 3000')}, ${idSql(PERSON, '1 + (n + 1 + n / 3000) % 3000')},
        gen_random_uuid()
      from generate_series(1, 9000) n
      on conflict do nothing
    `,
    sql`
      insert into mutes (muter_id, muted_id, id)
      select ${idSql(PERSON, '1 + n % 3000')}, ${idSql(PERSON, '1 + (n + 1 + n / 3000) % 3000')},
        gen_random_uuid()
      from generate_series(1, 9000) n
      on conflict do nothing
    `,
  ]);
}, patient(120_000));
afterAll(() => app.stop());

const LISTS: [string, Listing][] = [
  ['an ad', (on) => findPromo(on, one, me)],
  ['own ads', (on) => pickOwn(on, me, { limit: 25 })],
  ['own ads far down', (on) => pickOwn(on, me, { after: id(PROMO, 9_000), limit: 25 })],
  ['the count of own ads', (on) => countOwn(on, me)],
  ['waiting items', (on) => pickWaiting(on, { limit: 25 })],
  ['waiting items, far down', (on) => pickWaiting(on, { after: id(PROMO, 12_000), limit: 25 })],
  ['the count of waiting items', (on) => countWaiting(on)],
  ['the ad shown next', (on) => pickNext(on, me, 0.5, DAY)],
  ['the ad shown next, at the end of the rotation', (on) => pickNext(on, me, 0.999_999, DAY)],
  ['expired views', (on) => deleteOldSeen(on, '2026-11-19')],
  ['own ads by words', (on) => pickOwn(on, me, { limit: 25, skip: 50, folded: 'реклама 1' })],
  ['days of one ad', (on) => pickDays(on, one, '2026-01-01')],
  ['days of all own ads', (on) => pickOwnDays(on, me, '2026-10-24')],
  [
    'exported views',
    (on) => pickExportedSeen(on, me, { promo_id: id(PROMO, 100), day: '0001-01-01' }, 200),
  ],
  ['exported hidden ads', (on) => pickExportedHidden(on, me, id(PROMO, 1), 200)],
];
test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

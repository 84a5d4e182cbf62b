import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  pickByEmail,
  pickSuspended,
} from '../../../packages/server/src/features/account/service.ts';
import { pickLog } from '../../../packages/server/src/features/admin/queries.ts';
import { pickMembers } from '../../../packages/server/src/features/admin/members.ts';
import { pickEvents } from '../../../packages/server/src/features/events/queries.ts';
import {
  countOpen,
  gatherLatestReports,
  pickCases,
} from '../../../packages/server/src/features/reports/service.ts';
import {
  countNewAppeals,
  pickAppeals,
} from '../../../packages/server/src/features/support/service.ts';
import type { AppContext } from '../../../packages/server/src/platform/runtime/app-context.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import {
  seedRows,
  idOf as id,
  idSql,
  planProblemsOf,
  type Listing,
} from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';

/** Tables with many rows: lists never scan or sort them as a whole. */
const BIG = [
  'accounts',
  'people',
  'suspensions',
  'admin_log',
  'reports',
  'report_cases',
  'support_messages',
  'events',
];
let app: TestApp;
const [PERSON, SUSPENSION, ENTRY, CASE, REPORT, SUPPORT_MESSAGE, EVENT] = [1, 2, 3, 4, 5, 6, 7];
const TODAY = new Date().toISOString().slice(0, 10);
const RARE = 'Щукина';

/**
 * 20,000 people, 3,000 of them suspended, 20,000 log entries, 12,000 cases of one report and one of
 * 5,000, 20,000 support messages and events.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    sql`
      insert into accounts (id, email, password_hash, activated_at)
      select ${idSql(PERSON, 'n')}, 'n' || n || '@seeded.test', '', now()
      from generate_series(1, 20000) n
    `,
    sql`
      insert into people (id, name, surname, birth_date, is_listed)
      select ${idSql(PERSON, 'n')}, 'Анна', case when n = 777 then ${RARE} else 'Белова' || n end,
        '1990-01-01', true
      from generate_series(1, 20000) n
    `,
    sql`
      insert into suspensions (user_id, id, reason, until)
      select ${idSql(PERSON, 'n')}, ${idSql(SUSPENSION, 'n')}, 'Спам',
        case when n % 2 = 0 then now() + interval '1 day' end
      from generate_series(1, 3000) n
    `,
    sql`
      insert into admin_log (id, admin_id, action)
      select ${idSql(ENTRY, 'n')}, ${idSql(PERSON, '1')}, 'suspend'
      from generate_series(1, 20000) n
    `,
    sql`
      insert into report_cases (id, kind, object_id, owner_id, closed_at, outcome)
      select ${idSql(CASE, 'n')}, 'userpost', ${idSql(CASE, 'n')}, ${idSql(PERSON, '1 + n % 500')},
        case when n % 3 = 0 then now() end, case when n % 3 = 0 then 'kept' end
      from generate_series(1, 12001) n
    `,
    sql`
      insert into reports (id, case_id, reporter_id, kind, object_id, owner_id, reason)
      select ${idSql(REPORT, 'n')}, ${idSql(CASE, 'n')}, ${idSql(PERSON, '1 + n')}, 'userpost',
        ${idSql(CASE, 'n')}, ${idSql(PERSON, '1')}, 'spam'
      from generate_series(1, 12000) n
      union all
      select ${idSql(REPORT, '12000 + n')}, ${idSql(CASE, '12001')}, ${idSql(PERSON, 'n')},
        'userpost', ${idSql(CASE, '12001')}, ${idSql(PERSON, '1')}, 'spam'
      from generate_series(1, 5000) n
    `,
    sql`
      insert into support_messages (id, text, state)
      select ${idSql(SUPPORT_MESSAGE, 'n')}, 'Помогите',
        case when n % 50 = 0 then 'new' else 'answered' end
      from generate_series(1, 20000) n
    `,
    sql`
      insert into events (id, text, day)
      select ${idSql(EVENT, 'n')}, 'Затмение', current_date - 10000 + n
      from generate_series(1, 20000) n
    `,
  ]);
}, patient(120_000));
afterAll(() => app.stop());

const found =
  (search: Parameters<typeof pickMembers>[1]): Listing =>
  (on) =>
    pickMembers({ ...app.server.context, db: on } as AppContext, search, 31);
const LISTS: [string, Listing][] = [
  ['members', found({})],
  ['members far down', found({ before: id(PERSON, 9_000) })],
  ['members found by a search', found({ q: 'белова1' })],
  ['a rare name', found({ q: RARE })],
  ['two letters', found({ q: 'щу' })],
  ['no match', found({ q: 'кщщ' })],
  ['the beginning of an address', (on) => pickByEmail(on, 'n77', { limit: 31 })],
  [
    'email addresses from a cursor',
    (on) => pickByEmail(on, 'n', { before: id(PERSON, 500), limit: 31 }),
  ],
  ['suspended members', (on) => pickSuspended(on, { limit: 31 })],
  [
    'suspended members, far down',
    (on) => pickSuspended(on, { before: id(PERSON, 900), limit: 31 }),
  ],
  ['the log', (on) => pickLog(on, { limit: 31 })],
  ['the log far down', (on) => pickLog(on, { before: id(ENTRY, 5_000), limit: 31 })],
  ['open cases', (on) => pickCases(on, { isOpen: true, limit: 31 })],
  [
    'closed cases far down',
    (on) => pickCases(on, { isOpen: false, before: id(CASE, 4_000), limit: 31 }),
  ],
  ['the count of open cases', (on) => countOpen(on, 1_000)],
  [
    'reports of cases',
    (on) =>
      gatherLatestReports(
        on,
        Array.from({ length: 30 }, (_, turn) => id(CASE, 12_001 - turn)),
        5,
      ),
  ],
  ['support messages', (on) => pickAppeals(on, { limit: 31 })],
  ['new support messages', (on) => pickAppeals(on, { state: 'new', limit: 31 })],
  [
    'answered support messages far down',
    (on) => pickAppeals(on, { state: 'answered', before: id(SUPPORT_MESSAGE, 8_000), limit: 31 }),
  ],
  ['the count of new support messages', (on) => countNewAppeals(on, 1_000)],
  ['upcoming events', (on) => pickEvents(on, { part: 'next', day: TODAY, limit: 21 })],
  [
    'upcoming events far down',
    (on) => pickEvents(on, { part: 'next', day: TODAY, after: id(EVENT, 15_000), limit: 21 }),
  ],
  [
    'past events',
    (on) => pickEvents(on, { part: 'past', day: TODAY, after: id(EVENT, 4_000), limit: 21 }),
  ],
];
test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

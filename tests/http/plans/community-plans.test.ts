import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countWaiting,
  pickArticles,
  pickNews,
  pickPopular,
  pickWaiting,
  pickWritten,
} from '../../../packages/server/src/features/communities/articles/article-list-queries.ts';
import {
  countUnread,
  pickNotices,
} from '../../../packages/server/src/features/communities/notice-queries.ts';
import {
  findCommunity,
  gatherCommunities,
  pickOwn,
  pickCommunities,
  pickRun,
} from '../../../packages/server/src/features/communities/queries.ts';
import {
  listEditors,
  pickBans,
} from '../../../packages/server/src/features/communities/staff/staff-queries.ts';
import {
  findOther,
  pickSubscribed,
  pickSubscribers,
} from '../../../packages/server/src/features/communities/staff/subscription-queries.ts';
import { pickNewestOfEach } from '../../../packages/server/src/features/reactions/comment-list-queries.ts';
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
const BIG = [
  'people',
  'publics',
  'public_subscriptions',
  'public_posts',
  'public_notices',
  'public_bans',
  'comments',
  'reaction_objects',
];
let app: TestApp;
const [PERSON, GROUP, ARTICLE, SUBSCRIPTION, NOTICE, COMMENT] = [1, 2, 3, 4, 5, 6];
const [me, group] = [id(PERSON, 1), id(GROUP, 1)];

/**
 * 6,000 people, 12,000 communities, 30,000 articles; the first community has 5,000 subscribers and
 * 6,000 articles, the first person subscribes to 400 communities.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, 6000),
    sql`
      insert into publics (id, name, description, admin_id, subscribers_count)
      select ${idSql(GROUP, 'n')},
        'Группа ' || n,
        (array['Рейды','Закаты','Бегуны','Маяк'])[1 + n % 4] || ' ' || n % 997 || repeat(' и ещё раз о том же', 12),
        ${idSql(PERSON, '1 + n % 3000')},
        n % 500
      from generate_series(1, 12000) n
    `,
    sql`
      insert into public_subscriptions (public_id, user_id, id)
      select ${idSql(GROUP, '1')}, ${idSql(PERSON, 'n')}, ${idSql(SUBSCRIPTION, 'n')}
      from generate_series(1, 5000) n
      union all
      select ${idSql(GROUP, '1 + n')}, ${idSql(PERSON, '1')}, ${idSql(SUBSCRIPTION, '6000 + n')}
      from generate_series(1, 400) n
      union all
      select ${idSql(GROUP, '500 + n % 3000')}, ${idSql(PERSON, '2 + n % 5990')},
        ${idSql(SUBSCRIPTION, '10000 + n')}
      from generate_series(1, 20000) n
      on conflict do nothing
    `,
    sql`
      insert into public_editors (public_id, user_id)
      select ${idSql(GROUP, '1')}, ${idSql(PERSON, 'n')}
      from generate_series(2, 20) n
    `,
    sql`
      insert into public_bans (public_id, user_id)
      select ${idSql(GROUP, '1')}, ${idSql(PERSON, 'n')}
      from generate_series(5001, 6000) n
      union all
      select ${idSql(GROUP, '1 + n % 3999')}, ${idSql(PERSON, '1 + n')}
      from generate_series(1, 4000) n
      on conflict do nothing
    `,
    sql`
      insert into public_posts (id, public_id, author_id, title, text, pictures, state)
      select ${idSql(ARTICLE, 'n')}, ${idSql(GROUP, '1 + (n * 7919) % 4000')},
        ${idSql(PERSON, '1 + n % 3000')}, 'Запись', '', '[]'::jsonb, 'published'
      from generate_series(1, 24000) n
      union all
      select ${idSql(ARTICLE, '24000 + n')}, ${idSql(GROUP, '1')}, ${idSql(PERSON, '1 + n % 300')},
        'Запись', '', '[]'::jsonb, case when n % 40 = 0 then 'proposed' else 'published' end
      from generate_series(1, 6000) n
    `,
    sql`
      update public_posts
      set is_pinned = true
      where id = ${id(ARTICLE, 24_100 + 1)}
    `,
    sql`
      insert into public_notices (id, public_id, from_id, type)
      select ${idSql(NOTICE, 'n')}, ${idSql(GROUP, '1')}, ${idSql(PERSON, 'n')}, 'subscribe'
      from generate_series(1, 5000) n
      union all
      select ${idSql(NOTICE, '5000 + n')}, ${idSql(GROUP, '2 + n % 3000')},
        ${idSql(PERSON, '1 + n % 6000')}, 'subscribe'
      from generate_series(1, 15000) n
      on conflict do nothing
    `,
    sql`
      insert into reaction_objects (id, kind)
      select id, 'publicpost'
      from public_posts
      where state = 'published'
    `,
    sql`
      insert into comments (id, object_id, author_id, text)
      select ${idSql(COMMENT, 'n')}, ${idSql(ARTICLE, '24000 + 1 + n % 30 * 2')},
        ${idSql(PERSON, '1 + n % 6000')}, 'Да'
      from generate_series(1, 30000) n
      where (1 + n % 30 * 2) % 40 <> 0
    `,
  ]);
}, patient(120_000));
afterAll(() => app.stop());

const LISTS: [string, Listing][] = [
  ['a community', (on) => findCommunity(on, group, me)],
  [
    'cards of communities',
    (on) =>
      gatherCommunities(
        on,
        me,
        Array.from({ length: 30 }, (_, turn) => id(GROUP, turn + 1)),
      ),
  ],
  ['groups', (on) => pickCommunities(on, '', { skip: 0, limit: 31 })],
  [
    'communities far down',
    (on) => pickCommunities(on, '', { before: id(GROUP, 900), skip: 0, limit: 31 }),
  ],
  ['communities found by a search', (on) => pickCommunities(on, 'маяк 4', { skip: 0, limit: 31 })],
  ['a search without results', (on) => pickCommunities(on, 'кщщ', { skip: 0, limit: 31 })],
  [
    'communities led by a member',
    (on) =>
      pickRun(
        on,
        Array.from({ length: 10 }, (_, turn) => id(GROUP, turn + 1)),
        me,
      ),
  ],
  ['own communities', (on) => pickOwn(on, me)],
  ['articles', (on) => pickArticles(on, group, { skip: 0, limit: 11 })],
  [
    'articles far down',
    (on) => pickArticles(on, group, { before: id(ARTICLE, 25_000), skip: 0, limit: 11 }),
  ],
  ['waiting items', (on) => pickWaiting(on, group, 'proposed', null, { limit: 11 })],
  [
    'own proposals',
    (on) => pickWaiting(on, group, 'proposed', me, { before: id(ARTICLE, 29_000), limit: 11 }),
  ],
  ['the count of waiting items', (on) => countWaiting(on, group, 'proposed')],
  [
    'popular articles',
    (on) => pickPopular(on, me, { since: id(ARTICLE, 1), read: 300, limit: 15 }),
  ],
  ['news', (on) => pickNews(on, me, { limit: 11 })],
  ['news far down', (on) => pickNews(on, me, { before: id(ARTICLE, 12_000), limit: 11 })],
  ['exported texts', (on) => pickWritten(on, me, { limit: 200 })],
  ['readers', (on) => pickSubscribers(on, group, { skip: 0, limit: 101 })],
  [
    'subscribers from a cursor',
    (on) => pickSubscribers(on, group, { before: id(SUBSCRIPTION, 3_000), skip: 0, limit: 101 }),
  ],
  ['subscriptions of a member', (on) => pickSubscribed(on, me, { skip: 0, limit: 101 })],
  ['one more subscription', (on) => findOther(on, me, [id(GROUP, 401)])],
  ['notices', (on) => pickNotices(on, group, { limit: 31 })],
  [
    'notices from a cursor',
    (on) => pickNotices(on, group, { before: id(NOTICE, 2_000), limit: 31 }),
  ],
  ['unread notices', (on) => countUnread(on, group, me)],
  ['editors', (on) => listEditors(on, group)],
  ['banned members', (on) => pickBans(on, group, { limit: 51 })],
  [
    'the newest comments of a page',
    (on) =>
      pickNewestOfEach(
        on,
        me,
        Array.from({ length: 10 }, (_, turn) => id(ARTICLE, 24_001 + turn * 2)),
        50,
      ),
  ],
];
test.each(LISTS)('%s uses an index', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countBookmarks,
  findBookmark,
  listFolders,
  pickBookmarks,
} from '../../../packages/server/src/features/bookmarks/queries.ts';
import { gatherPostCards } from '../../../packages/server/src/features/wall/cards.ts';
import {
  gatherShares,
  pickOriginals,
  pickReposts,
} from '../../../packages/server/src/features/sharing/queries.ts';
import { findArticles } from '../../../packages/server/src/features/communities/search.ts';
import { findPosts } from '../../../packages/server/src/features/wall/search.ts';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';
import { readWanted } from '../../../packages/server/src/platform/database/post-search.ts';
import { LAST_ID } from '../../../packages/server/src/platform/database/paging.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import {
  idOf as id,
  idSql,
  members,
  planProblemsOf,
  seedRows,
  type Listing,
  type Plan,
} from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';

/** Tables with many rows: lists never scan or sort them as a whole. */
const BIG = ['people', 'posts', 'public_posts', 'reposts', 'share_counts', 'bookmarks'];
const [PERSON, GROUP, MARK] = [1, 2, 3];
const [me, thing] = [id(PERSON, 1), id(PERSON, 2)];
const POSTS = 60_000;
/** Ids of posts over the last two years: the newest is number 1. */
const postId = sql.raw(`(
  substr(lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n::bigint * 1000000), 12, '0'), 1, 8) || '-'
  || substr(lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n::bigint * 1000000), 12, '0'), 9, 4)
  || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`);
let app: TestApp;

/**
 * 3,000 people; as many posts as articles, all with one word, one in a hundred with another, and
 * one with a word of its own; every tenth post is a repost; 5,000 bookmarks of each of twenty
 * people.
 */
beforeAll(async () => {
  app = await startTestApp();
  await seedRows(app, [
    ...members(PERSON, 3000),
    sql`
      insert into publics (id, name, admin_id)
      select ${idSql(GROUP, 'n')}, 'Группа ' || n, ${idSql(PERSON, 'n')}
      from generate_series(1, 300) n
    `,
    sql`
      insert into posts (id, author_id, text, is_repost)
      select ${postId}, ${idSql(PERSON, '1 + n % 3000')},
        'игра ' || n || case when n % 100 = 0 then ' рейд #рейд' else '' end
          || case when n = 59000 then ' единорог' else '' end,
        n % 10 = 0
      from generate_series(1, ${sql.lit(POSTS)}) n
    `,
    sql`
      insert into public_posts (id, public_id, title, text, pictures, state)
      select ${postId}, ${idSql(GROUP, '1 + n % 300')}, 'игра ' || n, 'текст', '[]', 'published'
      from generate_series(1, ${sql.lit(POSTS)}) n
    `,
    sql`
      insert into reposts (id, post_id, kind, object_id)
      select id, id, 'video', ${idSql(PERSON, '1 + (row_number() over ()) % 1000')}
      from posts
      where is_repost
    `,
    sql`
      insert into bookmark_folders (id, user_id, name)
      select ${idSql(MARK, 'n')}, ${idSql(PERSON, '1 + n % 20')}, 'Папка ' || n
      from generate_series(1, 1000) n
    `,
    sql`
      insert into bookmarks (id, user_id, kind, object_id, folder_id)
      select ${idSql(MARK, 'n')}, ${idSql(PERSON, '1 + n % 20')},
        case when n % 50 = 0 then 'video' else 'userpost' end, gen_random_uuid(),
        ${idSql(MARK, '1 + n % 1000')}
      from generate_series(1, 100000) n
    `,
  ]);
}, patient(180_000));
afterAll(() => app.stop());

const found =
  (q: string, find = findPosts): Listing =>
  async (db) =>
    find(db, (await readWanted(db, q))!, { limit: 40 });
const LISTS: [string, Listing][] = [
  ['a common word', found('игра')],
  ['a rare word', found('единорог')],
  ['a tag', found('#рейд')],
  ['a word of articles', found('игра', findArticles)],
  ['what posts share', (db) => pickOriginals(db, 'userpost', [thing, me])],
  ['how often things were shared', (db) => gatherShares(db, [thing, me])],
  ['who shared', (db) => pickReposts(db, thing, LAST_ID, 100)],
  ['cards of posts', (db) => gatherPostCards({ ...app.server.context, db }, me, [thing])],
  ['bookmarks', (db) => pickBookmarks(db, me, { limit: 11 })],
  ['bookmarks of a rare kind', (db) => pickBookmarks(db, me, { kind: 'video', limit: 11 })],
  ['a folder', (db) => pickBookmarks(db, me, { folder: id(MARK, 20), limit: 11 })],
  ['one bookmark', (db) => findBookmark(db, me, 'video', thing)],
  ['the number of bookmarks', (db) => countBookmarks(db, me)],
  ['folders', (db) => listFolders(db, me)],
];
test.each(LISTS)('%s reads no big table as a whole', async (_, list) => {
  expect(await planProblemsOf(app, list, BIG)).toEqual([]);
});

type Ran = Omit<Plan, 'Plans'> & { 'Actual Rows': number; 'Actual Loops': number; Plans?: Ran[] };
/** Returns how many rows of a table the statements of a list really read. */
async function rowsRead(list: Listing, table: string): Promise<number> {
  const asked: CompiledQuery[] = [];
  const { pool } = app.server.context.database;
  await list(
    new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void asked.push(query),
    }) as Db,
  );
  const sum = (plan: Ran): number =>
    (plan['Relation Name'] === table ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((all, one) => all + sum(one), 0);
  let rows = 0;
  for (const query of asked) {
    const answer = await pool.query<{ 'QUERY PLAN': [{ Plan: Ran }] }>(
      `explain (analyze, format json) ${query.sql}`,
      [...query.parameters],
    );
    rows += sum(answer.rows[0]!['QUERY PLAN'][0].Plan);
  }
  return rows;
}
test('a search reads a few rows of 60,000 posts, for common and rare words', async () => {
  // One span of three days has 268 posts.
  expect(await rowsRead(found('игра'), 'posts')).toBeLessThan(600);
  expect(await rowsRead(found('рейд'), 'posts')).toBeLessThan(100);
  expect(await rowsRead(found('#рейд'), 'posts')).toBeLessThan(100);
  expect(await rowsRead(found('единорог'), 'posts')).toBeLessThan(10);
  expect(await rowsRead(found('игра', findArticles), 'public_posts')).toBeLessThan(600);
});

import pg from 'pg';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExporters } from '../../../packages/server/src/app/exporters.ts';
import { pickRooms } from '../../../packages/server/src/features/chats/rooms/room-list-queries.ts';
import {
  pickFriendsPosts,
  pickWall,
} from '../../../packages/server/src/features/wall/list-queries.ts';
import type { ExportRecord } from '../../../packages/server/src/platform/runtime/export-records.ts';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import { explainOn, nodes, planViolations, type Plan } from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';
import { POST, id, me, seedFixtures } from './plan-fixtures.ts';
import { SOCIAL_LISTS } from './social-lists.ts';
import { CHAT_LISTS } from './chat-lists.ts';
import { CLOUD_LISTS } from './cloud-lists.ts';

/** Tables with many rows: lists never scan or sort them as a whole. */
const BIG = [
  'people',
  'friendships',
  'posts',
  'reaction_objects',
  'likes',
  'comments',
  'polls',
  'poll_options',
  'poll_votes',
  'notifications',
  'messages',
  'room_members',
  'rooms',
  'room_gaps',
  'cloud_nodes',
];

let app: TestApp;
let db: Db;
const asked: CompiledQuery[] = [];

beforeAll(async () => {
  app = await startTestApp();
  const { pool } = app.server.context.database;
  // Seeding takes longer than the time limit of a call.
  const builders = new pg.Pool({ connectionString: pool.options.connectionString!, max: 1 });
  builders.on('error', () => {});
  const builder = new Kysely({ dialect: new PostgresDialect({ pool: builders }) });
  await seedFixtures(builder);
  await builder.destroy();
  db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
}, patient(300_000));
afterAll(() => app.stop());

const explain = (query: CompiledQuery) => explainOn(app, query);
const planProblems = (plan: Plan) => planViolations(plan, BIG);

test.each([...SOCIAL_LISTS, ...CHAT_LISTS, ...CLOUD_LISTS])(
  '%s use an index',
  async (name, list) => {
    asked.length = 0;
    const rows = await list(db);
    expect(asked.length).toBeGreaterThan(0);
    expect(rows, name).toBeDefined();
    for (const query of asked) {
      const plan = await explain(query);
      expect(planProblems(plan), `${query.sql}\n${JSON.stringify(plan, null, 1)}`).toEqual([]);
    }
  },
);
test('everything in the data archive of a member uses an index', async () => {
  /** Reads two pages of rows, and of the files that the first row contains. */
  const read = async (rows: AsyncIterable<ExportRecord>): Promise<number> => {
    let count = 0;
    for await (const { inner } of rows) {
      count += 1;
      if (count === 1 && inner !== undefined) await read(inner.rows);
      if (count === 250) break;
    }
    return count;
  };
  asked.length = 0;
  const counts: Record<string, number> = {};
  for (const { file, rows: collect } of createExporters({ ...app.server.context, db }))
    counts[file] = await read(collect(me));
  expect(counts).toMatchObject({
    'friends.json': 250,
    'posts.json': 250,
    'notifications.json': 250,
    'dialogs.json': 200,
  });
  for (const query of asked) expect(planProblems(await explain(query)), query.sql).toEqual([]);
});
test('the seeded database has the stated size, and a plan that scans or sorts a table is detected', async () => {
  asked.length = 0;
  await db.selectFrom('posts').select('id').where('text', '=', 'Запись 5').execute();
  await sql`
    select id
    from messages
    order by text
    limit 5
  `.execute(db);
  expect(await Promise.all(asked.map(async (query) => planProblems(await explain(query))))).toEqual(
    [
      ['reads all of posts'],
      [expect.stringMatching(/^sorts \d+ rows$/) as string, 'reads all of messages'],
    ],
  );
  expect(await pickRooms(db, me, { limit: 31, place: { kind: 'main' } })).toHaveLength(31);
  expect(await pickFriendsPosts(db, me, { limit: 11 })).toHaveLength(11);
});
test('a visitor reads the index of public posts, without scanning those for friends', async () => {
  asked.length = 0;
  expect(await pickWall(db, me, { skip: 0, limit: 11, isPublic: true })).toHaveLength(11);
  await pickWall(db, me, { before: id(POST, 59_000), skip: 0, limit: 11, isPublic: true });
  for (const query of asked)
    expect(nodes(await explain(query)).map((node) => node['Index Name'])).toContain('posts_public');
});

import pg from 'pg';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExporters } from '../../../packages/server/src/app/exporters.ts';
import {
  findLeaders,
  listMembers,
} from '../../../packages/server/src/features/chats/groups/group-queries.ts';
import { anonymizeMessages } from '../../../packages/server/src/features/chats/account-deletion.ts';
import {
  findSince,
  gatherQuoted,
  pickChanges,
  pickMessages,
} from '../../../packages/server/src/features/chats/messages/message-queries.ts';
import { pickRooms } from '../../../packages/server/src/features/chats/rooms/room-list-queries.ts';
import {
  countUnread,
  listPartners,
} from '../../../packages/server/src/features/chats/rooms/room-queries.ts';
import {
  countArchived,
  listFolders,
  listUnreadRooms,
} from '../../../packages/server/src/features/chats/list/folder-queries.ts';
import { pickFound } from '../../../packages/server/src/features/chats/search/search.ts';
import { pickGrants } from '../../../packages/server/src/features/cloud/grant-queries.ts';
import {
  countFolder,
  pickFiles,
  pickFolder,
  pickFound as pickThings,
  pickWhole,
  readCursor,
} from '../../../packages/server/src/features/cloud/lists.ts';
import {
  findSent,
  pickNamesLike,
  pickTrash,
} from '../../../packages/server/src/features/cloud/queries.ts';
import { findSteps } from '../../../packages/server/src/features/home/step-queries.ts';
import {
  countUnread as countNotices,
  pickNotifications,
} from '../../../packages/server/src/features/notifications/queries.ts';
import { gatherCards } from '../../../packages/server/src/features/people/queries.ts';
import { pickListed } from '../../../packages/server/src/features/people/directory-queries.ts';
import {
  findRelations,
  pickFriends,
} from '../../../packages/server/src/features/people/relations.ts';
import {
  gatherCounts,
  gatherLikedComments,
  gatherWriters,
} from '../../../packages/server/src/features/reactions/queries.ts';
import { pickComments } from '../../../packages/server/src/features/reactions/comment-list-queries.ts';
import {
  pickFriendsPosts,
  pickPopular,
  pickOwn,
  pickWall,
} from '../../../packages/server/src/features/wall/list-queries.ts';
import type { ExportRecord } from '../../../packages/server/src/platform/runtime/export-records.ts';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';
import { startTestApp, type TestApp } from '../../support/driver.ts';
import {
  pickOptions,
  pickOwnVotes,
  pickPolls,
  pickVoters,
  pickVotesOf,
} from '../../../packages/server/src/features/polls/queries.ts';
import { LAST_ID } from '../../../packages/server/src/platform/database/paging.ts';
import { explainOn, nodes, planViolations, type Plan } from '../../support/query-plans.ts';
import { patient } from '../../support/patience.ts';

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
/** Returns an id of one kind (people, rooms, posts …), ordered by its number. */
const id = (kind: number, number: number) =>
  `${(0x01890000 + kind).toString(16).padStart(8, '0')}-${number.toString(16).padStart(8, '0').slice(0, 4)}-7${number.toString(16).padStart(8, '0').slice(4, 7)}-8000-${number.toString(16).padStart(12, '0')}`;
const [PERSON, ROOM, POST, MESSAGE, NOTICE, COMMENT, FRIENDSHIP, DRAFT, NODE] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9,
];
const [POLL, OPTION, VOTE] = [10, 11, 12];
const me = id(PERSON, 1);
const somePosts = Array.from({ length: 10 }, (_, turn) => id(POST, 1 + turn * 60));
const somePolls = Array.from({ length: 10 }, (_, turn) => id(POLL, 1 + turn * 60));

const idSql = (kind: number, number: string) =>
  sql.raw(`
    (lpad(to_hex(${0x01890000 + kind}), 8, '0') || lpad(left(lpad(to_hex(${number}), 8, '0'), 4), 4,
      '0') || '7' || substr(lpad(to_hex(${number}), 8, '0'), 5,
      3) || '8000' || lpad(to_hex(${number}), 12, '0'))::uuid
  `);

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

/**
 * Seeds 20,000 people, 60,000 posts and 60,000 messages; the first person has 300 friends, 200
 * rooms and many rows of everything.
 */
async function seedFixtures(on: Db): Promise<void> {
  const statements = [
    sql`
      insert into accounts (id, email, password_hash, activated_at)
      select ${idSql(PERSON, 'n')}, n || '@seeded.test', '', now()
      from generate_series(1, 20000) n
    `,
    sql`
      insert into people (id, name, surname, birth_date, is_listed)
      select ${idSql(PERSON, 'n')},
        (
          array['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор', 'Жанна', 'Захар', 'Ирина',
          'Кирилл', 'Лада', 'Мирон', 'Нина', 'Олег', 'Полина', 'Роман', 'Софья', 'Тимур', 'Ульяна',
          'Фёдор']
        )[1 + n % 20],
        (
          array['Белов', 'Волков', 'Громов', 'Дёмин', 'Ежов', 'Жуков', 'Зимин', 'Ильин', 'Котов',
          'Лосев', 'Морозов', 'Носов', 'Орлов', 'Панов', 'Рябов', 'Соколов', 'Титов', 'Уваров',
          'Фомин', 'Чернов']
        )[1 + n / 20 % 20] || n % 997,
        '1990-01-01',
        true
      from generate_series(1, 20000) n
    `,
    sql`
      insert into friendships (user_id, friend_id, id)
      select a, b, i
      from (
        select ${idSql(PERSON, '1')} a, ${idSql(PERSON, 'n * 60')} b, ${idSql(FRIENDSHIP, 'n')} i
        from generate_series(1, 300) n
        union all
        select ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, ${idSql(FRIENDSHIP, '1000 + n')}
        from generate_series(2, 19000) n
      ) pair
      union all
      select b, a, i
      from (
        select ${idSql(PERSON, '1')} a, ${idSql(PERSON, 'n * 60')} b, ${idSql(FRIENDSHIP, 'n')} i
        from generate_series(1, 300) n
        union all
        select ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, ${idSql(FRIENDSHIP, '1000 + n')}
        from generate_series(2, 19000) n
      ) pair
    `,
    sql`
      insert into posts (id, author_id, text)
      select ${idSql(POST, 'n')}, ${idSql(PERSON, '1 + (n * 7919) % 20000')}, 'Запись ' || n
      from generate_series(1, 58000) n
    `,
    sql`
      insert into posts (id, author_id, text)
      select ${idSql(POST, 'n')}, ${idSql(PERSON, '1')}, 'Моя ' || n
      from generate_series(58001, 60000) n
    `,
    sql`
      update posts
      set audience = 'friends'
      where author_id = ${me} and id > ${id(POST, 58_050)} or id < ${id(POST, 5_000)}
    `,
    sql`
      insert into posts (id, author_id, text, is_draft)
      select ${idSql(DRAFT, 'n')}, ${idSql(PERSON, '1 + n % 300')}, 'Черновик ' || n, true
      from generate_series(1, 6000) n
    `,
    sql`
      update posts
      set is_pinned = true
      where id = ${id(POST, 58_020)}
    `,
    sql`
      insert into reaction_objects (id, kind, owner_id)
      select id, 'userpost', author_id
      from posts
    `,
    sql`
      insert into likes (object_id, user_id)
      select ${idSql(POST, '1 + n / 2')}, ${idSql(PERSON, '1 + n % 20000')}
      from generate_series(1, 60000) n
      on conflict do nothing
    `,
    sql`
      insert into comments (id, object_id, author_id, text)
      select ${idSql(COMMENT, 'n')}, ${idSql(POST, '1 + n % 30000')},
        ${idSql(PERSON, '1 + n % 20000')}, 'Да'
      from generate_series(1, 58000) n
    `,
    sql`
      insert into comments (id, object_id, author_id, text)
      select ${idSql(COMMENT, 'n')}, ${idSql(POST, '60000')}, ${idSql(PERSON, '1 + n % 20000')},
        'Да'
      from generate_series(58001, 60000) n
    `,
    sql`
      insert into polls (id, post_id, question, is_multiple, is_anonymous)
      select ${idSql(POLL, 'n')}, ${idSql(POST, 'n')}, 'Когда рейд?', true, false
      from generate_series(1, 10000) n
    `,
    sql`
      insert into poll_options (id, poll_id, place, text)
      select ${idSql(OPTION, 'n')}, ${idSql(POLL, '1 + (n - 1) / 3')}, (n - 1) % 3, 'Да'
      from generate_series(1, 30000) n
    `,
    sql`
      insert into poll_votes (id, poll_id, option_id, user_id)
      select ${idSql(VOTE, 'n')}, ${idSql(POLL, '1')}, ${idSql(OPTION, '1 + n % 3')},
        ${idSql(PERSON, '1 + n % 20000')}
      from generate_series(1, 40000) n
    `,
    sql`
      insert into poll_votes (id, poll_id, option_id, user_id)
      select ${idSql(VOTE, '40000 + n')}, ${idSql(POLL, '2 + n % 9000')},
        ${idSql(OPTION, '4 + 3 * (n % 9000)')}, ${idSql(PERSON, '1 + n % 20000')}
      from generate_series(1, 20000) n
    `,
    sql`
      insert into notifications (id, to_id, from_id, type, title, checked_at)
      select ${idSql(NOTICE, 'n')}, ${idSql(PERSON, '1 + n % 15000')},
        ${idSql(PERSON, '2 + n % 9000')}, 'delete', 'Вы больше не друзья',
        case when n % 3 > 0 then now() end
      from generate_series(1, 57000) n
      where 1 + n % 15000 <> 2 + n % 9000
    `,
    sql`
      insert into notifications (id, to_id, from_id, type, title, checked_at)
      select ${idSql(NOTICE, 'n')}, ${idSql(PERSON, '1')}, ${idSql(PERSON, '2 + n % 9000')},
        'delete', 'Вы больше не друзья', case when n % 3 > 0 then now() end
      from generate_series(57001, 60000) n
    `,
    sql`
      insert into rooms (id, low_id, high_id, seq, position)
      select ${idSql(ROOM, 'n')}, ${idSql(PERSON, '1')}, ${idSql(PERSON, '1 + n')}, 100000, 100000
      from generate_series(1, 200) n
      union all
      select ${idSql(ROOM, 'n')}, ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, 100000, 100000
      from generate_series(201, 12000) n
    `,
    sql`
      insert into room_members (room_id, user_id, touched, unread)
      select id, low_id, ${idSql(MESSAGE, '(row_number() over (order by id))')}, 1
      from rooms
      union all
      select id, high_id, ${idSql(MESSAGE, '(row_number() over (order by id))')}, 0
      from rooms
    `,
    sql`
      insert into messages (room_id, id, user_id, position, born, seq, text)
      select ${idSql(ROOM, '1 + n % 12000')}, ${idSql(MESSAGE, 'n')}, ${idSql(PERSON, '1')}, n, n,
        n, 'Привет'
      from generate_series(1, 50000) n
      union all
      select ${idSql(ROOM, '1')}, ${idSql(MESSAGE, 'n')}, ${idSql(PERSON, '1')}, n, n, n, 'Привет'
      from generate_series(50001, 60000) n
    `,
    sql`
      insert into cloud_nodes (id, owner_id, is_folder, name, type)
      values (${id(NODE, 1)}, ${me}, true, 'Большая', 'folder')
    `,
    sql`
      insert into cloud_nodes (id, owner_id, parent_id, is_folder, name, type, stored, bytes,
        client_key)
      select ${idSql(NODE, 'n')}, ${me}, ${id(NODE, 1)}, n % 100 = 0, 'Файл ' || n,
        case when n % 100 = 0 then 'folder' when n % 2 = 0 then 'txt' else 'png' end,
        case when n % 100 > 0 then n || '.txt' end, n % 7000, ${idSql(NODE, 'n')}
      from generate_series(2, 12000) n
    `,
    sql`
      insert into cloud_nodes (id, owner_id, is_folder, name, type, stored, bytes)
      select ${idSql(NODE, 'n')}, ${idSql(PERSON, '2 + n % 9000')}, false, 'Чужой ' || n, 'txt',
        n || '.txt', 5
      from generate_series(12001, 60000) n
    `,
    sql`
      update cloud_nodes
      set trash_id = id, trashed_at = now()
      where owner_id = ${me} and id > ${id(NODE, 11_000)} and not is_folder
    `,
    sql`
      insert into cloud_grants (node_id, user_id, id)
      select ${id(NODE, 3)}, ${idSql(PERSON, 'n')}, ${idSql(NODE, 'n')}
      from generate_series(2, 3000) n
    `,
    sql`
      insert into room_gaps (room_id, block, gone)
      select id, block, 1
      from rooms
      cross join generate_series(0, 4) block
    `,
    sql`analyze`,
  ];
  for (const statement of statements) {
    await on.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '60s'`.execute(tx);
      await statement.execute(tx);
    });
  }
}

const explain = (query: CompiledQuery) => explainOn(app, query);
const planProblems = (plan: Plan) => planViolations(plan, BIG);

const someRooms = Array.from({ length: 20 }, (_, turn) => ({
  room_id: id(ROOM, turn + 1),
  touched: id(MESSAGE, turn),
}));
const offsetIn = (isFolder: boolean, key: string, node: number) =>
  readCursor(Buffer.from(JSON.stringify([isFolder, key, id(NODE, node)])).toString('base64url'));
const LISTS: [string, (on: Db) => Promise<unknown>][] = [
  ['a wall', (on) => pickWall(on, me, { skip: 0, limit: 11, isPublic: false })],
  [
    'a wall far down',
    (on) => pickWall(on, me, { before: id(POST, 58_100), skip: 0, limit: 11, isPublic: false }),
  ],
  [
    'a wall with few public posts',
    (on) => pickWall(on, me, { skip: 0, limit: 11, isPublic: true }),
  ],
  [
    'public posts far down',
    (on) => pickWall(on, me, { before: id(POST, 58_030), skip: 0, limit: 11, isPublic: true }),
  ],
  ['drafts', (on) => pickOwn(on, me, 'draft', { limit: 11 })],
  [
    'drafts from a cursor',
    (on) => pickOwn(on, me, 'draft', { before: id(DRAFT, 3_000), limit: 11 }),
  ],
  ['exported posts', (on) => pickOwn(on, me, 'published', { limit: 200 })],
  ["friends' news", (on) => pickFriendsPosts(on, me, { limit: 11 })],
  [
    "friends' news far down",
    (on) => pickFriendsPosts(on, me, { before: id(POST, 20_000), limit: 11 }),
  ],
  ['popular posts', (on) => pickPopular(on, me, { since: id(POST, 1), read: 300, limit: 15 })],
  ['the first steps', (on) => findSteps(on, me)],
  ['friends', (on) => pickFriends(on, me, { limit: 51 })],
  [
    'friends from a cursor, without some',
    (on) =>
      pickFriends(on, me, { before: id(FRIENDSHIP, 100), limit: 51, without: [id(PERSON, 60)] }),
  ],
  ['friends by name', (on) => pickFriends(on, me, { limit: 51, matching: 'котов' })],
  [
    'relations of a page',
    (on) =>
      findRelations(
        on,
        me,
        Array.from({ length: 20 }, (_, turn) => id(PERSON, turn * 60)),
      ),
  ],
  ['the directory', (on) => pickListed(on, me, '', { skip: 0, limit: 21 })],
  [
    'the directory far down',
    (on) => pickListed(on, me, '', { before: id(PERSON, 300), skip: 0, limit: 21 }),
  ],
  ['a search for one letter', (on) => pickListed(on, me, 'к', { skip: 0, limit: 21 })],
  ['a search for two letters', (on) => pickListed(on, me, 'ко', { skip: 0, limit: 21 })],
  ['a search for three letters', (on) => pickListed(on, me, 'кот', { skip: 0, limit: 21 })],
  ['a search for a full name', (on) => pickListed(on, me, 'полина рябов5', { skip: 0, limit: 21 })],
  ['a search without results', (on) => pickListed(on, me, 'кщщ', { skip: 0, limit: 21 })],
  [
    'cards of a page',
    (on) =>
      gatherCards(
        on,
        Array.from({ length: 20 }, (_, turn) => id(PERSON, turn * 60)),
      ),
  ],
  [
    'counts of a page',
    (on) =>
      gatherCounts(
        on,
        me,
        Array.from({ length: 10 }, (_, turn) => id(POST, turn * 60)),
      ),
  ],
  ['comments', (on) => pickComments(on, me, id(POST, 60_000), { skip: 0, limit: 51 })],
  [
    'comments from a cursor',
    (on) =>
      pickComments(on, me, id(POST, 60_000), { before: id(COMMENT, 58_100), skip: 0, limit: 51 }),
  ],
  [
    'liked comments',
    (on) =>
      gatherLikedComments(
        on,
        me,
        Array.from({ length: 50 }, (_, turn) => id(COMMENT, turn)),
      ),
  ],
  [
    'authors of the comments replied to',
    (on) =>
      gatherWriters(
        on,
        me,
        Array.from({ length: 50 }, (_, turn) => id(COMMENT, turn)),
      ),
  ],
  ['polls of a page', (on) => pickPolls(on, 'userpost', somePosts)],
  ['options of a page of polls', (on) => pickOptions(on, somePolls)],
  ['own votes on a page of polls', (on) => pickVotesOf(on, me, somePolls)],
  ['voters of an option', (on) => pickVoters(on, id(OPTION, 1), LAST_ID, 21)],
  ['voters from a cursor', (on) => pickVoters(on, id(OPTION, 1), id(VOTE, 20_000), 21)],
  ['own votes of a member', (on) => pickOwnVotes(on, me, id(VOTE, 10), 101)],
  ['notices', (on) => pickNotifications(on, me, { limit: 31 })],
  [
    'notices from a cursor',
    (on) => pickNotifications(on, me, { before: id(NOTICE, 57_100), limit: 31 }),
  ],
  ...(['people', 'reactions', 'news'] as const).map(
    (section): [string, (on: Db) => Promise<unknown>] => [
      `notices of the section ${section}`,
      (on) => pickNotifications(on, me, { before: id(NOTICE, 57_100), limit: 31, section }),
    ],
  ),
  ['unread notices', (on) => countNotices(on, me)],
  ...(['main', 'archive', 'pinned'] as const).map(
    (kind): [string, (on: Db) => Promise<unknown>] => [
      `rooms: ${kind}`,
      (on) => pickRooms(on, me, { limit: 31, place: { kind } }),
    ],
  ),
  [
    'rooms from a cursor',
    (on) => pickRooms(on, me, { before: id(MESSAGE, 100), limit: 31, place: { kind: 'main' } }),
  ],
  [
    'rooms of a folder',
    (on) =>
      pickRooms(on, me, {
        limit: 31,
        place: { kind: 'folder', id: id(ROOM, 1), kinds: ['private', 'groups', 'unread'] },
      }),
  ],
  ['folders of chats', (on) => listFolders(on, me)],
  ['rooms with unread messages', (on) => listUnreadRooms(on, me)],
  ['the size of the archive', async (on) => [await countArchived(on, me)]],
  [
    'rooms found by a search',
    (on) =>
      pickRooms(on, me, {
        limit: 31,
        place: { kind: 'all', partners: [id(PERSON, 60)], title: 'рейд' },
      }),
  ],
  ['members of a group', (on) => listMembers(on, id(ROOM, 1))],
  ['leaders of a group', async (on) => [await findLeaders(on, id(ROOM, 1))]],
  ['messages of a deleted member', async (on) => (await anonymizeMessages(on, id(PERSON, 77)), [])],
  ['unread messages', (on) => countUnread(on, me)],
  ['partners', (on) => listPartners(on, me, 300)],
  ['messages', (on) => pickMessages(on, id(ROOM, 1), { skip: 0, limit: 21 })],
  [
    'messages far up',
    (on) => pickMessages(on, id(ROOM, 1), { before: 50_100, skip: 0, limit: 21 }),
  ],
  [
    'messages by page number far up',
    (on) => pickMessages(on, id(ROOM, 1), { skip: 40_000, limit: 21 }),
  ],
  ['messages around a day', (on) => findSince(on, id(ROOM, 1), new Date(0))],
  [
    'quoted messages',
    (on) =>
      gatherQuoted(
        on,
        Array.from({ length: 20 }, (_, turn) => ({ reply_to: id(MESSAGE, turn * 60) })),
      ),
  ],
  ['a search for a common word', (on) => pickFound(on, someRooms, ['прив'], { limit: 21 })],
  [
    'a search far down',
    (on) => pickFound(on, someRooms, ['привет'], { before: id(MESSAGE, 50_100), limit: 21 }),
  ],
  ['a search for rare words', (on) => pickFound(on, someRooms, ['редкое', 'слово'], { limit: 21 })],
  ['a search in one room', (on) => pickFound(on, someRooms.slice(0, 1), ['редкое'], { limit: 21 })],
  [
    'a folder by name',
    (on) => pickFolder(on, me, id(NODE, 1), { sort: 'name', order: 'asc', limit: 201 }),
  ],
  [
    'a folder by name from a cursor',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'name',
        order: 'desc',
        limit: 201,
        after: offsetIn(false, 'Файл 77', 77),
      }),
  ],
  [
    'a folder by size from a cursor',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'size',
        order: 'desc',
        limit: 201,
        after: offsetIn(false, '70', 7_070),
      }),
  ],
  [
    'a folder by date',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'date',
        order: 'desc',
        limit: 201,
        after: offsetIn(false, '', 9_001),
      }),
  ],
  [
    'a folder by type',
    (on) =>
      pickFolder(on, me, id(NODE, 1), {
        sort: 'type',
        order: 'asc',
        limit: 201,
        after: offsetIn(true, 'folder', 11_900),
      }),
  ],
  [
    'a folder in the documented order',
    (on) => pickWhole(on, me, id(NODE, 1), { skip: 300, limit: 100 }),
  ],
  ['the size of a folder', (on) => countFolder(on, me, id(NODE, 1))],
  [
    'the root of the cloud',
    (on) => pickFolder(on, me, null, { sort: 'name', order: 'asc', limit: 201 }),
  ],
  ['the trash of the cloud', (on) => pickTrash(on, me, { limit: 51 })],
  ['the trash from a cursor', (on) => pickTrash(on, me, { before: id(NODE, 11_500), limit: 51 })],
  ['a search in the cloud', (on) => pickThings(on, me, 'файл 77', { limit: 51 })],
  ['names that could collide', (on) => pickNamesLike(on, me, id(NODE, 1), 'Файл 77')],
  ['files sent before', (on) => findSent(on, me, [id(NODE, 5), id(NODE, 6)])],
  ['files of a folder for its zip', (on) => pickFiles(on, id(NODE, 1), id(NODE, 500), 200)],
  [
    'people who can see a file',
    (on) => pickGrants(on, id(NODE, 3), { before: id(PERSON, 100), limit: 21 }),
  ],
  ['changes', (on) => pickChanges(on, id(ROOM, 1), 59_900, 501)],
  ['changes after a long absence', (on) => pickChanges(on, id(ROOM, 1), 50_001, 501)],
];
test.each(LISTS)('%s use an index', async (name, list) => {
  asked.length = 0;
  const rows = await list(db);
  expect(asked.length).toBeGreaterThan(0);
  expect(rows, name).toBeDefined();
  for (const query of asked) {
    const plan = await explain(query);
    expect(planProblems(plan), `${query.sql}\n${JSON.stringify(plan, null, 1)}`).toEqual([]);
  }
});
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

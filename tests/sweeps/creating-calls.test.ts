import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { IDEMPOTENCY_HEADER } from '@respa/contract/idempotency';
import * as admins from '@respa/contract/admin';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as reactions from '@respa/contract/reactions';
import type { RouteSpec } from '@respa/contract/route';
import { startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { showPromo } from '../support/members/promos.ts';
import { ADMIN, apkFile } from '../support/members/games.ts';
import { picture } from '../support/files/pictures.ts';
import { playableVideo } from '../support/files/videos.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { NOT_CREATING } from './not-creating.ts';
import { readAnswer, seedFixtures, type Fixtures } from './sweep-requests.ts';

let app: TestApp;
let all: Fixtures & { admin: Caller };
let fresh: Caller[];
let reported: string[];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  all = await seedFixtures(app);
  fresh = [await app.join('Первый', 'Новый'), await app.join('Второй', 'Новый')];
  reported = [];
  for (const text of ['Раз', 'Два']) {
    const { comment } = await all.owner.call(reactions.comment, {
      params: { postId: all.things.postId },
      body: { text },
    });
    reported.push(comment._id);
  }
});
afterAll(() => app.stop());

type Input = {
  who?: Caller;
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob[]>;
};
const article = () => ({ kind: 'publicpost', id: all.things.articleId });
const game = () => ({ kind: 'app', id: all.things.gameId });
/** A valid input of every creating call; `turn` distinguishes two creations. */
const INPUTS: Record<string, (turn: number) => Input | Promise<Input>> = {
  'POST /admin/messages/:id/answer': async (turn) => {
    await all.friend.request(supportRoute(), {
      body: { message: `Вопрос ${turn}`, email: 'friend@respa.test' },
    });
    const { messages } = await all.admin.call(admins.messages, { query: { state: 'new' } });
    return { who: all.admin, params: { id: messages[0]!._id }, body: { text: 'Ответ' } };
  },
  'POST /games/comment/:gameId': () => ({
    params: { gameId: all.things.gameId },
    body: { comment: 'Играю' },
  }),
  'POST /games/upload': (turn) => ({
    who: all.admin,
    body: { name: `Игра ${turn}` },
    files: { source: [apkFile()] },
  }),
  'POST /group/create': () => ({ body: { title: 'Рейд', members: '[]' } }),
  'POST /board/create': () => ({ body: { title: 'Меч', price: '100' } }),
  'POST /ad/create': () => ({ body: { title: 'Меч', price: '100' } }),
  'POST /schedule/:roomId': (turn) => ({
    params: { roomId: all.things.roomId },
    body: { message: `Завтра ${turn}`, date: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  'POST /share/:kind/:id/wall': (turn) => ({
    params: turn === 0 ? { kind: 'userpost', id: all.things.postId } : article(),
    body: { text: `Смотрите ${turn}` },
  }),
  'POST /share/:kind/:id/public/:publicId': (turn) => ({
    params: {
      ...(turn === 0 ? { kind: 'video', id: all.things.videoId } : game()),
      publicId: all.things.publicId,
    },
    body: { text: `Смотрите ${turn}` },
  }),
  'POST /bookmark-folders': (turn) => ({ body: { name: `Папка ${turn}` } }),
  'POST /chat-folders': (turn) => ({ body: { name: `Папка ${turn}` } }),
  'POST /board/searches': (turn) => ({ body: { q: `щит ${turn}` } }),
  'POST /ad/searches': (turn) => ({ body: { q: `меч ${turn}` } }),
  'POST /board/prolong/:id': () => ({ params: { id: all.things.adId }, body: { dieDate: '3' } }),
  'POST /ad/prolong/:id': () => ({ params: { id: all.things.adId }, body: { dieDate: '3' } }),
  'POST /cloud/mkdir': (turn) => ({ body: { name: `Папка ${turn}` } }),
  'GET /sendfile/:userId/:fileId/:fileName': (turn) => ({
    params: { userId: fresh[turn]!.id, fileId: all.things.fileId, fileName: 'сундук.txt' },
  }),
  'GET /getsentfile/:id': async (turn) => {
    const {
      added: [file],
    } = await all.owner.call(cloud.upload, { files: { file: [new File(['Да'], `${turn}.txt`)] } });
    await all.owner.call(cloudSharing.send, {
      params: { userId: all.friend.id, fileId: file!._id, fileName: file!.name },
    });
    return { who: all.friend, params: { id: file!._id } };
  },
  'POST /public/create': () => ({ body: { name: 'Клуб' } }),
  'POST /public/comment/:postId': () => ({
    params: { postId: all.things.articleId },
    body: { text: 'Приду' },
  }),
  'POST /public/createpost/:id': async () => ({
    params: { id: all.things.publicId },
    body: { title: 'Сбор' },
    files: { file: [await picture()] },
  }),
  'POST /public/propose/:id': async () => ({
    who: all.friend,
    params: { id: all.things.publicId },
    body: { title: 'Сбор' },
    files: { file: [await picture()] },
  }),
  'POST /aep/new-event': () => ({
    who: all.admin,
    body: { text: 'Затмение', month: '8', day: '12' },
  }),
  'POST /stickers/packs': () => ({ body: { title: 'Коты', kind: 'sticker' } }),
  'POST /stickers/packs/:id/images': async () => ({
    params: { id: all.things.packId },
    files: { file: [await picture('png')] },
  }),
  'POST /createuserfoto': async () => ({ files: { file: [await picture()] } }),
  'POST /promo/create/:userId': async () => newPromo(),
  'POST /innerad/create/:userId': async () => newPromo(),
  'POST /promo/prolong/:id': async (turn) => shownPromo(turn),
  'POST /innerad/prolong/:id': async (turn) => shownPromo(turn),
  'POST /userpost/comment/:postId': () => ({
    params: { postId: all.things.postId },
    body: { text: 'Ясно' },
  }),
  'POST /report': (turn) => ({
    who: all.friend,
    body: { kind: 'comment', id: reported[turn], reason: 'spam' },
  }),
  'POST /videohost/useractions/comment/:videoId': () => ({
    params: { videoId: all.things.videoId },
    body: { text: 'Ясно', second: 1 },
  }),
  'POST /videohost/playlists': () => ({ body: { name: 'Лучшее' } }),
  'POST /videohost/channels/create': (turn) => ({
    who: fresh[turn]!,
    body: { name: `Канал ${turn}` },
  }),
  'POST /videohost/videos/create': async () => ({
    body: { title: 'Ещё рейд' },
    files: { video: [await playableVideo()] },
  }),
  'POST /createuserpost': async () => ({
    body: { title: 'Запись' },
    files: { file: [await picture()] },
  }),
};
const newPromo = async () => ({
  params: { userId: all.owner.id },
  body: { title: 'Турнир' },
  files: { file: [await picture('png')] },
});
const shownPromo = async (turn: number) => ({
  params: { id: await showPromo(all.owner, all.admin, `Набор ${turn}`) },
  body: { dieDate: '2' },
});
const routes = await findAllRoutes();
const supportRoute = () => routes.find(({ path }) => path === '/admin/sendmessage')!;

/** Counts the rows of all tables, except those that change by themselves. */
async function countRows(): Promise<Record<string, number>> {
  const { db } = app.server.context;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      and table_type = 'BASE TABLE'
      and not table_name = any(${['visits', 'sessions', 'session_tokens', 'idempotency_keys', 'instances', 'search_words', 'search_places', 'cloud_owners']})
    order by 1
  `.execute(db);
  const counts = tables.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; rows: number }>`
    ${sql.join(counts, sql` union all `)}
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}
/** Returns the tables that got rows, with how many. */
async function added(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await countRows();
  await work();
  const after = await countRows();
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - before[name]!] as const)
      .filter(([, by]) => by !== 0),
  );
}
/** What a job adds some time after the call. */
const LATER: Record<string, readonly string[]> = {
  'POST /videohost/videos/create': ['notifications', 'notification_senders'],
};
async function countDueJobs(): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due
    from graphile_worker.jobs
    where run_at <= now()
      and attempts < max_attempts
  `.execute(app.server.context.db);
  return rows[0]!.due;
}
const send = async (route: RouteSpec, { who = all.owner, ...input }: Input, key: string) =>
  readAnswer(await who.request(route, input as never, { [IDEMPOTENCY_HEADER]: key }));

const creating = routes.filter(({ creates }) => creates === true);
describe('A creating call', () => {
  test.each(creating.map((route) => [keyOf(route), route] as const))(
    '%s creates one thing per key, sent twice at once and once more later',
    async (name, route) => {
      const [first, second] = [await INPUTS[name]!(0), await INPUTS[name]!(1)];
      const once = await added(async () => {
        expect((await send(route, first, crypto.randomUUID())).status).toBe(200);
      });
      const key = crypto.randomUUID();
      const thrice = await added(async () => {
        const atOnce = await Promise.all([send(route, second, key), send(route, second, key)]);
        const later = await send(route, second, key);
        expect([...atOnce, later].map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(atOnce[1].body).toEqual(atOnce[0].body);
        expect(later.body).toEqual(atOnce[0].body);
      });
      for (const table of LATER[name] ?? []) {
        delete thrice[table];
        delete once[table];
      }
      expect(thrice).toEqual(once);
      // What comes later must not be counted as the next call's.
      await (LATER[name] && vi.waitUntil(async () => (await countDueJobs()) === 0, 30_000));
    },
  );
  test('a key belongs to its account and its call', async () => {
    const post = routes.find(({ path }) => path === '/createuserpost')!;
    const folder = routes.find(({ path }) => path === '/cloud/mkdir')!;
    const key = crypto.randomUUID();
    await send(post, { body: { title: 'Моё' } }, key);
    const theirs = await send(post, { who: all.friend, body: { title: 'Другое' } }, key);
    expect(theirs.body).toMatchObject({ post: { title: 'Другое' } });
    expect(await send(folder, { body: { name: 'Не то' } }, key)).toMatchObject({
      status: 409,
      body: { code: 'key_used' },
    });
    expect(await send(post, { body: { title: 'Моё' } }, 'short')).toMatchObject({
      status: 400,
    });
  });
  test('a refused call leaves its key free', async () => {
    const post = routes.find(({ path }) => path === '/createuserpost')!;
    const key = crypto.randomUUID();
    expect((await send(post, { body: { title: '' } }, key)).status).toBe(400);
    expect((await send(post, { body: { title: 'Теперь есть текст' } }, key)).status).toBe(200);
  });
});

test('every other call that changes something may be repeated, for a stated reason', () => {
  const others = routes
    .filter(({ method, writes, creates }) => (method === 'POST' || writes === true) && !creates)
    .map(keyOf);
  const reasons = Object.values(NOT_CREATING).flat();
  expect([...new Set(others)].sort()).toEqual([...new Set(reasons)].sort());
});

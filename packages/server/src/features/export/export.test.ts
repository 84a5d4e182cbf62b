import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as backgrounds from '@respa/contract/backgrounds';
import * as chats from '@respa/contract/chats';
import * as exports from '@respa/contract/exports';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as support from '@respa/contract/support';
import * as wall from '@respa/contract/wall';
import { countReadyMails, isIdle, openLink, readArchive, waitFor } from '../../../../../tests/archive.ts';
import { startHouse, type Caller, type TestHouse } from '../../../../../tests/driver.ts';
import { film, voice } from '../../../../../tests/films.ts';
import { picture, until } from '../../../../../tests/pictures.ts';
import { openLive } from '../../../../../tests/stream-reader.ts';
import { roomOf, say, take } from '../../../../../tests/talk.ts';
import { openJobsPool } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';

let house: TestHouse;
beforeAll(async () => { house = await startHouse(); });
afterAll(() => house.stop());

const filesIn = async (folder: string, of = house) => (await readdir(join(of.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile()).map((entry) => entry.name);
const db = () => house.server.ground.db;
const exportOf = async (who: Caller, of = house) => (await sql<{ id: string; run: string | null; tries: number; state: string }>`select id, run, tries, state from exports where user_id = ${who.id}`.execute(of.server.ground.db)).rows[0]!;
/** Nobody reads or writes posts while `work` goes on: whatever collects them waits. */
async function whilePostsAreHeld<T>(work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: house.server.ground.database.pool.options.connectionString! });
  await client.connect();
  await client.query('begin; lock table posts in access exclusive mode');
  try {
    return await work();
  } finally {
    await client.query('commit');
    await client.end();
  }
}

test('everything of a member is there, with its files, and nothing that is private to others', async () => {
  const [anna, boris, vera, gleb] = [await house.join('Анна', 'Белова'), await house.join('Борис', 'Ёлкин'), await house.join('Вера', 'Холод'), await house.join('Глеб', 'Дальний')];
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  await vera.call(friends.make, { params: { id: anna.id } });
  await anna.call(privacy.block, { params: { id: gleb.id } });
  await anna.call(privacy.mute, { params: { id: vera.id } });
  await anna.call(profile.edit, { body: { aboutMe: 'Играю по вечерам' } });
  await anna.call(privacy.set, { body: { wall: 'friends' } });
  await anna.call(notifications.setSettings, { body: { quiet: ['visit'] } });
  const images = await anna.call(profile.updateImages, { files: { avatar: [await picture()], banner: [await picture('png')] } });
  const { post } = await anna.call(wall.create, { body: { title: 'Первый рейд' }, files: { file: [await picture(), await picture('webp')] } });
  const { photo } = await anna.call(photos.create, { files: { file: [await picture('png', '#104010')] } });
  const { post: theirs } = await boris.call(wall.create, { body: { title: 'Секрет Бориса' }, files: { file: [await picture('png', '#901010')] } });
  const { comment } = await anna.call(reactions.comment, { params: { postId: theirs._id }, body: { text: 'Здорово' } });
  const { comment: other } = await boris.call(reactions.comment, { params: { postId: theirs._id }, body: { text: 'Спасибо' } });
  await anna.call(reactions.like, { params: { id: theirs._id } });
  await anna.call(reactions.likeComment, { params: { commentId: other._id } });
  await boris.call(reactions.like, { params: { id: post._id } });
  await anna.call(profile.visit, { params: { id: vera.id } });
  await anna.call(reports.create, { body: { kind: 'person', id: gleb.id, reason: 'spam', text: 'Шлёт рекламу' } });
  await anna.call(support.sendMessage, { body: { message: 'Где мои трофеи?' } });
  const roomId = await roomOf(anna, boris);
  const first = await say(anna, roomId, 'Привет');
  await say(boris, roomId, 'И тебе');
  const { message } = await boris.call(chats.send, { params: { roomId }, body: { message: 'Смотри' }, files: { image: [await picture()], video: [await film()], poster: [await picture('png')], audio: [voice()] } });
  const { filename: bg } = await boris.call(backgrounds.upload, { params: { roomId }, files: { file: [await picture('webp')] } });
  await take(boris, (await say(boris, roomId, 'Сотру'))._id);
  const foreign = await roomOf(boris, vera);
  await say(vera, foreign, 'Это не для Анны');
  // Of posts there are several pages.
  await sql`insert into posts (id, author_id, text) select gen_random_uuid(), ${anna.id}, 'Запись ' || n from generate_series(1, 450) n`.execute(db());

  const archive = await readArchive(house, anna);
  const json = (file: string) => JSON.parse(archive.get(file)!.toString()) as Record<string, unknown>[];
  const everything = [...archive].filter(([name]) => !name.startsWith('media/')).map(([name, content]) => `${name}\n${content.toString()}`).join('\n');

  expect(JSON.parse(archive.get('profile.json')!.toString())).toMatchObject({
    id: anna.id, name: 'Анна', surname: 'Белова', email: anna.email, birthDate: '1999-05-11', city: 'Рыбинск', aboutMe: 'Играю по вечерам',
    privacy: { messages: 'all', wall: 'friends' }, quietNotifications: ['visit'], files: [`media/useravatars/${images.avatarUrl}`, `media/userbanners/${images.bannerUrl}`],
  });
  expect(json('friends.json')).toMatchObject([{ id: boris.id, name: 'Борис Ёлкин', since: expect.stringMatching(/^20\d\d-/) as string }]);
  expect(json('friend-requests.json')).toMatchObject([{ from: 'them', state: 'waiting', person: { id: vera.id, name: 'Вера Холод' } }]);
  expect(json('blocked.json')).toMatchObject([{ id: gleb.id, name: 'Глеб Дальний' }]);
  expect(json('muted.json')).toMatchObject([{ id: vera.id }]);
  expect(json('posts.json')).toHaveLength(451);
  expect(new Set(json('posts.json').map((row) => row['text'])).size).toBe(451);
  expect(json('posts.json').find((row) => row['id'] === post._id)).toMatchObject({ text: 'Первый рейд', likes: 1, comments: 0, files: post.images.map((name) => `media/userposts/${name}`) });
  expect(json('photos.json')).toMatchObject([{ id: photo._id, files: [`media/userphotos/${photo.imageUrl}`] }]);
  expect(json('comments.json')).toMatchObject([{ id: comment._id, text: 'Здорово', path: `/userpost/${theirs._id}` }]);
  expect(json('likes.json')).toEqual([{ path: `/userpost/${theirs._id}`, date: expect.any(String) as string }, { path: `/userpost/${theirs._id}`, comment: other._id }]);
  expect(json('notifications.json')).toMatchObject([{ type: 'like', from: { name: 'Борис Ёлкин' }, path: `/userpost/${post._id}` }, { type: 'friends' }, { type: 'reply' }]);
  expect(json('visits.json')).toMatchObject([{ id: vera.id, name: 'Вера Холод' }]);
  expect(json('sessions.json')).toEqual([{ device: expect.any(String) as string, created: expect.any(String) as string, used: expect.any(String) as string }]);
  expect(json('reports.json')).toMatchObject([{ kind: 'person', id: gleb.id, reason: 'spam', text: 'Шлёт рекламу', closed: null }]);
  expect(json('support.json')).toMatchObject([{ text: 'Где мои трофеи?' }]);
  const [dialog] = json('dialogs.json');
  expect(json('dialogs.json')).toMatchObject([{ id: roomId, with: { id: boris.id, name: 'Борис Ёлкин' }, files: [`media/room-backgrounds/${bg}`], file: expect.stringMatching(/^dialogs\/Борис Ёлкин [0-9a-f]{12}\.json$/) as string }]);
  expect(json(dialog!['file'] as string)).toMatchObject([
    { id: first._id, from: { id: anna.id, name: 'Анна Белова' }, text: 'Привет' }, { from: { name: 'Борис Ёлкин' }, text: 'И тебе' },
    { id: message._id, text: 'Смотри', files: [`media/message-images/${message.images[0]}`, `media/message-videos/${message.videos[0]}`, `media/message-images/${message.clips[0]!.poster}`, `media/message-audio/${message.audio}`] },
  ]);
  expect(archive.get('README.txt')!.toString()).toContain('Ваши данные на Респе');
  for (const name of [...archive.keys()].filter((one) => /^[^/]+\.json$/.test(one))) expect(archive.get('README.txt')!.toString()).toContain(`${name}\n`);

  // Files lie there as they are in the storage, each once, and none but those that the rows name.
  const named = [...everything.matchAll(/"(media\/[^"]+)"/g)].map((match) => match[1]!);
  expect([...archive.keys()].filter((name) => name.startsWith('media/')).sort()).toEqual([...new Set(named)].sort());
  expect(named).toHaveLength(10);
  const stored = await (await fetch(`${house.url}/media/useravatars/${images.avatarUrl}`)).arrayBuffer();
  expect(archive.get(`media/useravatars/${images.avatarUrl}`)!.equals(Buffer.from(stored))).toBe(true);

  const hashes = (await sql<{ password_hash: string }>`select password_hash from accounts`.execute(db())).rows.map((row) => row.password_hash);
  for (const secret of [...hashes, anna.token!, boris.token!, boris.email, vera.email, gleb.email, 'Секрет Бориса', 'Спасибо', 'Сотру', 'Это не для Анны', 'password', 'hash', 'token']) expect(everything, secret).not.toContain(secret);
  // Who blocks Gleb is nothing that Gleb gets to know.
  expect([...(await readArchive(house, gleb))].map(([, content]) => content.toString()).join('\n')).not.toContain(anna.id);
  await until(async () => (await countReadyMails(house, anna)) === 1);
});

test('a link opens the archive to whoever has it, five of them at a time, for a day', async () => {
  const anna = await house.join('Анна');
  const live = await openLive(anna);
  expect(await anna.call(exports.standing)).toEqual({ state: 'none', progress: 0, link: null, bytes: null, dies: null });
  expect((await anna.call(exports.start)).state).not.toBe('none');
  await live.next('export', (event) => event['state'] === 'ready');
  const { link, bytes, dies } = await anna.call(exports.standing);
  expect(Math.abs(Date.parse(dies!) - Date.now() - 24 * 3_600_000)).toBeLessThan(600_000);
  // Once more is the same one.
  const { id } = await exportOf(anna);
  expect(await anna.call(exports.start)).toMatchObject({ state: 'ready', bytes, dies });
  expect((await exportOf(anna)).id).toBe(id);

  const answer = await openLink(house, link);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length'), answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')])
    .toEqual([200, 'application/zip', String(bytes), 'private, no-store', 'nosniff']);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="respa-20\d\d-\d\d-\d\d\.zip"$/);
  expect((await answer.arrayBuffer()).byteLength).toBe(bytes);
  const { run } = await exportOf(anna);
  for (const wrong of ['x'.repeat(43), `${link!.slice(0, -1)}${link!.endsWith('A') ? 'B' : 'A'}`, 'x', 'x'.repeat(300), '..%2f', run!]) {
    const refused = await openLink(house, wrong);
    expect([wrong, refused.status, await refused.json()]).toMatchObject([wrong, 404, { code: 'not_found' }]);
  }
  for (const path of ['exports', 'export']) expect((await fetch(`${house.url}/media/${path}/${run}.zip`)).status).toBe(404);

  const links = [];
  for (let turn = 0; turn < 5; turn += 1) links.push((await anna.call(exports.standing)).link);
  expect((await openLink(house, link)).status).toBe(404);
  for (const each of links) expect((await openLink(house, each)).status).toBe(200);
  const { rows } = await sql<{ text: string }>`select t::text as text from export_links t`.execute(db());
  for (const each of links) expect(rows.some(({ text }) => text.includes(each!))).toBe(false);

  // A day later: dead at once, and swept away with its file.
  await sql`update exports set dies_at = now() - interval '1 second' where user_id = ${anna.id}`.execute(db());
  expect((await openLink(house, links[0]!)).status).toBe(404);
  expect((await anna.call(exports.standing)).state).toBe('none');
  expect(await filesIn('media/exports')).toContain(`${run}.zip`);
  await house.server.ground.jobs.add(db(), 'exports.sweep', {});
  await live.next('export', (event) => event['state'] === 'none');
  await until(async () => !(await filesIn('media/exports')).includes(`${run}.zip`));
  expect((await sql`select 1 from exports where user_id = ${anna.id}`.execute(db())).rows).toEqual([]);
});

test('who comes back after the day, or deletes it, starts anew; a file that nobody has is swept away', async () => {
  const anna = await house.join('Анна');
  await anna.call(exports.start);
  const { link } = await waitFor(anna, 'ready');
  const { run } = await exportOf(anna);
  await sql`update exports set dies_at = now() - interval '1 second' where user_id = ${anna.id}`.execute(db());
  expect((await anna.call(exports.start)).state).not.toBe('none');
  const second = await waitFor(anna, 'ready');
  await until(async () => !(await filesIn('media/exports')).includes(`${run}.zip`));
  expect(await anna.call(exports.remove)).toMatchObject({ state: 'none', link: null });
  for (const each of [link, second.link]) expect((await openLink(house, each)).status).toBe(404);
  expect(await anna.call(exports.remove)).toMatchObject({ state: 'none' });

  const { storage, stagingDir } = house.server.ground;
  const [old, young] = [newId(), newId()];
  for (const name of [old, young]) {
    await writeFile(join(stagingDir, name), 'zip');
    await storage.put('exports', `${name}.zip`, join(stagingDir, name));
  }
  await utimes(join(house.dataDir, 'media/exports', old.slice(0, 2), `${old}.zip`), new Date(Date.now() - 2 * 3_600_000), new Date(Date.now() - 2 * 3_600_000));
  await house.server.ground.jobs.add(db(), 'exports.sweep', {});
  await until(async () => !(await filesIn('media/exports')).includes(`${old}.zip`));
  expect(await filesIn('media/exports')).toContain(`${young}.zip`);
});

test('called off while it is being made, it leaves nothing', async () => {
  const anna = await house.join('Анна');
  await whilePostsAreHeld(async () => {
    expect(await anna.call(exports.start)).toMatchObject({ state: 'making', link: null });
    await until(async () => (await exportOf(anna)).run !== null);
    await until(async () => (await filesIn('staging')).length > 0);
    expect(await anna.call(exports.remove)).toMatchObject({ state: 'none' });
    expect((await anna.call(exports.standing)).state).toBe('none');
  });
  await until(async () => (await isIdle(house)) && (await filesIn('staging')).length === 0);
  expect((await anna.call(exports.standing)).state).toBe('none');
  expect(await countReadyMails(house, anna)).toBe(0);
});

test('made twice at the same time there is one', async () => {
  const anna = await house.join('Анна');
  const before = await filesIn('media/exports');
  await whilePostsAreHeld(async () => {
    await Promise.all(Array.from({ length: 5 }, () => anna.call(exports.start)));
    const { id } = await exportOf(anna);
    await house.server.ground.jobs.add(db(), 'exports.make', { id });
    await until(async () => (await exportOf(anna)).tries >= 2);
  });
  await waitFor(anna, 'ready');
  await until(async () => (await isIdle(house)) && (await filesIn('staging')).length === 0);
  const { run } = await exportOf(anna);
  expect((await filesIn('media/exports')).filter((name) => !before.includes(name))).toEqual([`${run}.zip`]);
  await until(async () => (await countReadyMails(house, anna)) === 1);
  // And once more when it is long done.
  await house.server.ground.jobs.add(db(), 'exports.make', { id: (await exportOf(anna)).id });
  await until(() => isIdle(house));
  expect(await exportOf(anna)).toMatchObject({ run, state: 'ready' });
});

test('what a killed server was making, the next one makes from the beginning', async () => {
  const own = await startHouse();
  const anna = await own.join('Анна');
  const { db: base, jobs, storage, stagingDir, database, log } = own.server.ground;
  await jobs.stop();
  await anna.call(exports.start);
  // As a kill leaves it: an attempt is noted and its file stored, and the job is held by nobody who lives.
  const run = newId();
  await writeFile(join(stagingDir, 'half'), 'half a zip');
  await storage.put('exports', `${run}.zip`, join(stagingDir, 'half'));
  await sql`update exports set run = ${run}, tries = 1, progress = 40 where user_id = ${anna.id}`.execute(base);
  await sql`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now(), attempts = 1`.execute(base);
  await sql`update graphile_worker._private_job_queues set locked_by = 'worker-dead', locked_at = now()`.execute(base);
  const pool = openJobsPool(database.pool.options.connectionString!, log);
  await jobs.start(pool);
  const { link } = await waitFor(anna, 'ready');
  expect((await openLink(own, link)).status).toBe(200);
  expect(await filesIn('media/exports', own)).toEqual([`${(await exportOf(anna, own)).run}.zip`]);
  await jobs.stop();
  await pool.end();
  await own.stop();
});

test('a lost file is made anew, whoever notices', async () => {
  const anna = await house.join('Анна');
  await anna.call(exports.start);
  const { link } = await waitFor(anna, 'ready');
  const lose = async () => house.server.ground.storage.remove('exports', `${(await exportOf(anna)).run}.zip`);
  await lose();
  expect((await openLink(house, link)).status).toBe(404);
  const again = await waitFor(anna, 'ready');
  expect((await openLink(house, again.link)).status).toBe(200);
  await lose();
  expect(await anna.call(exports.standing)).toMatchObject({ state: 'making', link: null });
  expect((await openLink(house, (await waitFor(anna, 'ready')).link)).status).toBe(200);
});

test('an archive that cannot be made fails after five attempts and may be asked for again', async () => {
  const anna = await house.join('Анна');
  const { stagingDir } = house.server.ground;
  const live = await openLive(anna);
  await whilePostsAreHeld(async () => {
    await anna.call(exports.start);
    await until(async () => (await exportOf(anna)).run !== null);
    // The fifth attempt finds no place to write.
    await sql`update exports set tries = 4, run = ${newId()} where user_id = ${anna.id}`.execute(db());
    await rm(stagingDir, { recursive: true });
    await house.server.ground.jobs.add(db(), 'exports.make', { id: (await exportOf(anna)).id });
    await live.next('export', (event) => event['state'] === 'failed');
  });
  expect(await anna.call(exports.standing)).toEqual({ state: 'failed', progress: 0, link: null, bytes: null, dies: null });
  await mkdir(stagingDir);
  await anna.call(exports.start);
  expect((await openLink(house, (await waitFor(anna, 'ready')).link)).status).toBe(200);
});

test('three a day, whatever became of them', async () => {
  const strict = await startHouse({ RATE_LIMITS: 'on' });
  const anna = await strict.join('Анна');
  for (let turn = 0; turn < 3; turn += 1) {
    await anna.call(exports.start);
    await anna.call(exports.start);
    await anna.call(exports.remove);
  }
  expect(await anna.refusal(exports.start)).toMatchObject({ status: 429, code: 'too_often' });
  await strict.stop();
});

test('an archive that is deleted while its link is asked for is none, and no fault', async () => {
  const anna = await house.join('Анна');
  const live = await openLive(anna);
  await anna.call(exports.start);
  await live.next('export', (event) => event['state'] === 'ready');
  await live.cut();
  const client = new pg.Client({ connectionString: house.server.ground.database.pool.options.connectionString! });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('delete from exports where user_id = $1', [anna.id]);
    const asked = anna.call(exports.standing);
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await waiting.execute(db())).rows[0]!.count > 0);
    await client.query('commit');
    expect(await asked).toMatchObject({ state: 'none', link: null });
  } finally {
    await client.end();
  }
});

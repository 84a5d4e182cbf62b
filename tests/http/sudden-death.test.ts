import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as friends from '@respa/contract/friends';
import * as wall from '@respa/contract/wall';
import { Caller, PASSWORD } from '../driver.ts';
import { beginUpload, idOf, offsetOf, sendPart } from '../uploads.ts';

// A process of its own, with its own database, killed without a word while people write.
const ROUNDS = process.env['RESPA_LONG_TESTS'] === '1' ? 20 : 1;
let folder: string;
let server: ChildProcess | undefined;
let url = '';
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'respa-death-')); });
afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', PUBLIC_URL: 'http://respa.test' },
  });
  server = child;
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      const open = /Респа открыта: (\S+)/.exec(said);
      if (open) resolve(open[1]!);
    });
    child.once('exit', () => reject(new Error(`did not start:\n${said}`)));
  });
}
async function join_(name: string): Promise<Caller> {
  const email = `${crypto.randomUUID()}@respa.test`;
  const nobody = new Caller(url);
  const { token, userId } = await nobody.call(account.register, { body: { name, surname: 'Стойкий', age: '1999-05-11', email, password: PASSWORD } });
  for (;;) {
    const mails = await readdir(join(folder, 'outbox')).catch(() => [] as string[]);
    for (const mail of mails.filter((file) => file.endsWith('.eml'))) {
      const text = (await readFile(join(folder, 'outbox', mail), 'utf8')).replace(/=\r?\n/g, '');
      const link = text.includes(email) ? /\/activate\/([\w-]{43})/.exec(text) : null;
      if (link) {
        await nobody.call(account.activate, { body: { link: link[1] } });
        return new Caller(url, { token, id: userId, email });
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
}
const listFiles = async (path: string) => (await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));

test('kill -9 while people post and upload loses no acknowledged write, doubles none and leaves no half file', async () => {
  url = await start();
  const [anna, boris] = [await join_('Анна'), await join_('Борис')];
  await anna.call(friends.make, { params: { id: boris.id } });
  const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
  const photo = new File([new Uint8Array(await sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } }).jpeg().toBuffer())], 'p.jpg', { type: 'image/jpeg' });
  const acknowledged = { messages: new Set<string>(), posts: new Set<string>() };
  const attempted = new Set<string>();

  for (let round = 0; round < ROUNDS; round += 1) {
    let isOver = false;
    const works = [anna, boris].flatMap((who) => [
      (async () => {
        for (let at = 0; !isOver; at += 1) {
          const clientId = `${round}-${who.id}-${at}`;
          attempted.add(clientId);
          await new Caller(url, { token: who.token! }).call(chats.send, { params: { roomId: room._id }, body: { message: clientId, clientId } })
            .then(() => acknowledged.messages.add(clientId), () => { isOver = true; });
        }
      })(),
      (async () => {
        for (let at = 0; !isOver; at += 1) {
          const title = `post ${round}-${who.id}-${at}`;
          await new Caller(url, { token: who.token! }).call(wall.create, { body: { title }, files: { file: [photo, photo] } })
            .then(() => acknowledged.posts.add(title), () => { isOver = true; });
        }
      })(),
    ]);
    // Death comes when something of each kind was acknowledged in this round, and then at a moment that nobody chose.
    const before = { messages: acknowledged.messages.size, posts: acknowledged.posts.size };
    const ends = Date.now() + 30_000;
    while ((acknowledged.messages.size === before.messages || acknowledged.posts.size === before.posts) && Date.now() < ends) await new Promise((resolve) => { setTimeout(resolve, 20); });
    await new Promise((resolve) => { setTimeout(resolve, 200 + Math.random() * 700); });
    const gone = once(server!, 'exit');
    server!.kill('SIGKILL');
    await gone;
    isOver = true;
    await Promise.all(works);
    url = await start();
  }

  const reader = new Caller(url, { token: anna.token! });
  const present: string[] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await reader.call(chats.messages, { params: { page: 1, offset: 0 }, query: { room: room._id, ...(before === undefined ? {} : { before }) } });
    present.push(...page.messages.map((message) => message.message));
    before = page.messages[0]?._id;
    isLast = page.isLast;
  }
  expect(acknowledged.messages.size).toBeGreaterThan(0);
  expect(acknowledged.posts.size).toBeGreaterThan(0);
  expect(new Set(present).size).toBe(present.length);
  expect([...acknowledged.messages].filter((text) => !present.includes(text))).toEqual([]);
  expect(present.filter((text) => !attempted.has(text))).toEqual([]);
  const posts = new Map<string, string[]>();
  for (const who of [anna, boris]) {
    for (let before: string | undefined, isLast = false; !isLast;) {
      const page = await reader.call(wall.list, { params: { userId: who.id, page: 1, offset: 0 }, query: before === undefined ? {} : { before } });
      for (const post of page.posts) posts.set(post.title, post.images);
      before = page.posts.at(-1)?._id;
      isLast = page.isLast;
    }
  }
  expect([...acknowledged.posts].filter((title) => !posts.has(title))).toEqual([]);
  for (const images of posts.values()) {
    for (const name of images) {
      const answer = await fetch(`${url}/media/userposts/${name}`);
      expect(answer.status).toBe(200);
      await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    }
  }
  expect(await listFiles(join(folder, 'staging'))).toEqual([]);
}, 600_000);

async function kill(): Promise<void> {
  const gone = once(server!, 'exit');
  server!.kill('SIGKILL');
  await gone;
}
test('kill -9 in the middle of a resumable upload loses nothing that has arrived, and a file that is kept is kept once', async () => {
  if (server === undefined || server.exitCode !== null) url = await start();
  const vera = await join_('Вера');
  const now = () => new Caller(url, { token: vera.token! });
  const bytes = randomBytes(24 * 1024 * 1024);
  const address = (await beginUpload(now(), bytes.length, { purpose: 'cloud', filename: 'мир.dat' })).headers.get('location')!;
  for (let round = 0, offset = 0; offset < bytes.length; round += 1) {
    const end = Math.min(bytes.length, offset + 8 * 1024 * 1024);
    const sent = sendPart(now(), address, offset, bytes.subarray(offset, end)).then((answer) => (answer.status === 204 ? end : null), () => null);
    let isAnswered = false;
    void sent.then(() => { isAnswered = true; });
    if (round < 2) {
      // Death comes once some of the part lies on the disk; where the part was faster, it is whole.
      while ((await stat(join(folder, 'uploads', idOf(address)))).size === offset && !isAnswered) await new Promise((resolve) => { setImmediate(resolve); });
      await kill();
      url = await start();
    }
    const acknowledged = await sent;
    const there = await offsetOf(now(), address);
    expect(there).toBeGreaterThanOrEqual(acknowledged ?? offset);
    offset = there;
  }
  const key = crypto.randomUUID();
  const keep = () => now().call(cloud.upload, { body: { uploads: [idOf(address)], keys: [key] } });
  const first = keep().catch(() => null);
  await kill();
  await first;
  url = await start();
  const { added } = await keep();
  expect(added).toMatchObject([{ name: 'мир.dat', size: bytes.length }]);
  expect((await now().call(cloud.rootFiles)).count).toBe(1);
  const saved = await now().request(cloud.download, { params: { id: added[0]!._id } as never });
  expect(Buffer.from(await saved.arrayBuffer()).equals(bytes)).toBe(true);
}, 300_000);

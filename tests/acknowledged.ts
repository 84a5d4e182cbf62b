import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import sharp from 'sharp';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as friends from '@respa/contract/friends';
import * as wall from '@respa/contract/wall';
import type { Caller } from './driver.ts';
import { proveKept } from './kept.ts';
import type { OwnServer } from './own-server.ts';

const PATIENCE_MS = 30_000;
const KINDS = ['messages', 'posts', 'files'] as const;
type Kind = (typeof KINDS)[number];
type Written = Record<Kind, Set<string>>;
const nothing = (): Written => ({ messages: new Set(), posts: new Set(), files: new Set() });

/** Two friends who write to each other, post pictures and keep files, and what they were told is done: `acknowledged ⊆ present ⊆ attempted`. */
export type Writers = {
  acknowledged: Written;
  attempted: Written;
  /** Begins to write on the server as it is now; each of them writes until a call fails or it is ended. */
  begin(): Promise<void>[];
  /** Until something of each kind was acknowledged since it began. */
  untilAcknowledged(): Promise<void>;
  end(): void;
  /** What was acknowledged and is not there. */
  findLost(server: OwnServer, told?: Written): Promise<string[]>;
  /**
   * Reads everything back from a server: nothing acknowledged is missing, nothing is there twice or that nobody wrote, every picture can be
   * decoded, every file has the bytes that its name tells, rooms have no gaps, counters are counts, and no row lacks its file.
   */
  prove(server: OwnServer, told?: Written): Promise<void>;
};

export async function makeWriters(server: OwnServer): Promise<Writers> {
  const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
  await anna.call(friends.make, { params: { id: boris.id } });
  const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
  const photo = new File([new Uint8Array(await sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } }).jpeg().toBuffer())], 'p.jpg', { type: 'image/jpeg' });
  const [acknowledged, attempted] = [nothing(), nothing()];
  let isOver = true;
  let before: Record<Kind, number> = { messages: 0, posts: 0, files: 0 };

  const write = async (kind: Kind, who: Caller, send: (text: string) => Promise<unknown>, name = () => `${kind} ${who.id} ${attempted[kind].size}`) => {
    while (!isOver) {
      const text = name();
      attempted[kind].add(text);
      await send(text).then(() => acknowledged[kind].add(text), () => { isOver = true; });
    }
  };
  /** A file is named after its bytes. */
  const keep = (who: Caller) => {
    let bytes = Buffer.alloc(0);
    const name = () => {
      bytes = randomBytes(40_000 + Math.floor(Math.random() * 60_000));
      return `${createHash('sha256').update(bytes).digest('hex')}.dat`;
    };
    return write('files', who, (text) => who.call(cloud.upload, { files: { file: [new File([new Uint8Array(bytes)], text)] } }), name);
  };
  const readBack = async (from: OwnServer) => {
    const reader = from.as(anna);
    const posts = [...(await readPosts(reader, anna.id)), ...(await readPosts(reader, boris.id))];
    const files = [...(await readFiles(reader)), ...(await readFiles(from.as(boris)))];
    return { messages: await readMessages(reader, room._id), posts: posts.map(([title]) => title), files, images: posts.flatMap(([, images]) => images) };
  };
  const findMissing = (told: Written, found: Record<Kind, string[]>) => KINDS.flatMap((kind) => {
    const present = new Set(found[kind]);
    return [...told[kind]].filter((text) => !present.has(text));
  });
  return {
    acknowledged, attempted,
    begin() {
      isOver = false;
      before = { messages: acknowledged.messages.size, posts: acknowledged.posts.size, files: acknowledged.files.size };
      return [anna, boris].flatMap((one) => {
        const who = server.as(one);
        return [
          write('messages', who, (text) => who.call(chats.send, { params: { roomId: room._id }, body: { message: text, clientId: text } })),
          write('posts', who, (title) => who.call(wall.create, { body: { title }, files: { file: [photo, photo] } })),
          keep(who),
        ];
      });
    },
    async untilAcknowledged() {
      const ends = Date.now() + PATIENCE_MS;
      while (KINDS.some((kind) => acknowledged[kind].size === before[kind]) && Date.now() < ends) await sleep(20);
    },
    end: () => { isOver = true; },
    findLost: async (from, told = acknowledged) => findMissing(told, await readBack(from)),
    async prove(from, told = acknowledged) {
      const found = await readBack(from);
      expect(KINDS.filter((kind) => told[kind].size === 0)).toEqual([]);
      expect(findMissing(told, found)).toEqual([]);
      for (const kind of KINDS) {
        expect(new Set(found[kind]).size).toBe(found[kind].length);
        expect(found[kind].filter((text) => !attempted[kind].has(text))).toEqual([]);
      }
      for (const name of found.images) {
        const answer = await fetch(`${from.url}/media/userposts/${name}`);
        expect(answer.status).toBe(200);
        await sharp(Buffer.from(await answer.arrayBuffer())).stats();
      }
      for (const owner of [from.as(anna), from.as(boris)]) await proveBytes(owner);
      await proveKept(from);
    },
  };
}

async function readMessages(reader: Caller, room: string): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await reader.call(chats.messages, { params: { page: 1, offset: 0 }, query: { room, ...(before === undefined ? {} : { before }) } });
    found.push(...page.messages.map((message) => message.message));
    before = page.messages[0]?._id;
    isLast = page.isLast;
  }
  return found;
}
async function readPosts(reader: Caller, userId: string): Promise<[string, string[]][]> {
  const found: [string, string[]][] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await reader.call(wall.list, { params: { userId, page: 1, offset: 0 }, query: before === undefined ? {} : { before } });
    found.push(...page.posts.map((post): [string, string[]] => [post.title, post.images]));
    before = page.posts.at(-1)?._id;
    isLast = page.isLast;
  }
  return found;
}
async function listFiles(reader: Caller): Promise<{ _id: string; name: string }[]> {
  const found: { _id: string; name: string }[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: { files: { _id: string; name: string }[]; next: string | null } = await reader.call(cloud.list, { query: { limit: 200, ...(after === '' ? {} : { after }) } });
    found.push(...page.files);
    after = page.next;
  }
  return found;
}
const readFiles = async (reader: Caller): Promise<string[]> => (await listFiles(reader)).map(({ name }) => name);
async function proveBytes(owner: Caller): Promise<void> {
  for (const { _id, name } of await listFiles(owner)) {
    const answer = await owner.request(cloud.download, { params: { id: _id } as never });
    const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer())).digest('hex');
    expect(`${hash}.dat`).toBe(name);
  }
}

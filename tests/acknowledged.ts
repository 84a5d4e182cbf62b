import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import sharp from 'sharp';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as wall from '@respa/contract/wall';
import type { Caller } from './driver.ts';
import type { OwnServer } from './own-server.ts';

const PATIENCE_MS = 30_000;

/** Two friends who write to each other and post pictures, and what they were told is done: `acknowledged ⊆ present ⊆ attempted`. */
export type Writers = {
  acknowledged: { messages: Set<string>; posts: Set<string> };
  /** Begins to write on the server as it is now; each of them writes until a call fails or it is ended. */
  begin(): Promise<void>[];
  /** Until something of each kind was acknowledged since it began. */
  untilAcknowledged(): Promise<void>;
  end(): void;
  /** Reads everything back from a server: nothing acknowledged is missing, nothing is there twice or that nobody wrote, every picture can be decoded. */
  prove(server: OwnServer, told?: Writers['acknowledged']): Promise<void>;
};

export async function makeWriters(server: OwnServer): Promise<Writers> {
  const [anna, boris] = [await server.join('Анна'), await server.join('Борис')];
  await anna.call(friends.make, { params: { id: boris.id } });
  const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
  const photo = new File([new Uint8Array(await sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } }).jpeg().toBuffer())], 'p.jpg', { type: 'image/jpeg' });
  const acknowledged = { messages: new Set<string>(), posts: new Set<string>() };
  const attempted = { messages: new Set<string>(), posts: new Set<string>() };
  let isOver = true;
  let before = { messages: 0, posts: 0 };

  const write = async (kind: 'messages' | 'posts', who: Caller, send: (text: string) => Promise<unknown>) => {
    while (!isOver) {
      const text = `${kind} ${who.id} ${attempted[kind].size}`;
      attempted[kind].add(text);
      await send(text).then(() => acknowledged[kind].add(text), () => { isOver = true; });
    }
  };
  return {
    acknowledged,
    begin() {
      isOver = false;
      before = { messages: acknowledged.messages.size, posts: acknowledged.posts.size };
      return [anna, boris].flatMap((one) => {
        const who = server.as(one);
        return [
          write('messages', who, (text) => who.call(chats.send, { params: { roomId: room._id }, body: { message: text, clientId: text } })),
          write('posts', who, (title) => who.call(wall.create, { body: { title }, files: { file: [photo, photo] } })),
        ];
      });
    },
    async untilAcknowledged() {
      const ends = Date.now() + PATIENCE_MS;
      while ((acknowledged.messages.size === before.messages || acknowledged.posts.size === before.posts) && Date.now() < ends) await sleep(20);
    },
    end: () => { isOver = true; },
    async prove(from, told = acknowledged) {
      const reader = from.as(anna);
      const messages = await readMessages(reader, room._id);
      const posts = new Map([...(await readPosts(reader, anna.id)), ...(await readPosts(reader, boris.id))]);
      expect(told.messages.size).toBeGreaterThan(0);
      expect(told.posts.size).toBeGreaterThan(0);
      expect(new Set(messages).size).toBe(messages.length);
      expect([...told.messages].filter((text) => !messages.includes(text))).toEqual([]);
      expect(messages.filter((text) => !attempted.messages.has(text))).toEqual([]);
      expect([...told.posts].filter((title) => !posts.has(title))).toEqual([]);
      expect([...posts.keys()].filter((title) => !attempted.posts.has(title))).toEqual([]);
      for (const name of [...posts.values()].flat()) {
        const answer = await fetch(`${from.url}/media/userposts/${name}`);
        expect(answer.status).toBe(200);
        await sharp(Buffer.from(await answer.arrayBuffer())).stats();
      }
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

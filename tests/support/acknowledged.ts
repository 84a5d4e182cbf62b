import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as friends from '@respa/contract/friends';
import * as wall from '@respa/contract/wall';
import { Refused, type Caller } from './driver.ts';
import { openPersistentReader, type PersistentReader } from './persistent-reader.ts';
import { verifyStoredMedia, type Leftovers, type Place } from './stored-media.ts';
import { patient } from './patience.ts';

const TIMEOUT_MS = patient(60_000);
/** In ms: the pause of a writer after a refusal. */
const RETRY_PAUSE_MS = 50;
const KINDS = ['messages', 'posts', 'files'] as const;
type Kind = (typeof KINDS)[number];
type Written = Record<Kind, Set<string>>;
const nothing = (): Written => ({ messages: new Set(), posts: new Set(), files: new Set() });

/**
 * A server, or several, for the writers. `as` returns a caller's counterpart that uses the current
 * server.
 */
export type App = Place & {
  readonly url: string;
  join(name: string): Promise<Caller>;
  as(who: Caller): Caller;
};
/**
 * Pairs of friends who write to each other, post pictures and store files, and a record of what the
 * server acknowledged: `acknowledged ⊆ present ⊆ attempted`.
 */
export type Writers = {
  acknowledged: Written;
  attempted: Written;
  /**
   * How often each error status was returned. 0 is a failed connection, NaN a response without a
   * message for users.
   */
  refused: Map<number, number>;
  /** Starts writing, through refusals and broken connections, until `end`. */
  begin(): void;
  /** Waits until something of each kind was acknowledged since `begin`, or since the last call. */
  untilAcknowledged(): Promise<void>;
  /** Resolves when all writers have stopped. */
  end(): Promise<void>;
  /**
   * Returns how much was acknowledged and refused, and how often open conversations reconnected.
   */
  tell(): string;
  /** Returns what was acknowledged but is missing. */
  findLost(app: App, told?: Written): Promise<string[]>;
  /**
   * Reads everything back from a server and checks it: nothing acknowledged is missing, nothing is
   * duplicated or was written by nobody, every picture can be
   * decoded, every file has the bytes that its name states, rooms have no gaps, counters are
   * correct, no row lacks its file and no file its row.
   * A conversation that was open from the beginning has received each of its messages, once and in
   * order.
   */
  verify(app: App, options?: { allowedLeftovers?: Leftovers; told?: Written }): Promise<void>;
};
type Pair = { people: [Caller, Caller]; room: string; screen: PersistentReader };

export async function makeWriters(
  app: App,
  { pairs = 1 }: { pairs?: number } = {},
): Promise<Writers> {
  const all: Pair[] = [];
  for (let made = 0; made < pairs; made += 1) {
    const people: [Caller, Caller] = [await app.join('Анна'), await app.join('Борис')];
    await people[0].call(friends.make, { params: { id: people[1].id } });
    const { room } = await people[0].call(chats.createRoom, { params: { userId: people[1].id } });
    all.push({
      people,
      room: room._id,
      screen: await openPersistentReader(app, people[1], room._id),
    });
  }
  const photo = new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'p.jpg',
    { type: 'image/jpeg' },
  );
  const [acknowledged, attempted, refused] = [nothing(), nothing(), new Map<number, number>()];
  let isOver = true;
  let works: Promise<void>[] = [];
  const count = () => ({
    messages: acknowledged.messages.size,
    posts: acknowledged.posts.size,
    files: acknowledged.files.size,
  });
  let before = count();

  const write = async (
    kind: Kind,
    one: Caller,
    send: (who: Caller, text: string) => Promise<unknown>,
    name = () => `${kind} ${one.id} ${attempted[kind].size}`,
  ) => {
    while (!isOver) {
      const text = name();
      attempted[kind].add(text);
      try {
        await send(app.as(one), text);
        acknowledged[kind].add(text);
      } catch (error) {
        const status = !(error instanceof Refused)
          ? 0
          : /[а-яё]/i.test(error.body.error)
            ? error.status
            : Number.NaN;
        refused.set(status, (refused.get(status) ?? 0) + 1);
        await sleep(RETRY_PAUSE_MS);
      }
    }
  };
  /** Stores files, each named after the hash of its bytes. */
  const keep = (one: Caller) => {
    let bytes = Buffer.alloc(0);
    const name = () => {
      bytes = randomBytes(40_000 + Math.floor(Math.random() * 60_000));
      return `${createHash('sha256').update(bytes).digest('hex')}.dat`;
    };
    return write(
      'files',
      one,
      (who, text) =>
        who.call(cloud.upload, { files: { file: [new File([new Uint8Array(bytes)], text)] } }),
      name,
    );
  };
  const people = () => all.flatMap((pair) => pair.people);
  const readBack = async (from: App) => {
    const found: Record<Kind | 'images', string[]> = {
      messages: [],
      posts: [],
      files: [],
      images: [],
    };
    for (const pair of all)
      found.messages.push(...(await readMessages(from.as(pair.people[0]), pair.room)));
    for (const who of people()) {
      for (const [title, images] of await readPosts(from.as(who), who.id)) {
        found.posts.push(title);
        found.images.push(...images);
      }
      found.files.push(...(await readFiles(from.as(who))));
    }
    return found;
  };
  const findMissing = (told: Written, found: Record<Kind, string[]>) =>
    KINDS.flatMap((kind) => {
      const present = new Set(found[kind]);
      return [...told[kind]].filter((text) => !present.has(text));
    });
  return {
    acknowledged,
    attempted,
    refused,
    begin() {
      isOver = false;
      before = count();
      works = all.flatMap(({ people: two, room }) =>
        two.flatMap((one) => [
          write('messages', one, (who, text) =>
            who.call(chats.send, {
              params: { roomId: room },
              body: { message: text, clientId: text },
            }),
          ),
          write('posts', one, (who, title) =>
            who.call(wall.create, { body: { title }, files: { file: [photo, photo] } }),
          ),
          keep(one),
        ]),
      );
    },
    async untilAcknowledged() {
      const ends = Date.now() + TIMEOUT_MS;
      while (KINDS.some((kind) => acknowledged[kind].size === before[kind])) {
        if (Date.now() > ends)
          throw new Error(`nothing was acknowledged: ${JSON.stringify([...refused])}`);
        await sleep(20);
      }
      before = count();
    },
    async end() {
      isOver = true;
      await Promise.all(works);
    },
    tell: () =>
      [
        ...KINDS.map((kind) => `${kind} ${acknowledged[kind].size}`),
        ...[...refused].map(([status, times]) =>
          status === 0 ? `обрывов ${times}` : `ответов ${status}: ${times}`,
        ),
        `потоки открыты заново ${all.reduce((sum, { screen }) => sum + screen.returns(), 0)}`,
      ].join(', '),
    findLost: async (from, told = acknowledged) => findMissing(told, await readBack(from)),
    async verify(from, { allowedLeftovers: leaves = 'nothing', told = acknowledged } = {}) {
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
      for (const owner of people()) await proveBytes(from.as(owner));
      // Nobody had a conversation open on a server restored from a copy of another.
      if (from === app)
        for (const {
          room,
          people: [reader],
          screen,
        } of all)
          await screen.verify((await readMessages(from.as(reader), room)).toReversed());
      await verifyStoredMedia(from, leaves);
    },
  };
}

/** Returns the messages, newest first. */
async function readMessages(reader: Caller, room: string): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await reader.call(chats.messages, {
      params: { page: 1, offset: 0 },
      query: { room, ...(before === undefined ? {} : { before }) },
    });
    found.push(...page.messages.map((message) => message.message).toReversed());
    before = page.messages[0]?._id;
    isLast = page.isLast;
  }
  return found;
}
async function readPosts(reader: Caller, userId: string): Promise<[string, string[]][]> {
  const found: [string, string[]][] = [];
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await reader.call(wall.list, {
      params: { userId, page: 1, offset: 0 },
      query: before === undefined ? {} : { before },
    });
    found.push(...page.posts.map((post): [string, string[]] => [post.title, post.images]));
    before = page.posts.at(-1)?._id;
    isLast = page.isLast;
  }
  return found;
}
async function listFiles(reader: Caller): Promise<{ _id: string; name: string }[]> {
  const found: { _id: string; name: string }[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: { files: { _id: string; name: string }[]; next: string | null } = await reader.call(
      cloud.list,
      { query: { limit: 200, ...(after === '' ? {} : { after }) } },
    );
    found.push(...page.files);
    after = page.next;
  }
  return found;
}
const readFiles = async (reader: Caller): Promise<string[]> =>
  (await listFiles(reader)).map(({ name }) => name);
async function proveBytes(owner: Caller): Promise<void> {
  for (const { _id, name } of await listFiles(owner)) {
    const answer = await owner.request(cloud.download, { params: { id: _id } as never });
    const hash = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    expect(`${hash}.dat`).toBe(name);
  }
}

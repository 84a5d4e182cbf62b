import { DAY_MS } from '@respa/contract/durations';
import { hashOnce, seedAccounts, DEMO_DOMAIN } from '#features/account/seed.ts';
import { seedDialogs, type SeededDialog } from '#features/chats/seed.ts';
import {
  inventPerson,
  seedFriendships,
  seedPeople,
  type SeededPerson,
} from '#features/people/seed.ts';
import {
  REMARKS,
  seedComments,
  seedLikes,
  seedObjects,
  type SeededComment,
  type SeededLike,
} from '#features/reactions/seed.ts';
import { inventPost, seedPosts } from '#features/wall/seed.ts';
import { stopwatch } from '#platform/runtime/clock.ts';
import { createRandom, type Random } from '#platform/runtime/seeded-random.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { fillClassifieds } from './classifieds.ts';
import { fillCommunities, inventCommunities } from './communities.ts';
import { GAMERS, type Gamer } from './gamers.ts';
import { inventFriendships, type Pair } from './friendships.ts';

export const DEMO_PASSWORD = 'respa-demo-2026';
const SEED = 2026;
/** Generated data end here, and the stories of the six begin. */
export const STORY_DAYS = 2;
const HISTORY_DAYS = 400;
const MEAN_FRIENDS = 20;
const MEAN_POSTS = 3;
const MEAN_MESSAGES = 25;

export type FillOptions = {
  members: number;
  messages: number;
  /** Midnight; everything happens before it. The same day gives the same data. */
  day: Date;
  /** Throws if the work is to end early; called between portions. */
  mayGoOn(): void;
};
export type Member = { id: string; email: string; joined: number; gamer: Gamer | undefined };

/** Prints how many rows a step has written and how long it took. */
async function step(
  { print }: AppContext,
  title: string,
  work: () => Promise<number>,
): Promise<void> {
  const passed = stopwatch();
  const count = await work();
  print(
    `${title}: ${count.toLocaleString('ru-RU')} (${(passed() / 1000).toFixed(1).replace('.', ',')} с)`,
  );
}
/** Writes rows in portions. Returns how many there were. */
async function inPortions<T>(
  rows: T[],
  { size, mayGoOn }: { size: number; mayGoOn: () => void },
  write: (portion: T[]) => Promise<void>,
): Promise<number> {
  for (let from = 0; from < rows.length; from += size) {
    mayGoOn();
    await write(rows.slice(from, from + size));
  }
  return rows.length;
}
const inventMembers = (random: Random, total: number, start: number): Member[] =>
  Array.from({ length: total }, (_, index): Member => {
    const joined = Math.floor(start + ((HISTORY_DAYS - 30) * DAY_MS * index) / total);
    const gamer = GAMERS[index];
    return {
      id: random.id(joined),
      email: `${gamer?.login ?? `m${index - GAMERS.length + 1}`}@${DEMO_DOMAIN}`,
      joined,
      gamer,
    };
  });

type People = {
  members: Member[];
  /** By member: how many friends, posts and communities they have. */
  friends: number[][];
  posts: number[];
  subscribes: ReadonlyMap<string, number>;
  end: number;
};
/** Writes accounts and profiles. */
async function writePeople(
  { db, config }: AppContext,
  random: Random,
  { members, friends, posts, subscribes, end }: People,
  { day, mayGoOn }: FillOptions,
): Promise<number> {
  const hash = await hashOnce(DEMO_PASSWORD, config.passwordCost);
  const portions = { size: 5_000, mayGoOn };
  await inPortions(
    members.map(({ id, email, joined }) => ({ id, email, at: new Date(joined) })),
    portions,
    (rows) => seedAccounts(db, rows, hash),
  );
  const year = day.getUTCFullYear();
  const people = members.map((member, index): SeededPerson => ({
    ...(member.gamer ?? inventPerson(random, year)),
    id: member.id,
    friends: friends[index]!.length,
    posts: posts[index]!,
    subscribes: subscribes.get(member.id) ?? 0,
    lastOnline: new Date(end - random.integer(20 * DAY_MS)),
  }));
  return inPortions(people, portions, (rows) => seedPeople(db, rows));
}
/** Writes private conversations, several in a statement. Returns the number of messages. */
async function writeDialogs(
  { db }: AppContext,
  dialogs: readonly SeededDialog[],
  mayGoOn: () => void,
): Promise<number> {
  let portion: SeededDialog[] = [];
  let size = 0;
  for (const [index, dialog] of dialogs.entries()) {
    portion.push(dialog);
    size += dialog.count;
    if (size < 5_000 && index < dialogs.length - 1) continue;
    mayGoOn();
    await seedDialogs(db, portion);
    [portion, size] = [[], 0];
  }
  return dialogs.reduce((sum, dialog) => sum + dialog.count, 0);
}

/** Seeds an empty database with members and everything that they did before the stories begin. */
export async function fillMembers(context: AppContext, options: FillOptions): Promise<Member[]> {
  const { db } = context;
  const { mayGoOn } = options;
  const end = options.day.getTime() - STORY_DAYS * DAY_MS;
  const random = createRandom(SEED);
  const total = GAMERS.length + options.members;
  const members = inventMembers(random, total, end - HISTORY_DAYS * DAY_MS);
  const perMember = Math.min(MEAN_FRIENDS, total / 4);
  const pairs = inventFriendships(createRandom(SEED + 1), total, perMember, GAMERS);
  const friends = neighbours(total, pairs);
  const posts = members.map((member) =>
    member.gamer === undefined ? random.skewed(MEAN_POSTS, 200) : 0,
  );
  const communities = inventCommunities(createRandom(SEED + 3), members, end);
  const subscribes = new Map<string, number>();
  for (const { id } of communities.flatMap(({ readers }) => readers))
    subscribes.set(id, (subscribes.get(id) ?? 0) + 1);

  await step(context, 'Участники', () =>
    writePeople(context, random, { members, friends, posts, subscribes, end }, options),
  );
  const moment = (...after: Member[]) => {
    const from = Math.max(...after.map((member) => member.joined));
    return Math.floor(from + random.next() * (end - from));
  };
  const friendshipOf = ([a, b]: Pair) => {
    const [one, other] = [members[a]!, members[b]!];
    return { id: random.id(moment(one, other)), a: one.id, b: other.id };
  };
  await step(context, 'Дружбы', () =>
    inPortions(pairs, { size: 10_000, mayGoOn }, (portion) =>
      seedFriendships(db, portion.map(friendshipOf)),
    ),
  );
  await step(context, 'Записи', async () => {
    const indexes = members.map((_, index) => index);
    await inPortions(indexes, { size: 2_000, mayGoOn }, (portion) =>
      fillPosts(context, random, portion, { members, posts, friends, moment, end }),
    );
    return posts.reduce((sum, count) => sum + count, 0);
  });
  await step(context, 'Группы', () =>
    fillCommunities(context, createRandom(SEED + 4), communities, { end, mayGoOn }),
  );
  await step(context, 'Объявления', () =>
    fillClassifieds(context, SEED + 5, members, { end, mayGoOn }),
  );
  await step(context, 'Сообщения', () => {
    const random = createRandom(SEED + 2);
    const dialogs = inventDialogs(random, members, pairs, options.messages, end);
    return writeDialogs(context, dialogs, mayGoOn);
  });
  return members;
}

function neighbours(total: number, pairs: Pair[]): number[][] {
  const lists = Array.from({ length: total }, (): number[] => []);
  for (const [a, b] of pairs) {
    lists[a]!.push(b);
    lists[b]!.push(a);
  }
  return lists;
}

type Scene = {
  members: Member[];
  posts: number[];
  friends: number[][];
  moment(...after: Member[]): number;
  end: number;
};
/** Creates posts of some members with their friends' reactions; the counters match the rows. */
async function fillPosts(
  { db }: AppContext,
  random: Random,
  indexes: number[],
  { members, posts, friends, moment, end }: Scene,
): Promise<void> {
  const likes: SeededLike[] = [];
  const comments: SeededComment[] = [];
  const written = indexes.flatMap((index) =>
    Array.from({ length: posts[index]! }, () => {
      const author = members[index]!;
      const at = moment(author);
      const id = random.id(at);
      const later = () => Math.floor(at + random.next() * Math.min(3 * DAY_MS, end - at));
      const circle = friends[index]!;
      // Neighbours in a list are different people: one person likes once.
      const first = random.integer(circle.length);
      const fans = Array.from(
        { length: Math.min(circle.length, random.skewed(3, 60)) },
        (_, turn) => members[circle[(first + turn) % circle.length]!]!,
      );
      for (const fan of fans) likes.push({ objectId: id, userId: fan.id, at: new Date(later()) });
      const remarks = circle.length > 0 && random.next() < 0.25 ? 1 + random.skewed(1, 8) : 0;
      for (let turn = 0; turn < remarks; turn += 1) {
        const when = later();
        comments.push({
          id: random.id(when),
          objectId: id,
          authorId: members[random.pick(circle)]!.id,
          text: random.pick(REMARKS),
          at: new Date(when),
        });
      }
      return {
        id,
        authorId: author.id,
        text: inventPost(random),
        at: new Date(at),
        ownerId: author.id,
        likes: fans.length,
        comments: remarks,
      };
    }),
  );
  if (written.length === 0) return;
  await seedPosts(db, written);
  await seedObjects(db, 'userpost', written);
  for (let from = 0; from < likes.length; from += 10_000)
    await seedLikes(db, likes.slice(from, from + 10_000));
  await seedComments(db, comments);
}

/** Generates private dialogs between friends, up to the given number of messages. */
function inventDialogs(
  random: Random,
  members: Member[],
  pairs: Pair[],
  messages: number,
  end: number,
): SeededDialog[] {
  const wanted = Math.min(pairs.length, Math.ceil(messages / MEAN_MESSAGES));
  const every = pairs.length / Math.max(1, wanted);
  let left = messages;
  return Array.from({ length: wanted }, (_, turn): SeededDialog => {
    const [a, b] = pairs[Math.floor(turn * every)]!.map((index) => members[index]!) as [
      Member,
      Member,
    ];
    const rest = wanted - turn - 1;
    const count =
      rest === 0 ? left : Math.max(1, Math.min(left - rest, random.skewed(MEAN_MESSAGES, 2_000)));
    left -= count;
    const from = Math.max(a.joined, b.joined);
    const startMs = Math.floor(from + random.next() * 0.9 * (end - from));
    const tail = Math.min(count, random.next() < 0.15 ? 1 + random.integer(3) : 0);
    return {
      id: random.id(startMs),
      a: a.id,
      b: b.id,
      count,
      startMs,
      stepMs: Math.max(1, Math.floor((random.next() * (end - startMs)) / count)),
      tail,
      tailBy: random.pick([a.id, b.id]),
    };
  });
}

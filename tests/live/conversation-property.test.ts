import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import { assertCounted } from '../support/counters.ts';
import { Refused, startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import {
  befriend,
  excludeFrom,
  inviteInto,
  makeGroup,
  readGroup,
} from '../support/members/group-chats.ts';
import { openGroup, openRoom } from '../support/stream-reader.ts';
import { readRoom, roomOf, type Message } from '../support/members/conversations.ts';
import { makeReader, type ConversationReader } from '../support/members/conversation-reader.ts';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
/** A failure prints its seed, the path to its case, and the shortest case that still fails. */
const SEEDS = Array.from({ length: isLong ? 40 : 2 }, (_, index) => 17 + index * 7919);
const CASES = isLong ? 5 : 2;

let app: TestApp;
let people: Caller[];
beforeAll(async () => {
  app = await startTestApp({ DB_POOL: '12' });
  people = await Promise.all(['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)));
  await befriend(people[0]!, ...people.slice(1));
});
afterAll(() => app.stop());

type Step =
  | { do: 'send'; who: number; count: number }
  | { do: 'edit' | 'delete'; which: number }
  | { do: 'cut' | 'connect' | 'load'; reader: number }
  | { do: 'exclude' | 'invite'; who: number };
/** The steps of one inner list run concurrently. */
type Script = Step[][];
const number = fc.nat(99);
const PLAIN = { noNullPrototype: true } as const;
type Weighted = { weight: number; arbitrary: fc.Arbitrary<Step> };
const said: Weighted = {
  weight: 6,
  arbitrary: fc.record(
    { do: fc.constant('send'), who: number, count: fc.integer({ min: 1, max: 4 }) },
    PLAIN,
  ),
};
const changed: Weighted = {
  weight: 4,
  arbitrary: fc.record({ do: fc.constantFrom('edit', 'delete'), which: number }, PLAIN),
};
const listened: Weighted = {
  weight: 6,
  arbitrary: fc.record(
    { do: fc.constantFrom('cut', 'connect', 'connect', 'load'), reader: number },
    PLAIN,
  ),
};
const moved: Weighted = {
  weight: 3,
  arbitrary: fc.record({ do: fc.constantFrom('exclude', 'invite'), who: number }, PLAIN),
};
const scriptOf = (...steps: Weighted[]): fc.Arbitrary<Script> =>
  fc.array(fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 5, size: 'max' }), {
    minLength: 4,
    maxLength: 14,
    size: 'max',
  });

type Conversation = {
  roomId: string;
  isGroup: boolean;
  members: Caller[];
  readers: ConversationReader[];
};
const HISTORY = 26;
/** Accepts documented refusals only; any other error fails the test. */
const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refused) || ![400, 403, 404].includes(error.status)) throw error;
  });
const sendTo = (conversation: Conversation, who: Caller, message: string) =>
  who.call(conversation.isGroup ? groups.send : chats.send, {
    params: { roomId: conversation.roomId },
    body: { message },
  });

async function play(conversation: Conversation, script: Script): Promise<void> {
  const calls = conversation.isGroup ? groups : chats;
  const alive: { id: string; by: Caller }[] = [];
  const send = async (who: Caller, text: string) => {
    await unlessRefused(
      sendTo(conversation, who, text).then(({ message }) => {
        alive.push({ id: message._id, by: who });
      }),
    );
  };
  const act = async (step: Step, name: string): Promise<unknown> => {
    if ('count' in step)
      return Promise.all(
        Array.from({ length: step.count }, (_, index) =>
          send(conversation.members[step.who % conversation.members.length]!, `${name}.${index}`),
        ),
      );
    if ('which' in step) {
      if (alive.length === 0) return;
      const index = step.which % alive.length;
      const { id, by } = alive[index]!;
      if (step.do === 'edit')
        return unlessRefused(
          by.call(calls.edit, { params: { id }, body: { message: `${name}, правка` } }),
        );
      alive.splice(index, 1);
      // The creator of a group deletes every second one, which leaves a line.
      const isLed = conversation.isGroup && step.which % 2 === 1;
      const who = isLed ? conversation.members[0]! : by;
      return unlessRefused(who.call(calls.remove, { params: { id } }));
    }
    if (!('reader' in step)) {
      const other = conversation.members[1 + (step.who % (conversation.members.length - 1))]!;
      return unlessRefused(
        step.do === 'exclude'
          ? excludeFrom(conversation.members[0]!, conversation.roomId, other)
          : inviteInto(conversation.members[0]!, conversation.roomId, other),
      );
    }
    const reader = conversation.readers[step.reader % conversation.readers.length]!;
    if (step.do === 'cut') return reader.cut();
    if (step.do === 'connect') return unlessRefused(reader.connect());
    // A page request goes to the newest stream of its member, so only a member with one stream
    // sends it.
    if (conversation.readers.filter(({ who }) => who === reader.who).length > 1) return;
    const oldest = reader.oldest();
    return oldest === undefined
      ? undefined
      : unlessRefused(
          reader.who.call(calls.messages, {
            params: { page: 1, offset: 0 },
            query: { before: oldest._id },
          }),
        );
  };
  await Promise.all(
    Array.from({ length: HISTORY }, (_, index) =>
      send(conversation.members[index % conversation.members.length]!, `до ${index}`),
    ),
  );
  try {
    for (const [index, breath] of script.entries()) {
      await Promise.all(breath.map((step, turn) => act(step, `${index}.${turn}`)));
      if (conversation.isGroup) await assertPutOut(conversation);
    }
    await compare(conversation);
  } finally {
    await Promise.all(conversation.readers.map((reader) => reader.cut()));
  }
}

const listPresent = async (roomId: string): Promise<Set<string>> =>
  new Set(
    (
      await app.server.context.db
        .selectFrom('room_members')
        .select('user_id')
        .where('room_id', '=', roomId)
        .execute()
    ).map((row) => row.user_id),
  );
/** Asserts that a former member received nothing after their exclusion. */
async function assertPutOut({ roomId, members, readers }: Conversation): Promise<void> {
  const { db } = app.server.context;
  const present = await listPresent(roomId);
  const gone = members.filter(({ id }) => !present.has(id));
  if (gone.length === 0) return;
  const lines = await db
    .selectFrom('messages')
    .select(['system', 'born', 'position'])
    .where('room_id', '=', roomId)
    .where('system', 'is not', null)
    .orderBy('position')
    .execute();
  for (const { id } of gone) {
    const { born, position } = lines.findLast(
      ({ system }) =>
        (system as { kind: string; userId?: string }).kind === 'excluded' &&
        (system as { userId?: string }).userId === id,
    )!;
    for (const reader of readers.filter(({ who }) => who.id === id)) {
      await reader.assertEnded();
      expect(Math.max(0, ...reader.seen), 'nothing after the exclusion').toBeLessThan(Number(born));
      expect(
        reader.shown().filter((message) => message.position >= Number(position)),
        'no messages after the exclusion',
      ).toEqual([]);
    }
  }
}
/** Asserts that no message was written by a user who was no member at that time. */
function assertMembersWrote({ members }: Conversation, history: Message[]): void {
  const present = new Set(members.map(({ id }) => id));
  for (const { system, user, message } of history) {
    if (system === null)
      expect(present, `who wrote «${message}» was a member then`).toContain(user);
    else if (system.kind === 'excluded') present.delete(system.userId!);
    else if (system.kind === 'invited') present.add(system.userId!);
  }
}
async function compare(conversation: Conversation): Promise<void> {
  const { roomId, isGroup, members, readers } = conversation;
  const history = await (isGroup ? readGroup : readRoom)(members[0]!, roomId);
  expect(history.map(({ position }) => position)).toEqual(
    [...new Set(history.map(({ position }) => position))].sort((a, b) => a - b),
  );
  assertMembersWrote(conversation, history);
  const { seq } = await app.server.context.db
    .selectFrom('rooms')
    .select('seq')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  const present = await listPresent(roomId);
  for (const reader of readers) {
    const isMember = await reader.connect().then(
      () => true,
      () => false,
    );
    expect(isMember).toBe(present.has(reader.who.id));
    if (isMember) {
      await reader.catchUp(seq);
      expect(reader.shown()).toEqual(
        history.filter((message) => message.position >= reader.from()),
      );
    }
    expect(reader.seen, 'each change once, in order').toEqual(
      [...new Set(reader.seen)].sort((a, b) => a - b),
    );
  }
}

const makeReaders = (open: typeof openRoom, roomId: string, members: Caller[]) =>
  [...members, members.at(-1)!].map((who) => makeReader(open, who, roomId));
const check = (seed: number, script: fc.Arbitrary<Script>, begin: () => Promise<Conversation>) =>
  fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const conversation = await begin();
      await play(conversation, steps);
    }),
    {
      seed,
      numRuns: CASES,
      interruptAfterTimeLimit: isLong ? 400_000 : 40_000,
      markInterruptAsFailure: true,
    },
  );

test.each(SEEDS)(
  'two members see exactly the content of their private room, seed %i',
  async (seed) => {
    await expect(
      check(seed, scriptOf(said, changed, listened), async () => {
        const members = await Promise.all([app.join('Анна'), app.join('Борис')]);
        const roomId = await roomOf(members[0]!, members[1]!);
        return { roomId, isGroup: false, members, readers: makeReaders(openRoom, roomId, members) };
      }),
    ).resolves.toBeUndefined();
    await assertCounted(app);
  },
);
test.each(SEEDS)(
  'four members see exactly the content of their group while members join and leave, seed %i',
  async (seed) => {
    await expect(
      check(seed, scriptOf(said, changed, listened, moved), async () => {
        const roomId = await makeGroup(people[0]!, 'Отряд', ...people.slice(1));
        return {
          roomId,
          isGroup: true,
          members: people,
          readers: makeReaders(openGroup, roomId, people),
        };
      }),
    ).resolves.toBeUndefined();
    await assertCounted(app);
  },
);

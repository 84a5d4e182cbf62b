import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as groups from '@respa/contract/group-chats';
import { assertCounted } from '#tests/support/counters.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import {
  befriend,
  groupOf,
  inviteInto,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import { statusAfter } from '#tests/support/members/held-group.ts';
import { deleteMember } from './group-queries.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let group: string;
let old: string;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  await befriend(anna, boris);
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

const statusOf = (begin: () => Promise<unknown>): Promise<number> =>
  statusAfter(app, group, begin, (tx) => deleteMember(tx, group, boris.id));

test.each([
  ['a message', () => sendToGroup(boris, group, 'успел?'), 404],
  ['a message with a clientId', () => sendToGroup(boris, group, 'успел?', 'c-1'), 404],
  [
    'a message with a mention',
    () =>
      boris.call(groups.send, {
        params: { roomId: group },
        body: { message: 'эй, успел?', mentions: [{ user: anna.id, offset: 0, length: 2 }] },
      }),
    404,
  ],
  [
    'a forwarded message',
    () =>
      boris.call(extras.forward, { body: { messages: [old], rooms: [group], clientId: 'f-1' } }),
    403,
  ],
  [
    'an edit',
    () => boris.call(groups.edit, { params: { id: old }, body: { message: 'успел?' } }),
    404,
  ],
  ['a deletion', () => boris.call(groups.remove, { params: { id: old } }), 404],
  [
    'a reaction',
    () => boris.call(extras.react, { params: { messageId: old }, body: { emoji: '🔥' } }),
    404,
  ],
] as const)(
  '%s is refused when its author is excluded while it waits for the lock',
  async (_, begin, status) => {
    group = await makeGroup(anna, 'Строгая', boris);
    old = (await sendToGroup(boris, group, 'было'))._id;
    const before = await readGroup(anna, group);
    expect(await statusOf(begin)).toBe(status);
    expect(await readGroup(anna, group)).toEqual(before);
  },
);

test('a group does not pass to a suspended member while it has another', async () => {
  const [gleb, olya, dina] = await Promise.all([
    app.join('Глеб'),
    app.join('Оля'),
    app.join('Дина'),
  ]);
  await befriend(gleb, olya, dina);
  const id = await makeGroup(gleb, 'Ничья', olya);
  await inviteInto(gleb, id, dina);
  await sql`
    insert into suspensions (user_id, id, reason)
    values (${olya.id}, gen_random_uuid(), 'спам')
  `.execute(app.server.context.db);
  await gleb.call(groups.leave, { params: { id } });
  expect(await groupOf(dina, id)).toMatchObject({ creator: dina.id, membersCount: 2 });
});

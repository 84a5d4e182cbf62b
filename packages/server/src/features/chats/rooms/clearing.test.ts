import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as list from '@respa/contract/chat-list';
import * as reports from '@respa/contract/reports';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { openRoom, type StreamEvent } from '#tests/support/stream-reader.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
  type Message,
} from '#tests/support/members/conversations.ts';
import { befriend, makeGroup, readGroup, sendToGroup } from '#tests/support/members/group-chats.ts';
import { exportDialogs } from '../export.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const clear = (who: Caller, roomId: string) => who.call(list.clearHistory, { params: { roomId } });
const restore = (who: Caller, roomId: string) =>
  who.call(list.restoreHistory, { params: { roomId } });
const find = async (who: Caller, q: string) =>
  (await who.call(extras.search, { query: { q } })).found.map(({ message }) => message._id);
const entryOf = async (who: Caller, roomId: string) =>
  (await who.call(chats.rooms, { query: {} })).rooms.find(({ _id }) => _id === roomId)!;
const pageOf = (who: Caller, roomId: string, query: object) =>
  who.call(chats.messages, { params: { page: 1, offset: 0 }, query: { room: roomId, ...query } });
const textsOf = (messages: { message: string }[]) => messages.map(({ message }) => message);
async function pair() {
  const [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  return { anna, boris, roomId: await roomOf(anna, boris) };
}

test('a cleared history is gone for its member everywhere, and stays for the other', async () => {
  const { anna, boris, roomId } = await pair();
  const old = await sendMessage(boris, roomId, 'старое дракон');
  const own = await sendMessage(anna, roomId, 'своё дракон');
  await boris.call(extras.pin, { params: { messageId: old._id } });
  await clear(anna, roomId);
  await clear(anna, roomId);

  expect(await readRoom(anna, roomId)).toEqual([]);
  expect(await entryOf(anna, roomId)).toMatchObject({ lastMessage: '', unread: 0 });
  expect((await anna.call(chats.unread)).count).toBe(0);
  expect(await find(anna, 'дракон')).toEqual([]);
  const { room } = await anna.call(chats.room, { params: { id: roomId } });
  expect(room).toMatchObject({ pinned: null, clearedPosition: 2 });
  const messageId = { params: { messageId: old._id } };
  const hidden = [
    () => anna.call(extras.react, { ...messageId, body: { emoji: '👍' } }),
    () => anna.call(extras.pin, messageId),
    () => change(anna, own._id, 'другое'),
    () => take(anna, own._id),
    () =>
      anna.call(chats.send, {
        params: { roomId },
        body: { message: 'ответ', replyTo: old._id },
      }),
    () =>
      anna.call(extras.forward, {
        body: { messages: [old._id], rooms: [roomId], clientId: 'дальше' },
      }),
    () => anna.call(reports.create, { body: { kind: 'message', id: old._id, reason: 'spam' } }),
    () => pageOf(anna, roomId, { around: old._id }),
    () => pageOf(anna, roomId, { before: own._id }),
    () => pageOf(anna, roomId, { newerThan: old._id }),
  ];
  for (const call of hidden) await expect(call()).rejects.toMatchObject({ status: 404 });

  // The other member keeps everything, and may still refer to it.
  expect(textsOf(await readRoom(boris, roomId))).toEqual(['старое дракон', 'своё дракон']);
  expect(await find(boris, 'дракон')).toHaveLength(2);
  await boris.call(chats.send, {
    params: { roomId },
    body: { message: 'новое дракон', replyTo: old._id },
  });
  await change(boris, old._id, 'изменено дракон');
  const [seen, ...rest] = await readRoom(anna, roomId);
  expect(rest).toEqual([]);
  expect(seen).toMatchObject({
    message: 'новое дракон',
    replyTo: { isDeleted: true, message: '', name: '' },
  });
  expect(await find(anna, 'дракон')).toEqual([seen!._id]);
  expect((await readRoom(boris, roomId)).at(-1)!.replyTo).toMatchObject({
    message: 'изменено дракон',
  });
  expect(await entryOf(anna, roomId)).toMatchObject({ lastMessage: 'новое дракон', unread: 1 });
  expect(textsOf((await pageOf(anna, roomId, { after: 0 })).messages)).toEqual(['новое дракон']);
  expect(textsOf((await pageOf(anna, roomId, { date: '2020-01-01' })).messages)).toEqual([
    'новое дракон',
  ]);
  const kept: unknown[] = [];
  for await (const { inner } of exportDialogs(app.server.context, anna.id))
    for await (const record of inner!.rows) kept.push(record.row);
  expect(JSON.stringify(kept)).toContain('новое дракон');
  expect(JSON.stringify(kept)).not.toMatch(/старое|своё|изменено/u);
});

test('a stream shows nothing of a cleared history, also when it resumes from before', async () => {
  const { anna, boris, roomId } = await pair();
  const old = await sendMessage(boris, roomId, 'старое');
  const stream = await openRoom(anna, roomId);
  await stream.next('init');
  await clear(anna, roomId);
  expect(await stream.next('anew')).toBeDefined();
  await stream.cut();
  await change(boris, old._id, 'изменено');
  const fresh = await sendMessage(boris, roomId, 'новое');
  const resumed = await openRoom(anna, roomId, '1');
  expect(await resumed.next('create')).toMatchObject({ message: { _id: fresh._id } });
  await resumed.cut();
  const again = await openRoom(anna, roomId, undefined, { from: 'unread' });
  const init = (await again.next('init')) as StreamEvent & { messages: Message[]; isLast: boolean };
  expect([textsOf(init.messages), init.isLast]).toEqual([['новое'], true]);
  await again.cut();
});

test('the clearing is taken back within a minute, also after a repeated call, and not later', async () => {
  const { anna, boris, roomId } = await pair();
  await sendMessage(boris, roomId, 'первое');
  await clear(anna, roomId);
  await restore(anna, roomId);
  expect(textsOf(await readRoom(anna, roomId))).toEqual(['первое']);
  await clear(anna, roomId);
  await sendMessage(boris, roomId, 'второе');
  await clear(anna, roomId);
  await clear(anna, roomId);
  await restore(anna, roomId);
  await restore(anna, roomId);
  // Only the last clearing is taken back; what it hid stays read.
  expect(textsOf(await readRoom(anna, roomId))).toEqual(['второе']);
  expect((await anna.call(chats.unread)).count).toBe(0);
  await clear(anna, roomId);
  await sql`
    update room_members
    set cleared_at = now() - interval '61 seconds'
    where room_id = ${roomId}
  `.execute(app.server.context.db);
  await expect(restore(anna, roomId)).rejects.toMatchObject({ status: 409 });
  await expect(restore(boris, roomId)).rejects.toMatchObject({ status: 409 });
  const stranger = await app.join('Чужая');
  for (const call of [clear, restore])
    await expect(call(stranger, roomId)).rejects.toMatchObject({ status: 404 });
});

test('in a group chat a member clears only their own history', async () => {
  const [anna, boris, vera] = await Promise.all(
    ['Анна', 'Борис', 'Вера'].map((name) => app.join(name)),
  );
  await befriend(anna!, boris!, vera!);
  const roomId = await makeGroup(anna!, 'Рейд', boris!, vera!);
  await sendToGroup(boris!, roomId, 'сбор');
  await clear(vera!, roomId);
  expect(await readGroup(vera!, roomId)).toEqual([]);
  expect(await entryOf(vera!, roomId)).toMatchObject({ unread: 0, lastMessage: '' });
  await sendToGroup(boris!, roomId, 'выходим');
  expect(textsOf(await readGroup(vera!, roomId))).toEqual(['выходим']);
  expect(await entryOf(vera!, roomId)).toMatchObject({ unread: 1 });
  expect(textsOf(await readGroup(anna!, roomId)).slice(1)).toEqual(['сбор', 'выходим']);
});

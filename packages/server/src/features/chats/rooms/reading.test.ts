import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import { type Caller } from '#tests/support/driver.ts';
import { openRoom, type StreamEvent } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage, type Message } from '#tests/support/members/conversations.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();

type Init = StreamEvent & {
  messages: Message[];
  isNewest: boolean;
  unread: number;
  newest: number;
  reads: { userId: string; position: number }[];
};
async function openAtUnread(who: Caller, roomId: string): Promise<Init> {
  const stream = await openRoom(who, roomId, undefined, { from: 'unread' });
  const init = (await stream.next('init')) as Init;
  await stream.cut();
  return init;
}
const unreadOf = async (who: Caller, roomId: string) =>
  (await who.call(chats.rooms, { query: {} })).rooms.find(({ _id }) => _id === roomId)!.unread;

test('a stream begins at the first unread message, and reading moves on with what was seen', async () => {
  const roomId = await roomOf(anna, boris);
  const sent: Message[] = [];
  for (let at = 1; at <= 75; at += 1) sent.push(await sendMessage(anna, roomId, `№${at}`));
  await boris.call(chats.read, { params: { roomId }, query: { upTo: sent[24]!._id } });
  expect(await unreadOf(boris, roomId)).toBe(50);

  const init = await openAtUnread(boris, roomId);
  expect(init).toMatchObject({ isNewest: false, unread: 50, newest: 75 });
  expect(init.messages.map(({ position }) => position)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 6),
  );
  expect(init.reads).toContainEqual({ userId: boris.id, position: 25 });

  // Back is not possible.
  await boris.call(chats.read, { params: { roomId }, query: { upTo: sent[3]!._id } });
  expect(await unreadOf(boris, roomId)).toBe(50);
  await boris.call(chats.read, { params: { roomId }, query: { upTo: sent[69]!._id } });
  expect(await unreadOf(boris, roomId)).toBe(5);
  expect(await openAtUnread(boris, roomId)).toMatchObject({ isNewest: true, unread: 5 });
  await boris.call(chats.read, { params: { roomId } });
  const read = await openAtUnread(boris, roomId);
  expect(read).toMatchObject({ isNewest: true, unread: 0 });
  expect(read.messages).toHaveLength(20);
  // A documented client gets the newest page.
  await sendMessage(anna, roomId, '№76');
  const stream = await openRoom(boris, roomId);
  expect(((await stream.next('init')) as Init).messages).toHaveLength(20);
  await stream.cut();
});

test('refuses to read up to a message of another room, and for a former member', async () => {
  const roomId = await roomOf(anna, boris);
  const vera = await app.join('Вера');
  const other = await sendMessage(vera, await roomOf(vera, anna), 'в другой комнате');
  await expect(
    boris.call(chats.read, { params: { roomId }, query: { upTo: other._id } }),
  ).rejects.toMatchObject({ status: 404 });
  const own = await sendMessage(anna, roomId, 'здесь');
  await expect(
    vera.call(chats.read, { params: { roomId }, query: { upTo: own._id } }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    boris.call(groups.read, { params: { roomId }, query: { upTo: own._id } }),
  ).rejects.toMatchObject({ status: 404 });
});

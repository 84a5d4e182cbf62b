import { describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as privacy from '@respa/contract/privacy';
import { insertPeople } from '#tests/support/crowd.ts';
import type { Caller } from '#tests/support/driver.ts';
import { openRoom } from '#tests/support/stream-reader.ts';
import {
  readRoom,
  roomOf,
  sendMessage,
  take,
  type Message,
} from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const room = await roomOf(anna, boris);
const db = () => app.server.context.db;
const rowOf = (id: string) =>
  db().selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
const find = async (who: Caller, roomId: string, id: string) =>
  (await readRoom(who, roomId)).find((one) => one._id === id)!;
const react = (who: Caller, messageId: string, emoji: string) =>
  who.call(extras.react, { params: { messageId }, body: { emoji } });

describe('Reactions', () => {
  test('are counted, are sent live as an edit, survive a resume and can be removed', async () => {
    const sent = await sendMessage(anna, room, 'ура');
    const stream = await openRoom(boris, room);
    await stream.next('init');
    const since = stream.lastId();
    expect((await react(boris, sent._id, '🔥')).reactions).toEqual([
      { emoji: '🔥', count: 1, users: [boris.id] },
    ]);
    expect((await react(boris, sent._id, '🔥')).reactions).toHaveLength(1);
    await react(anna, sent._id, '🔥');
    await react(anna, sent._id, '❤️');
    expect(
      await stream.next('edit', (event) => (event['message'] as Message).reactions.length === 2),
    ).toMatchObject({
      message: {
        _id: sent._id,
        edited: false,
        reactions: [
          { emoji: '🔥', count: 2, users: [boris.id, anna.id] },
          { emoji: '❤️', count: 1 },
        ],
      },
    });
    await stream.cut();
    expect(
      (await anna.call(extras.unreact, { params: { messageId: sent._id }, body: { emoji: '🔥' } }))
        .reactions,
    ).toEqual([
      { emoji: '🔥', count: 1, users: [boris.id] },
      { emoji: '❤️', count: 1, users: [anna.id] },
    ]);
    const again = await openRoom(boris, room, since);
    expect(await again.next('edit')).toMatchObject({
      message: { _id: sent._id, reactions: [{ count: 1 }, { count: 1 }] },
    });
    expect(again.events.some((event) => event.type === 'init')).toBe(false);
    await again.cut();
    for (const [who, emoji] of [
      [boris, '🔥'],
      [boris, '🔥'],
      [anna, '❤️'],
    ] as const)
      await who.call(extras.unreact, { params: { messageId: sent._id }, body: { emoji } });
    expect((await find(anna, room, sent._id)).reactions).toEqual([]);
  });
  test('keep all that are added at once, three per member at most', async () => {
    const sent = await sendMessage(anna, room, 'толпа');
    const input = ['👍', '👎', '😂', '😮', '😢', '🙏'];
    await Promise.all(
      input.flatMap((emoji) => [react(anna, sent._id, emoji), react(boris, sent._id, emoji)]),
    );
    const users = (await find(anna, room, sent._id)).reactions.flatMap((one) => one.users);
    expect([
      users.filter((id) => id === anna.id).length,
      users.filter((id) => id === boris.id).length,
    ]).toEqual([3, 3]);
  });
  test("replace the member's oldest one when a member exceeds the limit", async () => {
    const sent = await sendMessage(anna, room, 'четвёртая');
    await react(boris, sent._id, '👍');
    for (const emoji of ['❤️', '👍', '🔥']) await react(anna, sent._id, emoji);
    expect((await react(anna, sent._id, '😂')).reactions).toEqual([
      { emoji: '👍', count: 2, users: [boris.id, anna.id] },
      { emoji: '🔥', count: 1, users: [anna.id] },
      { emoji: '😂', count: 1, users: [anna.id] },
    ]);
    await anna.call(extras.unreact, { params: { messageId: sent._id }, body: { emoji: '👍' } });
    await react(anna, sent._id, '❤️');
    await react(anna, sent._id, '🎮');
    expect(
      (await find(boris, room, sent._id)).reactions.flatMap(({ emoji, users }) =>
        users.includes(anna.id) ? [emoji] : [],
      ),
    ).toEqual(['😂', '❤️', '🎮']);
  });
  test('list all users of a reaction, as many as a group can have', async () => {
    const sent = await sendMessage(anna, room, 'двести');
    const seedRows = [boris.id, ...(await insertPeople(app, 199))];
    await db()
      .updateTable('messages')
      .set({ reactions: JSON.stringify(seedRows.map((user) => ({ user, emoji: '👍' }))) })
      .where('id', '=', sent._id)
      .execute();
    expect((await find(boris, room, sent._id)).reactions).toEqual([
      { emoji: '👍', count: 200, users: seedRows },
    ]);
    expect(
      (await boris.call(extras.unreact, { params: { messageId: sent._id }, body: { emoji: '👍' } }))
        .reactions,
    ).toMatchObject([{ count: 199 }]);
  });
  test('must be a real emoji, by a member, on an existing message, in an open conversation', async () => {
    const sent = await sendMessage(anna, room, 'строго');
    for (const emoji of ['х', '🔥🔥', ':)', ' ', '1', '🏽x', '__proto__', 'constructor'])
      expect(
        await anna.refusal(extras.react, { params: { messageId: sent._id }, body: { emoji } }),
      ).toMatchObject({ status: 400 });
    for (const emoji of ['👨‍👩‍👧‍👦', '🇷🇺', '👍🏽']) await react(anna, sent._id, emoji);
    expect(
      await vera.refusal(extras.react, { params: { messageId: sent._id }, body: { emoji: '👍' } }),
    ).toMatchObject({ status: 404 });
    const gone = await sendMessage(anna, room, 'удалю');
    await take(anna, gone._id);
    expect(
      await boris.refusal(extras.react, { params: { messageId: gone._id }, body: { emoji: '👍' } }),
    ).toMatchObject({ status: 404 });
    const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
    const closed = await roomOf(gleb, dina);
    const last = await sendMessage(dina, closed, 'последнее');
    await dina.call(privacy.block, { params: { id: gleb.id } });
    for (const who of [gleb, dina]) {
      expect(
        await who.refusal(extras.react, { params: { messageId: last._id }, body: { emoji: '👍' } }),
      ).toMatchObject({ status: 403, code: 'messages_closed' });
      expect(await who.refusal(extras.pin, { params: { messageId: last._id } })).toMatchObject({
        status: 403,
      });
      expect(
        await who.refusal(chats.send, {
          params: { roomId: closed },
          body: { message: 'ответ', replyTo: last._id },
        }),
      ).toMatchObject({ status: 403 });
      expect(
        await who.refusal(extras.forward, {
          body: { messages: [last._id], rooms: [closed], clientId: 'x' },
        }),
      ).toMatchObject({ status: 403 });
    }
    expect(await rowOf(last._id)).toMatchObject({ reactions: [] });
  });
});

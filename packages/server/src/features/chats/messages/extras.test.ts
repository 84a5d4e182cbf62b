import { describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as privacy from '@respa/contract/privacy';
import { insertPeople } from '#tests/support/crowd.ts';
import type { Caller } from '#tests/support/driver.ts';
import { cookieOf, picture, until } from '#tests/support/files/pictures.ts';
import { openLive, openRoom } from '#tests/support/stream-reader.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
  type Message,
} from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
/** The room of Anna and Boris, and the room of Anna and Vera. */
const [room, other] = [await roomOf(anna, boris), await roomOf(anna, vera)];

const unknown = '01890000-0000-7000-8000-000000000000';
const db = () => app.server.context.db;
const rowOf = (id: string) =>
  db().selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
const find = async (who: Caller, roomId: string, id: string) =>
  (await readRoom(who, roomId)).find((one) => one._id === id)!;
const answer = (
  who: Caller,
  roomId: string,
  text: string,
  more: { replyTo?: string; mentions?: unknown; clientId?: string },
) => who.call(chats.send, { params: { roomId }, body: { message: text, ...more } });
const react = (who: Caller, messageId: string, emoji: string) =>
  who.call(extras.react, { params: { messageId }, body: { emoji } });
const open = async (who: Caller, id: string) =>
  (await who.call(chats.room, { params: { id } })).room;
const entry = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((one) => one._id === id)!;
const texts = (messages: Message[]) => messages.map((one) => one.message);

describe('Replies', () => {
  test('carry the message they reply to, also after it was edited or deleted', async () => {
    const long = 'щ'.repeat(300);
    const first = await sendMessage(anna, room, long);
    const { message } = await answer(boris, room, 'отвечаю', { replyTo: first._id });
    expect(message.replyTo).toEqual({
      _id: first._id,
      user: anna.id,
      name: 'Анна',
      surname: 'Белова',
      message: `${'щ'.repeat(199)}…`,
      kind: null,
      position: first.position,
      isDeleted: false,
    });
    await change(anna, first._id, 'короче');
    expect((await find(anna, room, message._id)).replyTo).toMatchObject({ message: 'короче' });
    await take(anna, first._id);
    expect((await find(boris, room, message._id)).replyTo).toMatchObject({
      _id: first._id,
      name: '',
      message: '',
      isDeleted: true,
    });
    expect(
      (await answer(anna, room, 'на пустое', { replyTo: first._id })).message.replyTo,
    ).toMatchObject({ isDeleted: true });
  });
  test('cannot refer to a message outside their room', async () => {
    const elsewhere = await sendMessage(anna, other, 'секрет Анны и Веры');
    const count = (await readRoom(anna, room)).length;
    for (const replyTo of [elsewhere._id, unknown])
      expect(
        await anna.refusal(chats.send, {
          params: { roomId: room },
          body: { message: 'х', replyTo },
        }),
      ).toMatchObject({ status: 404 });
    expect(
      await anna.refusal(chats.send, {
        params: { roomId: room },
        body: { message: 'х', replyTo: 'x' },
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await vera.refusal(chats.send, {
        params: { roomId: room },
        body: { message: 'х', replyTo: unknown },
      }),
    ).toMatchObject({ status: 404 });
    expect(await readRoom(anna, room)).toHaveLength(count);
  });
});

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

describe('Forwarding', () => {
  test('sends messages in order to several rooms, once, with the name of the author', async () => {
    const [gleb, dina] = await Promise.all([app.join('Глеб', 'Громов'), app.join('Дина')]);
    const [from, ...to] = [
      await roomOf(gleb, dina),
      await roomOf(gleb, anna),
      await roomOf(gleb, vera),
    ];
    const [one, two] = [
      await sendMessage(dina, from!, 'раз'),
      await sendMessage(gleb, from!, 'два'),
    ];
    const live = await openLive(anna);
    const body = { messages: [two._id, one._id], rooms: to, clientId: 'f-1' };
    await Promise.all([gleb.call(extras.forward, { body }), gleb.call(extras.forward, { body })]);
    await gleb.call(extras.forward, { body });
    // Also after one of the messages is gone.
    await take(dina, one._id);
    await gleb.call(extras.forward, { body });
    for (const [index, who] of [anna, vera].entries()) {
      const got = await readRoom(who, to[index]!);
      expect(got.map((message) => [message.user, message.message, message.forwarded])).toEqual([
        [gleb.id, 'два', { user: gleb.id, name: 'Глеб', surname: 'Громов' }],
        [gleb.id, 'раз', { user: dina.id, name: 'Дина', surname: 'Тестова' }],
      ]);
    }
    expect(await live.next('room', (event) => event['lastMessage'] === 'раз')).toMatchObject({
      unread: 2,
      isMuted: false,
      mentioned: [],
    });
    await live.cut();
    // The recipient forwards it again: the first author stays.
    const [got] = (await readRoom(vera, to[1]!)).slice(-1);
    await vera.call(extras.forward, {
      body: { messages: [got!._id], rooms: [other], clientId: 'f-2' },
    });
    expect((await readRoom(anna, other)).at(-1)).toMatchObject({
      message: 'раз',
      user: vera.id,
      forwarded: { user: dina.id },
    });
    // Nobody can edit a message written by another user.
    expect(
      await gleb.refusal(chats.edit, { params: { id: got!._id }, body: { message: 'не раз' } }),
    ).toMatchObject({
      status: 409,
      error: 'Пересланное сообщение изменить нельзя.',
      code: 'not_own_words',
    });
    expect((await readRoom(gleb, to[1]!)).at(-1)).toMatchObject({ message: 'раз', edited: false });
  });
  test('is refused as a whole if one room or one message is not the caller’s', async () => {
    const mine = await sendMessage(anna, room, 'моё');
    const before = await db()
      .selectFrom('messages')
      .select((e) => e.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const strange = await roomOf(boris, vera);
    const secret = await sendMessage(boris, strange, 'без Анны');
    const refusals = [
      { messages: [mine._id], rooms: [other, strange] },
      { messages: [mine._id, secret._id], rooms: [other] },
      { messages: [unknown], rooms: [other] },
      { messages: [mine._id], rooms: [unknown] },
    ];
    for (const input of refusals)
      expect(
        await anna.refusal(extras.forward, { body: { ...input, clientId: 'f-3' } }),
      ).toMatchObject({ status: 404, code: 'not_found' });
    for (const input of [
      { messages: [], rooms: [other] },
      { messages: [mine._id], rooms: [] },
      { messages: Array.from({ length: 101 }, () => mine._id), rooms: [other] },
      { messages: [mine._id], rooms: Array.from({ length: 11 }, () => other) },
    ]) {
      expect(
        await anna.refusal(extras.forward, { body: { ...input, clientId: 'f-3' } }),
      ).toMatchObject({ status: 400 });
    }
    expect(
      await db()
        .selectFrom('messages')
        .select((e) => e.fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    ).toEqual({ count: Number(before.count) + 1 });
  });
  test('copies media: readable in the target room, and there after the original is deleted', async () => {
    const { message } = await boris.call(chats.send, {
      params: { roomId: room },
      body: { message: 'фото' },
      files: { image: [await picture()] },
    });
    await anna.call(extras.forward, {
      body: { messages: [message._id], rooms: [other], clientId: 'f-4' },
    });
    const copy = (await readRoom(vera, other)).at(-1)!;
    expect(copy).toMatchObject({
      message: 'фото',
      pictures: [{ width: message.pictures[0]!.width, thumbhash: message.pictures[0]!.thumbhash }],
      forwarded: { user: boris.id },
    });
    expect(copy.images[0]).not.toBe(message.images[0]);
    await take(boris, message._id);
    const get = async (who: Caller, name: string) =>
      (
        await fetch(`${app.url}/media/message-images/${name}`, {
          headers: { cookie: await cookieOf(app, who) },
        })
      ).status;
    await until(async () => (await get(boris, message.images[0]!)) === 404);
    for (const name of [copy.images[0]!, copy.images[0]!.replace('.webp', '-640.webp')])
      expect([await get(vera, name), await get(anna, name), await get(boris, name)]).toEqual([
        200, 200, 404,
      ]);
    await take(anna, copy._id);
    await until(async () => (await get(vera, copy.images[0]!)) === 404);
  });
});

describe('A pinned message', () => {
  test('is shown to both until it is unpinned, replaced or deleted', async () => {
    const [one, two] = [
      await sendMessage(anna, room, 'первое'),
      await sendMessage(boris, room, 'второе'),
    ];
    const live = await openLive(boris);
    await anna.call(extras.pin, { params: { messageId: one._id } });
    expect(await live.next('rooms-changed')).toMatchObject({ roomId: room });
    await live.cut();
    expect((await open(boris, room)).pinned).toEqual({
      _id: one._id,
      user: anna.id,
      name: 'Анна',
      surname: 'Белова',
      message: 'первое',
      kind: null,
      position: one.position,
      isDeleted: false,
    });
    await boris.call(extras.pin, { params: { messageId: two._id } });
    await anna.call(extras.unpin, { params: { messageId: one._id } });
    expect((await open(anna, room)).pinned).toMatchObject({ _id: two._id });
    await anna.call(extras.unpin, { params: { messageId: two._id } });
    expect((await open(anna, room)).pinned).toBeNull();
    await anna.call(extras.pin, { params: { messageId: one._id } });
    await take(anna, one._id);
    expect((await open(boris, room)).pinned).toBeNull();
    for (const [who, id] of [
      [vera, two._id],
      [anna, one._id],
      [anna, unknown],
    ] as const)
      expect(await who.refusal(extras.pin, { params: { messageId: id } })).toMatchObject({
        status: 404,
      });
  });
});

describe('Drafts and muting', () => {
  test('a draft is stored exactly as typed', async () => {
    for (const text of ['hello ', ' \n\nстрока\n', '\u0438\u0306 разложенная', '  ']) {
      await anna.call(extras.saveDraft, { params: { roomId: room }, body: { text } });
      expect((await open(anna, room)).draft).toBe(text);
    }
    await anna.call(extras.saveDraft, { params: { roomId: room }, body: { text: '' } });
  });
  test('a draft is visible to its author only and is deleted when it is sent', async () => {
    const live = await openLive(anna);
    await anna.call(extras.saveDraft, {
      params: { roomId: room },
      body: { text: ' недописанное ' },
    });
    expect(await live.next('draft')).toMatchObject({ roomId: room });
    await live.cut();
    expect([
      (await open(anna, room)).draft,
      (await entry(anna, room)).draft,
      (await open(boris, room)).draft,
      (await entry(boris, room)).draft,
    ]).toEqual([' недописанное ', ' недописанное ', '', '']);
    await sendMessage(boris, room, 'не моё');
    expect((await open(anna, room)).draft).toBe(' недописанное ');
    await sendMessage(anna, room, 'дописано');
    expect((await open(anna, room)).draft).toBe('');
    await anna.call(extras.saveDraft, { params: { roomId: room }, body: { text: 'х' } });
    await anna.call(extras.saveDraft, { params: { roomId: room }, body: { text: '' } });
    expect((await entry(anna, room)).draft).toBe('');
    expect(
      await vera.refusal(extras.saveDraft, { params: { roomId: room }, body: { text: 'х' } }),
    ).toMatchObject({ status: 404 });
    expect(
      await anna.refusal(extras.saveDraft, {
        params: { roomId: room },
        body: { text: 'щ'.repeat(4001) },
      }),
    ).toMatchObject({ status: 400, error: 'Сообщение не длиннее 4 000 символов' });
  });
  test('a muted room does not count in the badge, and keeps its own unread count', async () => {
    const gleb = await app.join('Глеб');
    const quiet = await roomOf(gleb, anna);
    await sendMessage(anna, quiet, 'раз');
    const count = async () => (await gleb.call(chats.unread)).count;
    expect(await count()).toBe(1);
    await gleb.call(extras.muteRoom, { params: { roomId: quiet } });
    await gleb.call(extras.muteRoom, { params: { roomId: quiet } });
    const live = await openLive(gleb);
    await sendMessage(anna, quiet, 'два');
    expect(await live.next('room')).toMatchObject({ unread: 2, isMuted: true });
    await live.cut();
    expect([
      await count(),
      (await entry(gleb, quiet)).unread,
      (await entry(gleb, quiet)).isMuted,
      (await open(gleb, quiet)).isMuted,
    ]).toEqual([0, 2, true, true]);
    await gleb.call(extras.unmuteRoom, { params: { roomId: quiet } });
    expect(await count()).toBe(2);
    for (const call of [extras.muteRoom, extras.unmuteRoom])
      expect(await vera.refusal(call, { params: { roomId: quiet } })).toMatchObject({
        status: 404,
      });
  });
});

describe('Jumping', () => {
  test('returns the messages around a message or a day, and pages on in both directions', async () => {
    const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
    const roomId = await roomOf(gleb, dina);
    const sent: Message[] = [];
    for (let turn = 1; turn <= 60; turn += 1) {
      // A fast machine sends two messages in one millisecond.
      if (turn === 41)
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      sent.push(await sendMessage(gleb, roomId, `№${turn}`));
    }
    const ask = (query: Record<string, string>, who = dina) =>
      who.call(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, ...query },
      });
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `№${from + index}`);
    const around = await ask({ around: sent[29]!._id });
    expect([texts(around.messages), around.isLast, around.isNewest, around.target]).toEqual([
      numbers(10, 49),
      false,
      false,
      sent[29]!._id,
    ]);
    const newer = await ask({ newerThan: around.messages.at(-1)!._id });
    expect([texts(newer.messages), newer.isNewest]).toEqual([numbers(50, 60), true]);
    const start = await ask({ around: sent[0]!._id });
    expect([texts(start.messages), start.isLast, start.isNewest]).toEqual([
      numbers(1, 20),
      true,
      false,
    ]);
    const today = sent[0]!.date.slice(0, 10);
    expect(await ask({ date: today })).toMatchObject({ target: sent[0]!._id, isLast: true });
    expect(
      await ask({ date: new Date(Date.parse(sent[40]!.date) - 1).toISOString() }),
    ).toMatchObject({ isNewest: true });
    const future = await ask({ date: '2100-01-01' });
    expect([texts(future.messages), future.isNewest, future.target]).toEqual([
      numbers(41, 60),
      true,
      undefined,
    ]);
    for (const date of ['вчера', '2026-13-45', '2026-1-1', ''])
      expect(
        await dina.refusal(chats.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, date },
        }),
      ).toMatchObject({ status: 400 });
    const elsewhere = await sendMessage(anna, room, 'не там');
    for (const query of [
      { around: elsewhere._id },
      { newerThan: elsewhere._id },
      { around: unknown },
    ])
      expect(
        await dina.refusal(chats.messages, {
          params: { page: 1, offset: 0 },
          query: { room: roomId, ...query },
        }),
      ).toMatchObject({ status: 404 });
    expect(
      await vera.refusal(chats.messages, {
        params: { page: 1, offset: 0 },
        query: { room: roomId, around: sent[0]!._id },
      }),
    ).toMatchObject({ status: 404 });
  });
});

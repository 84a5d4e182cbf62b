import { describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import type { Caller } from '#tests/support/driver.ts';
import { cookieOf, picture, until } from '#tests/support/files/pictures.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { readRoom, roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
/** The room of Anna and Boris, and the room of Anna and Vera. */
const [room, other] = [await roomOf(anna, boris), await roomOf(anna, vera)];
const unknown = '01890000-0000-7000-8000-000000000000';
const db = () => app.server.context.db;

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

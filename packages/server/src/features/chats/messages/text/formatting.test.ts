import { describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import { STYLED_PARTS } from '@respa/contract/limits';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { anna, boris, vera } = await openTrio();
await befriend(anna, boris, vera);
const room = await roomOf(anna, boris);
const send = async (message: string, formatting: unknown, more: object = {}) =>
  (
    await anna.call(chats.send, {
      params: { roomId: room },
      body: { message, formatting: JSON.stringify(formatting), ...more },
    })
  ).message;
const entryOf = async (id: string) =>
  (await boris.call(chats.rooms)).rooms.find((one) => one._id === id)!;

describe('Formatting', () => {
  test('covers the same words of the stored text, which loses the spaces around it', async () => {
    const sent = await send('  а жир 😀 конец \n', [
      { style: 'italic', offset: 0, length: 10 },
      { style: 'bold', offset: 4, length: 3 },
    ]);
    expect(sent.message).toBe('а жир 😀 конец');
    expect(sent.formatting).toEqual([
      { style: 'italic', offset: 0, length: 8 },
      { style: 'bold', offset: 2, length: 3 },
    ]);
    const page = await boris.call(chats.messages, {
      params: { page: 1, offset: 0 },
      query: { room },
    });
    expect(page.messages.at(-1)).toMatchObject({ _id: sent._id, formatting: sent.formatting });
  });
  test.each([
    ['[{"style":"bold","offset":0,"length":9}]', 'Оформление выходит за конец сообщения.'],
    [
      '[{"style":"bold","offset":3,"length":1}]',
      'Оформление не может начинаться или кончаться внутри символа.',
    ],
    [
      '[{"style":"bold","offset":0,"length":2},{"style":"bold","offset":1,"length":1}]',
      'Оформленные части сообщения накладываются друг на друга.',
    ],
    [
      '[{"style":"code","offset":0,"length":2},{"style":"block","offset":1,"length":1}]',
      'Оформленные части сообщения накладываются друг на друга.',
    ],
    [
      '[{"style":"code","offset":0,"length":2},{"style":"bold","offset":1,"length":1}]',
      'Оформленные части сообщения накладываются друг на друга.',
    ],
    [
      JSON.stringify(
        Array.from({ length: STYLED_PARTS + 1 }, () => ({ style: 'bold', offset: 0, length: 1 })),
      ),
      'В одном сообщении не больше 100 оформленных частей.',
    ],
    ['[{"style":"red","offset":0,"length":1}]', 'Оформление не подходит к тексту сообщения.'],
    ['[{"style":"bold","offset":0,"length":0}]', 'Оформление не подходит к тексту сообщения.'],
    ['{', 'Оформление не подходит к тексту сообщения.'],
    ['{"length":1}', 'Оформление не подходит к тексту сообщения.'],
  ])('refuses %# with a sentence', async (formatting, text) => {
    const body = { message: 'да 😀', formatting };
    const before = (await entryOf(room)).lastMessage;
    await expect(anna.call(chats.send, { params: { roomId: room }, body })).rejects.toThrow(
      `400 bad_input: ${text}`,
    );
    expect((await entryOf(room)).lastMessage).toBe(before);
  });
  test('follows an edit, a reply and a forwarding, and ends with the text it belongs to', async () => {
    const bold = [{ style: 'bold', offset: 0, length: 2 }];
    const sent = await send('да и нет', bold);
    const change = async (body: { message?: string; formatting?: string }) =>
      (await anna.call(chats.edit, { params: { id: sent._id }, body })).message.formatting;
    expect(await change({ formatting: JSON.stringify(bold) })).toEqual(bold);
    const other = await roomOf(anna, vera);
    await anna.call(extras.forward, {
      body: { messages: [sent._id], rooms: [other], clientId: 'formatted' },
    });
    const page = await vera.call(chats.messages, {
      params: { page: 1, offset: 0 },
      query: { room: other },
    });
    expect(page.messages.at(-1)).toMatchObject({ message: 'да и нет', formatting: bold });
    expect(await change({ message: 'нет' })).toEqual([]);
  });
  test('keeps the words of a spoiler out of lists, live news, replies, pins and notifications', async () => {
    const clan = await makeGroup(anna, 'Клан', boris);
    const live = await openLive(boris);
    const text = '@Борис, убийца — садовник';
    const spoiler = [{ style: 'spoiler', offset: 17, length: 8 }];
    const { message } = await anna.call(groups.send, {
      params: { roomId: clan },
      body: {
        message: text,
        mentions: JSON.stringify([{ user: boris.id, offset: 0, length: 6 }]),
        formatting: JSON.stringify(spoiler),
      },
    });
    const hidden = '@Борис, убийца — ▒▒▒▒▒';
    expect(message).toMatchObject({ message: text, formatting: spoiler });
    expect(await live.next('room')).toMatchObject({ lastMessage: hidden });
    expect((await entryOf(clan)).lastMessage).toBe(hidden);
    const { notifications: list } = await boris.call(notifications.list);
    expect(JSON.stringify(list)).toContain(hidden);
    expect(JSON.stringify(list)).not.toContain('садовник');
    await boris.call(extras.pin, { params: { messageId: message._id } });
    expect(JSON.stringify(await boris.call(groups.room, { params: { id: clan } }))).not.toContain(
      'садовник',
    );
    const answer = await boris.call(groups.send, {
      params: { roomId: clan },
      body: { message: 'Нет', replyTo: message._id },
    });
    expect(answer.message.replyTo).toMatchObject({ message: hidden });
  });
});

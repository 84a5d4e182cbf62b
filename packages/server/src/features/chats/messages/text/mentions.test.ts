import { describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import type { Caller } from '#tests/support/driver.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { anna, boris, vera } = await openTrio();
await befriend(anna, boris, vera);
/** The room of Anna and Boris. */
const room = await roomOf(anna, boris);

const entry = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((one) => one._id === id)!;
const noticesOf = async (who: Caller) =>
  (await who.call(notifications.list)).notifications.filter((one) => one.type === 'mention');

describe('Mentions', () => {
  test('reach room members only: live, in the list until read, and as one notification per group', async () => {
    const clan = await makeGroup(anna, 'Клан', boris);
    const live = await openLive(boris);
    const text = '@Борис и @Вера, сбор';
    const mentions = [
      { user: boris.id, offset: 0, length: 6 },
      { user: vera.id, offset: 9, length: 5 },
    ];
    const name = () =>
      anna.call(groups.send, { params: { roomId: clan }, body: { message: text, mentions } });
    const { message } = await name();
    expect(message.mentions).toEqual([mentions[0]]);
    expect(await live.next('room')).toMatchObject({ isChat: true, mentioned: [boris.id] });
    await name();
    expect(await noticesOf(boris)).toMatchObject([
      {
        title: 'Вас упомянули в беседе',
        from: anna.id,
        postType: 'chat',
        postID: clan,
        others: 0,
        checked: false,
      },
    ]);
    expect(await noticesOf(vera)).toEqual([]);
    expect((await entry(boris, clan)).mentioned).toBe(true);
    await boris.call(groups.read, { params: { roomId: clan } });
    expect((await entry(boris, clan)).mentioned).toBe(false);
    // Reading the message in the group marks its notification as read too.
    expect(await live.next('notifications-changed')).toBeDefined();
    expect(await noticesOf(boris)).toMatchObject([{ postID: clan, checked: true }]);
    await live.cut();
    expect(
      (await anna.call(groups.edit, { params: { id: message._id }, body: { message: 'без имён' } }))
        .message.mentions,
    ).toEqual([]);
  });
  test('stay in the notifications while a message that mentions the user exists', async () => {
    const clan = await makeGroup(anna, 'Клан', boris, vera);
    const name = async (who: Caller, ...named: Caller[]) =>
      (
        await who.call(groups.send, {
          params: { roomId: clan },
          body: {
            message: 'эй, эй',
            mentions: named.map(({ id }, index) => ({ user: id, offset: index * 4, length: 2 })),
          },
        })
      ).message._id;
    const drop = (who: Caller, id: string) => who.call(groups.remove, { params: { id } });
    const notified = async () =>
      (await noticesOf(boris))
        .filter(({ postID }) => postID === clan)
        .map(({ from, others, checked }) => [from, others, checked]);
    const isShown = async (who: Caller) => (await entry(who, clan)).mentioned;
    const [first, second, third] = [
      await name(anna, boris),
      await name(anna, boris, vera),
      await name(vera, boris),
    ];
    expect(await notified()).toEqual([[vera.id, 1, false]]);
    const live = await openLive(boris);
    await drop(vera, third);
    await live.next('notifications-changed');
    expect(await notified()).toEqual([[anna.id, 0, false]]);
    await drop(anna, first);
    expect(await notified()).toEqual([[anna.id, 0, false]]);
    // Boris reads the notification and is mentioned once more: each notification is deleted with
    // its own messages.
    await boris.call(notifications.read);
    const last = await name(anna, boris);
    expect(await notified()).toEqual([
      [anna.id, 0, false],
      [anna.id, 0, true],
    ]);
    await drop(anna, last);
    expect(await notified()).toEqual([[anna.id, 0, true]]);
    expect([await isShown(boris), await isShown(vera)]).toEqual([true, true]);
    // An edit that drops a mention withdraws its notification; the other mentioned user keeps
    // theirs.
    await anna.call(groups.edit, {
      params: { id: second },
      body: { message: 'эй', mentions: [{ user: vera.id, offset: 0, length: 2 }] },
    });
    expect(await notified()).toEqual([]);
    expect([await isShown(boris), await isShown(vera)]).toEqual([false, true]);
    expect(await noticesOf(vera)).toMatchObject([{ from: anna.id, postID: clan }]);
    await drop(anna, second);
    expect(await noticesOf(vera)).toEqual([]);
    expect(await isShown(vera)).toBe(false);
    await live.cut();
  });
  test('are suggested by name, to members only', async () => {
    const clan = await makeGroup(anna, 'Клан', boris, vera);
    const names = async (q: string) =>
      (await anna.call(extras.mentionable, { params: { roomId: clan }, query: { q } })).people
        .map((one) => one.name)
        .sort();
    expect([await names(''), await names('елк'), await names('Анна')]).toEqual([
      ['Борис', 'Вера'],
      ['Борис'],
      [],
    ]);
    expect(await vera.refusal(extras.mentionable, { params: { roomId: room } })).toMatchObject({
      status: 404,
    });
  });
  test('in a private conversation are plain text and send no notification', async () => {
    await anna.call(chats.send, {
      params: { roomId: room },
      body: { message: '@Борис!', mentions: [{ user: boris.id, offset: 0, length: 6 }] },
    });
    expect(
      (await boris.call(notifications.list)).notifications.filter((one) => one.postID === room),
    ).toEqual([]);
  });
  test('cover the same words of the stored text, however its letters are composed', async () => {
    const clan = await makeGroup(anna, 'Клан', boris);
    const words = '@Борис';
    for (const before of ['', 'и\u0306 ', '  ', '\n и\u0306\u200b ', '👨‍👩‍👧‍👦 ', 'a\r\n', '\u0001'])
      for (const after of ['', '  ', ' е\u0308ж\n']) {
        const typed = `${before}${words}${after}`;
        // A form sends line breaks as CRLF; the offsets of a browser count one unit for each.
        const offset = before.replaceAll('\r\n', '\n').length;
        const mentions = [{ user: boris.id, offset, length: words.length }];
        const body = { message: typed, mentions };
        const { message: sent } = await anna.call(groups.send, { params: { roomId: clan }, body });
        const { message: edited } = await anna.call(groups.edit, {
          params: { id: sent._id },
          body,
        });
        for (const { message, mentions: stored } of [sent, edited])
          expect([
            typed,
            ...stored.map(({ offset: from, length }) => message.slice(from, from + length)),
          ]).toEqual([typed, words]);
        expect([sent.message, edited.message]).toEqual([
          typed.replaceAll('\r\n', '\n').trim(),
          typed.replaceAll('\r\n', '\n'),
        ]);
      }
  });
  test('that do not match parts of the text are refused', async () => {
    const bad = [
      '{',
      '{}',
      '[1]',
      JSON.stringify([{ user: boris.id, offset: 0, length: 99 }]),
      JSON.stringify([{ user: boris.id, offset: -1, length: 2 }]),
      JSON.stringify([{ user: 'x', offset: 0, length: 2 }]),
      JSON.stringify([
        { user: boris.id, offset: 0, length: 3 },
        { user: anna.id, offset: 2, length: 2 },
      ]),
    ];
    for (const mentions of bad)
      expect(
        await anna.refusal(chats.send, {
          params: { roomId: room },
          body: { message: 'привет', mentions },
        }),
        mentions,
      ).toMatchObject({ status: 400, code: 'bad_mentions' });
  });
});

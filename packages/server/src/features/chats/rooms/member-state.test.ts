import { describe, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import type { Caller } from '#tests/support/driver.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const room = await roomOf(anna, boris);
const unknown = '01890000-0000-7000-8000-000000000000';
const open = async (who: Caller, id: string) =>
  (await who.call(chats.room, { params: { id } })).room;
const entry = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((one) => one._id === id)!;

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

import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import { type Caller } from '#tests/support/driver.ts';
import {
  inviteInto,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import { openFriends } from '#tests/support/members/friends.ts';

const { app, anna, boris, vera, stranger } = await openFriends();
const entryOf = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((room) => room._id === id);
const unreadOf = async (who: Caller) => (await who.call(chats.unread)).count;

describe('Messages in a group', () => {
  test('reach everybody, count as unread and can be read', async () => {
    const id = await makeGroup(anna, 'Разговор', boris, vera);
    const before = await unreadOf(vera);
    const sent = await sendToGroup(boris, id, 'Всем привет', 'once');
    expect(await sendToGroup(boris, id, 'Всем привет', 'once')).toEqual(sent);
    expect(sent).toMatchObject({
      user: boris.id,
      name: 'Борис',
      message: 'Всем привет',
      system: null,
    });
    expect(await unreadOf(vera)).toBe(before + 1);
    expect(await entryOf(vera, id)).toMatchObject({
      unread: 1,
      lastMessage: 'Всем привет',
      sender: boris.id,
      senderName: 'Борис',
    });
    await vera.call(groups.read, { params: { roomId: id } });
    expect(await entryOf(vera, id)).toMatchObject({ unread: 0 });
    expect(await entryOf(anna, id)).toMatchObject({ unread: 1 });
    expect(
      (await boris.call(groups.edit, { params: { id: sent._id }, body: { message: 'Всем пока' } }))
        .message,
    ).toMatchObject({ message: 'Всем пока', edited: true });
    for (const other of [anna, vera, stranger]) {
      expect(
        await other.refusal(groups.edit, { params: { id: sent._id }, body: { message: 'чужое' } }),
      ).toMatchObject({ status: 404 });
    }
    for (const other of [vera, stranger])
      expect(await other.refusal(groups.remove, { params: { id: sent._id } })).toMatchObject({
        status: 404,
      });
    await boris.call(groups.remove, { params: { id: sent._id } });
    expect(await entryOf(anna, id)).toMatchObject({ unread: 0 });
    expect(
      await boris.refusal(groups.send, { params: { roomId: id }, body: { message: '' } }),
    ).toMatchObject({ status: 400, error: 'Напишите сообщение или добавьте файл.' });
    expect(
      await boris.refusal(groups.send, {
        params: { roomId: id },
        body: { message: 'щ'.repeat(4_001) },
      }),
    ).toMatchObject({ status: 400, error: 'Сообщение не длиннее 4 000 символов' });
  });
  test('system messages are never unread and cannot be edited, deleted or reported', async () => {
    const id = await makeGroup(anna, 'Строки', boris);
    await anna.call(groups.changeTitle, { params: { id }, body: { title: 'Строки дома' } });
    const [created] = await readGroup(anna, id);
    expect(created).toMatchObject({ user: anna.id, system: { kind: 'created', userId: null } });
    expect(await entryOf(boris, id)).toMatchObject({ unread: 0 });
    expect(
      await anna.refusal(groups.edit, { params: { id: created!._id }, body: { message: 'нет' } }),
    ).toMatchObject({ status: 404 });
    expect(await anna.refusal(groups.remove, { params: { id: created!._id } })).toMatchObject({
      status: 404,
    });
  });
  test('a member who joins later reads the whole history, and none of it is unread', async () => {
    const id = await makeGroup(anna, 'История', boris);
    const old = await sendToGroup(anna, id, 'Было давно');
    await inviteInto(anna, id, vera);
    expect((await readGroup(vera, id)).map((one) => one.message)).toEqual([
      'Анна создала беседу «История»',
      'Было давно',
      'Анна пригласила Веру',
    ]);
    expect(await entryOf(vera, id)).toMatchObject({ unread: 0 });
    const { rows } = await app.server.context.database.pool.query<{ read_position: number }>(
      'select read_position from room_members where room_id = $1 and user_id = $2',
      [id, vera.id],
    );
    expect(rows).toEqual([{ read_position: 0 }]);
    await sendToGroup(boris, id, 'Новое');
    await anna.call(groups.remove, { params: { id: old._id } });
    expect(await entryOf(vera, id)).toMatchObject({ unread: 1 });
  });
  test('groups are found by their title', async () => {
    const id = await makeGroup(anna, 'Ёлочный базар', boris);
    const find = async (q: string) =>
      (await boris.call(chats.rooms, { query: { q } })).rooms.map((room) => room._id);
    expect(await find('ЕЛОЧ')).toEqual([id]);
    expect(await find('ёлочный')).toEqual([id]);
    expect(await find('%')).toEqual([]);
  });
});

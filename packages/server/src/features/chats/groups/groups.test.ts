import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import { type Caller } from '#tests/support/driver.ts';
import {
  excludeFrom,
  groupOf,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { openFriends } from '#tests/support/members/friends.ts';

const { app, anna, boris, vera, stranger } = await openFriends();
const unknown = '01890000-0000-7000-8000-000000000000';
const lines = async (who: Caller, id: string) =>
  (await readGroup(who, id)).filter((one) => one.system !== null).map((one) => one.message);
const entryOf = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((room) => room._id === id);

describe('Creating a group', () => {
  test('adds friends only and leaves out the others of the list', async () => {
    const members = JSON.stringify([
      boris.id,
      stranger.id,
      unknown,
      'x',
      boris.id.toUpperCase(),
      anna.id,
    ]);
    const { room } = await anna.call(groups.create, {
      body: { title: '  Рейд \n на  дракона ', description: 'В субботу', members },
    });
    expect(room).toMatchObject({
      id: room._id,
      isChat: true,
      title: 'Рейд на дракона',
      description: 'В субботу',
      avatarUrl: '',
      creator: anna.id,
      membersCount: 2,
      bg: '',
    });
    expect(room.members.map(({ _id, name, surname }) => [_id, name, surname])).toEqual(
      expect.arrayContaining([
        [anna.id, 'Анна', 'Белова'],
        [boris.id, 'Борис', 'Ёлкин'],
      ]),
    );
    expect(await groupOf(boris, room._id)).toEqual(room);
    expect(await lines(boris, room._id)).toEqual(['Анна создала беседу «Рейд на дракона»']);
    expect(await entryOf(boris, room._id)).toMatchObject({
      isChat: true,
      title: 'Рейд на дракона',
      userId: null,
      sender: null,
      senderName: '',
      unread: 0,
      lastMessage: 'Анна создала беседу «Рейд на дракона»',
    });
    expect(await stranger.refusal(groups.room, { params: { id: room._id } })).toEqual(
      await stranger.refusal(groups.room, { params: { id: unknown } }),
    );
  });
  test('stores a picture that only its members can read', async () => {
    const { room } = await anna.call(groups.create, {
      body: { title: 'С картинкой', members: JSON.stringify([boris.id]) },
      files: { avatar: [await picture()] },
    });
    expect(room.avatarUrl).toMatch(/\.webp$/);
    const { rows } = await app.server.context.database.pool.query<{
      folder: string;
      scope_id: string;
    }>('select folder, scope_id from media_files where name = $1', [room.avatarUrl]);
    expect(rows).toEqual([{ folder: 'chatavatars', scope_id: room._id }]);
    expect((await fetch(`${app.url}/media/chatavatars/${room.avatarUrl}`)).status).toBe(404);
  });
  test('refuses a missing title and an invalid member list', async () => {
    const before = (await anna.call(chats.rooms)).rooms.length;
    expect(await anna.refusal(groups.create, { body: { title: ' \n ' } })).toMatchObject({
      status: 400,
      error: 'Введите название беседы',
      fields: { title: 'Введите название беседы' },
    });
    expect(await anna.refusal(groups.create, { body: {} as never })).toMatchObject({
      status: 400,
      error: 'Введите название беседы',
    });
    expect(await anna.refusal(groups.create, { body: { title: 'щ'.repeat(101) } })).toMatchObject({
      status: 400,
      error: 'Название не длиннее 100 символов',
    });
    expect(
      await anna.refusal(groups.create, { body: { title: 'Т', description: 'щ'.repeat(5_001) } }),
    ).toMatchObject({ status: 400, error: 'Описание не длиннее 5 000 символов' });
    for (const members of ['{', '{}', '[1]', 'null', boris.id])
      expect(await anna.refusal(groups.create, { body: { title: 'Т', members } })).toMatchObject({
        status: 400,
        error: 'Неверный список участников.',
        fields: { members: 'Неверный список участников.' },
      });
    expect(
      await anna.refusal(groups.create, {
        body: {
          title: 'Т',
          members: JSON.stringify(Array.from({ length: 200 }, () => crypto.randomUUID())),
        },
      }),
    ).toMatchObject({
      status: 409,
      code: 'group_full',
      error: 'В беседе может быть не больше 200 человек.',
    });
    expect(
      await anna.refusal(groups.create, {
        body: { title: 'Т' },
        files: { avatar: [new Blob(['нет'])] },
      }),
    ).toMatchObject({ status: 415 });
    expect((await anna.call(chats.rooms)).rooms).toHaveLength(before);
  });
  test('notifies the added members, unless they switched such notifications off', async () => {
    await vera.call(notifications.setSettings, { body: { quiet: ['invite'] } });
    const id = await makeGroup(anna, 'Тихий клан', boris, vera);
    const noticeOf = async (who: Caller) =>
      (await who.call(notifications.list)).notifications.find((one) => one.postID === id);
    expect(await noticeOf(boris)).toMatchObject({
      type: 'invite',
      title: 'Приглашение в беседу «Тихий клан»',
      postType: 'chat',
      from: anna.id,
    });
    expect(await noticeOf(vera)).toBeUndefined();
    expect(await noticeOf(anna)).toBeUndefined();
    await vera.call(notifications.setSettings, { body: { quiet: [] } });
    await excludeFrom(anna, id, boris);
    expect(await noticeOf(boris)).toBeUndefined();
  });
});

describe('A group is not a private room', () => {
  test('each API serves only rooms of its own kind', async () => {
    const [dialog, group] = [await roomOf(anna, boris), await makeGroup(anna, 'Двое', boris)];
    const [inDialog, inGroup] = [
      await sendMessage(anna, dialog, 'вдвоём', 'c-1'),
      await sendToGroup(anna, group, 'в беседе', 'c-2'),
    ];
    const calls = (
      face: typeof chats | typeof groups,
      roomId: string,
      messageId: string,
    ): [RouteSpec, object][] => [
      [face.room, { params: { id: roomId } }],
      [face.messages, { params: { page: 1, offset: 0 }, query: { room: roomId } }],
      [face.connect, { params: { roomId, userId: anna.id } }],
      [face.send, { params: { roomId }, body: { message: 'не туда' } }],
      [face.edit, { params: { id: messageId }, body: { message: 'не то' } }],
      [face.remove, { params: { id: messageId } }],
      [face.read, { params: { roomId } }],
      [face.typing, { params: { roomId } }],
    ];
    for (const [route, input] of [
      ...calls(chats, group, inGroup._id),
      ...calls(groups, dialog, inDialog._id),
    ]) {
      const answer = await anna.request(route, input as never);
      expect([route.path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual(
        [route.path, 404, 'not_found'],
      );
    }
    // Not even the message with the same clientId in that room.
    expect(
      await anna.refusal(chats.send, {
        params: { roomId: group },
        body: { message: 'в беседе', clientId: 'c-2' },
      }),
    ).toMatchObject({ status: 404 });
    expect(
      await anna.refusal(chats.send, {
        params: { roomId: group },
        body: { message: '' },
        files: { image: [await picture()] },
      }),
    ).toMatchObject({ status: 404 });
    for (const route of [groups.changeTitle, groups.removeRoom, groups.leave] as RouteSpec[])
      expect(
        (
          await anna.request(route, {
            params: { id: dialog } as never,
            body: { title: 'Т' } as never,
          })
        ).status,
      ).toBe(404);
    expect(
      await anna.refusal(groups.invite, { params: { roomId: dialog, userId: vera.id } }),
    ).toMatchObject({ status: 404 });
  });
});

describe('The details of a group', () => {
  test('are changed by every member and by nobody else', async () => {
    const id = await makeGroup(anna, 'Клан', boris);
    expect(
      await boris.call(groups.changeTitle, { params: { id }, body: { title: 'Клан Совы' } }),
    ).toEqual({ title: 'Клан Совы' });
    expect(
      await boris.call(groups.changeTitle, { params: { id }, body: { title: 'Клан Совы' } }),
    ).toEqual({ title: 'Клан Совы' });
    expect(
      await boris.call(groups.editGroup, {
        params: { id },
        body: { description: 'По пятницам', creator: boris.id } as never,
      }),
    ).toEqual({ title: 'Клан Совы', description: 'По пятницам' });
    expect(await anna.call(groups.editGroup, { params: { id }, body: {} })).toEqual({
      title: 'Клан Совы',
      description: 'По пятницам',
    });
    const { avatarUrl } = await boris.call(groups.changeAvatar, {
      params: { id },
      files: { file: [await picture()] },
    });
    expect(await groupOf(anna, id)).toMatchObject({
      title: 'Клан Совы',
      description: 'По пятницам',
      avatarUrl,
      creator: anna.id,
    });
    expect(await boris.refusal(groups.changeAvatar, { params: { id } })).toMatchObject({
      status: 400,
      error: 'Выберите изображение',
    });
    expect(
      await boris.call(groups.changeAvatar, { params: { id }, body: { removeAvatar: true } }),
    ).toEqual({ avatarUrl: '' });
    expect(await lines(anna, id)).toEqual([
      'Анна создала беседу «Клан»',
      'Борис изменил название на «Клан Совы»',
      'Борис изменил описание беседы',
      'Борис изменил фотографию беседы',
      'Борис изменил фотографию беседы',
    ]);
    expect(
      await anna.refusal(groups.changeTitle, { params: { id }, body: { title: '' } }),
    ).toMatchObject({ status: 400, error: 'Введите название беседы' });
    expect(
      await anna.refusal(groups.editGroup, { params: { id }, body: { title: 'щ'.repeat(101) } }),
    ).toMatchObject({ status: 400, error: 'Название не длиннее 100 символов' });
    expect(
      await stranger.refusal(groups.changeAvatar, {
        params: { id },
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 404 });
    expect((await groupOf(anna, id)).title).toBe('Клан Совы');
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import { assertCounted } from '#tests/support/counters.ts';
import { insertFriendships, insertPeople } from '#tests/support/crowd.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import {
  befriend,
  excludeFrom,
  groupOf,
  inviteInto,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';

let app: TestApp;
let anna: Caller;
let boris: Caller;
let vera: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera, stranger] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
    app.join('Вера', 'Громова'),
    app.join('Глеб', 'Чужой'),
  ]);
  await befriend(anna, boris, vera);
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

const unknown = '01890000-0000-7000-8000-000000000000';
const lines = async (who: Caller, id: string) =>
  (await readGroup(who, id)).filter((one) => one.system !== null).map((one) => one.message);
const entryOf = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((room) => room._id === id);
const unreadOf = async (who: Caller) => (await who.call(chats.unread)).count;

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
      expect(await other.refusal(groups.remove, { params: { id: sent._id } })).toMatchObject({
        status: 404,
      });
    }
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

describe('Inviting into a group', () => {
  test('any member may invite their own friends', async () => {
    const [gleb, dina, tim] = await Promise.all([
      app.join('Глеб', 'Тестов'),
      app.join('Дина', 'Тестова'),
      app.join('John', 'Smith'),
    ]);
    await befriend(gleb, dina);
    await befriend(dina, tim);
    const id = await makeGroup(gleb, 'Гости', dina);
    expect(
      await gleb.refusal(groups.invite, { params: { roomId: id, userId: tim.id } }),
    ).toMatchObject({
      status: 403,
      code: 'friends_only',
      error: 'Пригласить можно только друзей.',
    });
    expect(
      await dina.refusal(groups.invite, { params: { roomId: id, userId: dina.id } }),
    ).toMatchObject({ status: 400, code: 'self' });
    expect(
      await dina.refusal(groups.invite, { params: { roomId: id, userId: unknown } }),
    ).toMatchObject({ status: 404 });
    expect(
      await tim.refusal(groups.invite, { params: { roomId: id, userId: dina.id } }),
    ).toMatchObject({ status: 404 });
    await Promise.all([inviteInto(dina, id, tim), inviteInto(dina, id, tim)]);
    await inviteInto(gleb, id, tim);
    expect(await lines(tim, id)).toEqual(['Глеб создал беседу «Гости»', 'Дина пригласила John']);
    expect((await groupOf(tim, id)).membersCount).toBe(3);
    expect((await tim.call(notifications.list)).notifications).toMatchObject([
      { type: 'invite', postID: id, from: dina.id },
    ]);
  });
  test('is refused when one of the two blocks the other', async () => {
    const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
    const id = await makeGroup(gleb, 'Врозь');
    await befriend(gleb, dina);
    await gleb.call(privacy.block, { params: { id: dina.id } });
    expect(
      await gleb.refusal(groups.invite, { params: { roomId: id, userId: dina.id } }),
    ).toMatchObject({ status: 409, code: 'blocked_by_you' });
    await gleb.call(privacy.unblock, { params: { id: dina.id } });
    await dina.call(privacy.block, { params: { id: gleb.id } });
    expect(
      await gleb.refusal(groups.invite, { params: { roomId: id, userId: dina.id } }),
    ).toMatchObject({ status: 404 });
  });
  test('allows two hundred members at most', async () => {
    const gleb = await app.join('Глеб');
    const seedRows = await insertPeople(app, 200);
    await insertFriendships(
      app,
      seedRows.map((id) => [gleb.id, id]),
    );
    const { room } = await gleb.call(groups.create, {
      body: { title: 'Толпа', members: JSON.stringify(seedRows.slice(0, 198)) },
    });
    expect(room.membersCount).toBe(199);
    await Promise.all(
      seedRows
        .slice(198)
        .map((userId) =>
          gleb.request(groups.invite, { params: { roomId: room._id, userId } as never }),
        ),
    );
    expect((await groupOf(gleb, room._id)).membersCount).toBe(200);
    // The invited member is already in and gets 200; the other one gets 409, because the group is
    // full.
    const answers = await Promise.all(
      seedRows
        .slice(198)
        .map((userId) =>
          gleb.request(groups.invite, { params: { roomId: room._id, userId } as never }),
        ),
    );
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  });
});

describe('Leaving a group', () => {
  test('only the creator excludes members, and an excluded member loses access to the room', async () => {
    const id = await makeGroup(anna, 'Строгая', boris, vera);
    const old = await sendToGroup(boris, id, 'Моё старое');
    const shown = await boris.call(groups.send, {
      params: { roomId: id },
      files: { image: [await picture()] },
    });
    expect(
      await boris.refusal(groups.exclude, { params: { roomId: id, userId: vera.id } }),
    ).toMatchObject({ status: 403, code: 'forbidden' });
    expect(
      await boris.refusal(groups.exclude, { params: { roomId: id, userId: boris.id } }),
    ).toMatchObject({ status: 400, code: 'self' });
    expect(
      await anna.refusal(groups.exclude, { params: { roomId: id, userId: anna.id } }),
    ).toMatchObject({ status: 400, code: 'self' });
    expect(
      await anna.refusal(groups.exclude, { params: { roomId: id, userId: stranger.id } }),
    ).toMatchObject({ status: 404 });
    expect(
      await stranger.refusal(groups.exclude, { params: { roomId: id, userId: vera.id } }),
    ).toMatchObject({ status: 404 });
    expect(await boris.refusal(groups.removeRoom, { params: { id } })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    await excludeFrom(anna, id, boris);
    expect(
      await anna.refusal(groups.exclude, { params: { roomId: id, userId: boris.id } }),
    ).toMatchObject({ status: 404 });
    expect((await lines(vera, id)).at(-1)).toBe('Анна исключила Бориса');
    const closed: [RouteSpec, object][] = [
      [groups.room, { params: { id } }],
      [groups.messages, { params: { page: 1, offset: 0 }, query: { room: id } }],
      [groups.messages, { params: { page: 1, offset: 0 }, query: { room: id, after: 0 } }],
      [groups.connect, { params: { roomId: id, userId: boris.id } }],
      [groups.send, { params: { roomId: id }, body: { message: 'пустите' } }],
      [groups.edit, { params: { id: old._id }, body: { message: 'иначе' } }],
      [groups.remove, { params: { id: old._id } }],
      [groups.read, { params: { roomId: id } }],
      [groups.typing, { params: { roomId: id } }],
      [groups.leave, { params: { id } }],
      [groups.removeRoom, { params: { id } }],
      [groups.changeTitle, { params: { id }, body: { title: 'Моя' } }],
      [groups.changeAvatar, { params: { id }, body: { removeAvatar: true } }],
      [groups.editGroup, { params: { id }, body: { description: 'Моё' } }],
      [groups.invite, { params: { roomId: id, userId: anna.id } }],
      [groups.exclude, { params: { roomId: id, userId: vera.id } }],
    ];
    for (const [route, input] of closed)
      expect([
        route.method,
        route.path,
        (await boris.request(route, input as never)).status,
      ]).toEqual([route.method, route.path, 404]);
    expect(await entryOf(boris, id)).toBeUndefined();
    expect((await readGroup(vera, id)).map((one) => one.message)).toContain('Моё старое');
    expect(shown.message.images).toHaveLength(1);
    await inviteInto(anna, id, boris);
    expect(
      (await boris.call(groups.edit, { params: { id: old._id }, body: { message: 'Снова здесь' } }))
        .message.message,
    ).toBe('Снова здесь');
  });
  test("the creator's group passes to the member who joined first, and is deleted with the last one", async () => {
    const [gleb, dina, olya] = await Promise.all([
      app.join('Глеб'),
      app.join('Дина'),
      app.join('Оля'),
    ]);
    await befriend(gleb, dina, olya);
    const id = await makeGroup(gleb, 'Наследство', olya);
    await inviteInto(gleb, id, dina);
    const kept = await gleb.call(groups.changeAvatar, {
      params: { id },
      files: { file: [await picture()] },
    });
    await gleb.call(groups.leave, { params: { id } });
    expect(await groupOf(dina, id)).toMatchObject({
      creator: olya.id,
      membersCount: 2,
      avatarUrl: kept.avatarUrl,
    });
    expect((await lines(dina, id)).slice(-2)).toEqual([
      'Глеб вышел из беседы',
      'Беседой теперь управляет Оля',
    ]);
    await dina.call(groups.leave, { params: { id } });
    expect((await lines(olya, id)).at(-1)).toBe('Дина вышла из беседы');
    await olya.call(groups.leave, { params: { id } });
    const left = async (sql: string) =>
      (await app.server.context.database.pool.query(sql, [id])).rowCount;
    expect([
      await left('select from rooms where id = $1'),
      await left('select from messages where room_id = $1'),
      await left('select from room_members where room_id = $1'),
      await left('select from media_files where scope_id = $1'),
    ]).toEqual([0, 0, 0, 0]);
    expect(
      (await olya.call(notifications.list)).notifications.filter((one) => one.postID === id),
    ).toEqual([]);
  });
  test('a member who refuses further invitations cannot be invited again for a month', async () => {
    const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
    await befriend(gleb, dina);
    const id = await makeGroup(gleb, 'Шумная', dina);
    await dina.call(groups.leave, { params: { id } });
    await inviteInto(gleb, id, dina);
    await dina.call(groups.leave, { params: { id }, query: { refuse: 'true' } });
    expect(
      await gleb.refusal(groups.invite, { params: { roomId: id, userId: dina.id } }),
    ).toMatchObject({ status: 403, code: 'invite_refused' });
    await app.server.context.database.pool.query(
      `
        update room_refusals
        set refused_at = now() - interval '31 days'
        where room_id = $1
      `,
      [id],
    );
    await inviteInto(gleb, id, dina);
  });
  test('deleting the group by its creator removes all members', async () => {
    const id = await makeGroup(anna, 'Недолгая', boris);
    const shown = await boris.call(groups.send, {
      params: { roomId: id },
      files: { image: [await picture()] },
    });
    await anna.call(groups.removeRoom, { params: { id } });
    expect(await boris.refusal(groups.room, { params: { id } })).toMatchObject({ status: 404 });
    expect(await anna.refusal(groups.removeRoom, { params: { id } })).toMatchObject({
      status: 404,
    });
    const { rows } = await app.server.context.database.pool.query(
      'select from media_files where name = $1',
      [shown.message.images[0]],
    );
    expect(rows).toEqual([]);
    expect(await entryOf(boris, id)).toBeUndefined();
  });
  test('all members leaving at once delete the group', async () => {
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, index) => app.join(`Игрок${index}`)),
    );
    const [first, ...rest] = many as [Caller, ...Caller[]];
    await befriend(first, ...rest);
    const id = await makeGroup(first, 'Все разом', ...rest);
    const answers = await Promise.all(
      many.map((one) => one.request(groups.leave, { params: { id } as never })),
    );
    expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect(
      (await app.server.context.database.pool.query('select from rooms where id = $1', [id]))
        .rowCount,
    ).toBe(0);
  });
  test('a former friend stays in the group', async () => {
    const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
    await befriend(gleb, dina);
    const id = await makeGroup(gleb, 'Бывшие', dina);
    await sendToGroup(gleb, id, 'Ты тут?');
    await gleb.call(friends.remove, { params: { id: dina.id }, body: { showedFriends: [] } });
    await dina.call(privacy.block, { params: { id: gleb.id } });
    expect((await readGroup(dina, id)).map((one) => one.message)).toContain('Ты тут?');
    await sendToGroup(gleb, id, 'Я всё ещё здесь');
    expect((await readGroup(dina, id)).at(-1)).toMatchObject({
      message: 'Я всё ещё здесь',
      name: 'Глеб',
    });
  });
});

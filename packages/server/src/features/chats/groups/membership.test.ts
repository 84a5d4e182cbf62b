import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/group-chats';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import { insertFriendships, insertPeople } from '#tests/support/crowd.ts';
import { type Caller } from '#tests/support/driver.ts';
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
import { openFriends } from '#tests/support/members/friends.ts';

const { app, anna, boris, vera, stranger } = await openFriends();
const unknown = '01890000-0000-7000-8000-000000000000';
const lines = async (who: Caller, id: string) =>
  (await readGroup(who, id)).filter((one) => one.system !== null).map((one) => one.message);
const entryOf = async (who: Caller, id: string) =>
  (await who.call(chats.rooms)).rooms.find((room) => room._id === id);

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

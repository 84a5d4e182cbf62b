import { describe, expect, test } from 'vitest';
import * as groups from '@respa/contract/group-chats';
import * as privacy from '@respa/contract/privacy';
import * as reports from '@respa/contract/reports';
import * as account from '@respa/contract/account';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import {
  befriend,
  excludeFrom,
  groupOf,
  inviteInto,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import {
  isWithin,
  openGroup,
  openLive,
  openRoom,
  type StreamEvent,
} from '#tests/support/stream-reader.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { exportDialogs, exportRefusals } from '../export.ts';
import { patient } from '#tests/support/patience.ts';
import { openFriends } from '#tests/support/members/friends.ts';

const { app, anna, boris, vera, stranger } = await openFriends();
const textOf = (event: StreamEvent) => (event['message'] as { message: string }).message;

describe('The stream of a group', () => {
  test("carries messages, events, typing and reads, and only a person's message alerts the list", async () => {
    const id = await makeGroup(anna, 'Поток', boris);
    const [room, own] = [await openGroup(boris, id), await openLive(boris)];
    expect((await room.next('init'))['messages']).toMatchObject([
      { message: 'Анна создала беседу «Поток»', system: { kind: 'created' } },
    ]);
    await anna.call(groups.typing, { params: { roomId: id } });
    expect(await room.next('typing')).toMatchObject({ userId: anna.id });
    await sendToGroup(anna, id, 'Слышно?');
    expect(textOf(await room.next('create'))).toBe('Слышно?');
    expect(await own.next('room')).toMatchObject({
      roomId: id,
      lastMessage: 'Слышно?',
      isChat: true,
      senders: [anna.id],
    });
    await boris.call(groups.read, { params: { roomId: id } });
    expect(await room.next('read')).toMatchObject({ userId: boris.id, position: 2 });
    await anna.call(groups.changeTitle, { params: { id }, body: { title: 'Поток слов' } });
    expect(textOf(await room.next('create'))).toBe('Анна изменила название на «Поток слов»');
    await own.next('rooms-changed', (event) => event['roomId'] === id);
    expect(own.events.filter((event) => event.type === 'room')).toHaveLength(1);
    await Promise.all([room.cut(), own.cut()]);
  });
  test('resumes with the messages that arrived meanwhile, each once', async () => {
    const id = await makeGroup(anna, 'Пауза', boris);
    const first = await openGroup(boris, id);
    await first.next('init');
    await first.cut();
    await sendToGroup(anna, id, 'один');
    await inviteInto(anna, id, vera);
    await sendToGroup(vera, id, 'два');
    const again = await openGroup(boris, id, first.lastId());
    for (const text of ['один', 'Анна пригласила Веру', 'два'])
      expect(textOf(await again.next('create'))).toBe(text);
    expect(again.events.filter((event) => event.type === 'init')).toEqual([]);
    await again.cut();
  });
  test('is open to members only, with their own id, on the group path', async () => {
    const id = await makeGroup(anna, 'Только свои', boris);
    await expect(openGroup(stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(openRoom(anna, id)).rejects.toMatchObject({ status: 404 });
    expect(
      (
        await anna.request(groups.connect as never, {
          params: { roomId: id, userId: boris.id } as never,
        })
      ).status,
    ).toBe(403);
  });
  test('sends a page requested without a room to the newest open stream of a group', async () => {
    const id = await makeGroup(anna, 'Страница', boris);
    const page = { params: { page: 1, offset: 0 } };
    expect(await anna.refusal(groups.messages, page)).toMatchObject({
      status: 400,
      code: 'no_open_room',
    });
    const room = await openGroup(anna, id);
    await room.next('init');
    const answer = await anna.call(groups.messages, page);
    expect(await room.next('load')).toMatchObject(answer);
    expect(answer.messages.map((one) => one.message)).toEqual(['Анна создала беседу «Страница»']);
    await room.cut();
  });
  test('ends within a second for an excluded member, and only for that member', async () => {
    const id = await makeGroup(anna, 'Конец', boris, vera);
    const [out, stays] = [await openGroup(boris, id), await openGroup(vera, id)];
    await Promise.all([out.next('init'), stays.next('init')]);
    await excludeFrom(anna, id, boris);
    await out.next('removed');
    expect(await isWithin(1_000, out.ended)).toBe(true);
    expect(textOf(await stays.next('create'))).toBe('Анна исключила Бориса');
    await expect(openGroup(boris, id)).rejects.toMatchObject({ status: 404 });
    await expect(openGroup(boris, id, out.lastId())).rejects.toMatchObject({ status: 404 });
    await vera.call(groups.leave, { params: { id } });
    await stays.next('removed');
    expect(await isWithin(1_000, stays.ended)).toBe(true);
    const mine = await openGroup(anna, id);
    await mine.next('init');
    await anna.call(groups.removeRoom, { params: { id } });
    await mine.next('removed');
    expect(await isWithin(1_000, mine.ended)).toBe(true);
  });
  test('shows presence, except of members who hide it or block the reader', async () => {
    const [gleb, dina, olya] = await Promise.all([
      app.join('Глеб'),
      app.join('Дина'),
      app.join('Оля'),
    ]);
    await befriend(gleb, dina, olya);
    const id = await makeGroup(gleb, 'Кто здесь', dina, olya);
    await olya.call(privacy.block, { params: { id: gleb.id } });
    const room = await openGroup(gleb, id);
    await room.next('init');
    const [olyas, dinas] = [await openLive(olya), await openLive(dina)];
    expect(await room.next('presence')).toMatchObject({ userId: dina.id, isOnline: true });
    expect(room.events.filter((event) => event['userId'] === olya.id)).toEqual([]);
    const shown = async (who: Caller) =>
      Object.fromEntries((await groupOf(who, id)).members.map((one) => [one._id, one.isOnline]));
    expect(await shown(gleb)).toEqual({ [gleb.id]: true, [dina.id]: true, [olya.id]: false });
    expect(await shown(dina)).toEqual({ [gleb.id]: true, [dina.id]: true, [olya.id]: true });
    await Promise.all([room.cut(), olyas.cut(), dinas.cut()]);
  });
});

describe('The media of a group', () => {
  /** Uses one cookie for all requests, because each session refresh issues a new one. */
  const seenBy = async (
    who: Caller,
    files: readonly (readonly [folder: string, name: string])[],
  ) => {
    const { headers } = await who.request(account.refresh as never);
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    return Promise.all(
      files.map(
        async ([folder, name]) =>
          (await fetch(`${app.url}/media/${folder}/${name}`, { headers: { cookie } })).status,
      ),
    );
  };
  test('are served to current members only', async () => {
    const { room } = await anna.call(groups.create, {
      body: { title: 'Картинки', members: JSON.stringify([boris.id]) },
      files: { avatar: [await picture()] },
    });
    const { message } = await anna.call(groups.send, {
      params: { roomId: room._id },
      files: { image: [await picture()] },
    });
    const files = [
      ['message-images', message.images[0]!],
      ['chatavatars', room.avatarUrl],
    ] as const;
    const seen = (who: Caller) => seenBy(who, files);
    expect([await seen(boris), await seen(stranger)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
    await excludeFrom(anna, room._id, boris);
    expect([await seen(boris), await seen(anna)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
  });
  test("may be reported by its members: to the admin, about the group's leader", async () => {
    const id = await makeGroup(anna, 'Жалоба', boris);
    const about = { kind: 'group', id, reason: 'spam' } as const;
    await boris.call(reports.create, { body: about });
    expect(await anna.refusal(reports.create, { body: about })).toMatchObject({
      status: 400,
      code: 'self',
    });
    expect(await stranger.refusal(reports.create, { body: about })).toMatchObject({ status: 404 });
    const [line] = await readGroup(boris, id);
    expect(
      await boris.refusal(reports.create, { body: { ...about, kind: 'message', id: line!._id } }),
    ).toMatchObject({ status: 404 });
    expect(
      (
        await app.server.context.database.pool.query(
          'select owner_id from reports where object_id = $1',
          [id],
        )
      ).rows,
    ).toEqual([{ owner_id: anna.id }]);
  });
});

test('the data archive of a member holds groups, their messages and their system messages', async () => {
  const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
  await befriend(gleb, dina);
  const [kept, refused] = [
    await makeGroup(gleb, 'В архив: «да»', dina),
    await makeGroup(gleb, 'Не зовите', dina),
  ];
  await sendToGroup(gleb, kept, 'Сохраните это');
  await dina.call(groups.leave, { params: { id: refused }, query: { refuse: 'true' } });
  await gleb.call(groups.appoint, { params: { roomId: kept, userId: dina.id } });
  const dialogs = await Array.fromAsync(exportDialogs(app.server.context, dina.id));
  expect(dialogs.map(({ row }) => row)).toMatchObject([
    {
      id: kept,
      title: 'В архив: «да»',
      description: '',
      isCreator: false,
      isModerator: true,
      unread: 1,
      file: expect.stringMatching(/^dialogs\/В архив да [0-9a-f]{12}\.json$/) as string,
    },
  ]);
  expect((await Array.fromAsync(dialogs[0]!.inner!.rows)).map(({ row }) => row)).toMatchObject([
    { event: 'created', text: 'Глеб создал беседу «В архив: «да»»' },
    { from: { id: gleb.id, name: 'Глеб Тестова' }, text: 'Сохраните это' },
    { event: 'appointed', text: 'Глеб назначил модератором Дину' },
  ]);
  expect(
    (await Array.fromAsync(exportRefusals(app.server.context, dina.id))).map(({ row }) => row),
  ).toMatchObject([{ id: refused, title: 'Не зовите' }]);
});

describe('A deleted account', () => {
  test('hands its groups over, loses its name in their system messages, and deletes groups where it was alone', async () => {
    const [gleb, dina, olya] = await Promise.all([
      app.join('Глеб', 'Уходящий'),
      app.join('Дина'),
      app.join('Оля'),
    ]);
    await befriend(gleb, dina, olya);
    const [id, alone] = [
      await makeGroup(gleb, 'Без Глеба', dina),
      await makeGroup(gleb, 'Один Глеб'),
    ];
    await inviteInto(gleb, id, olya);
    const { avatarUrl } = await gleb.call(groups.changeAvatar, {
      params: { id },
      files: { file: [await picture()] },
    });
    await sendToGroup(gleb, id, 'Всем пока');
    await gleb.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect(await groupOf(dina, id)).toMatchObject({ creator: dina.id, membersCount: 2, avatarUrl });
    expect((await readGroup(dina, id)).map((one) => one.message)).toEqual([
      'Удалённый пользователь создал беседу «Без Глеба»',
      'Удалённый пользователь пригласил Олю',
      'Удалённый пользователь изменил фотографию беседы',
      'Всем пока',
      'Беседой теперь управляет Дина',
    ]);
    await dina.call(groups.exclude, { params: { roomId: id, userId: olya.id } });
    await olya.call(account.deleteProfile, { body: { password: PASSWORD } });
    const said = await readGroup(dina, id);
    expect(said.map((one) => one.message)).toEqual(
      expect.arrayContaining([
        'Удалённый пользователь пригласил удалённого пользователя',
        'Дина исключила удалённого пользователя',
      ]),
    );
    await expect
      .poll(async () => JSON.stringify(await readGroup(dina, id)), { timeout: patient(8_000) })
      .not.toContain(olya.id);
    expect(
      (await app.server.context.database.pool.query('select from rooms where id = $1', [alone]))
        .rowCount,
    ).toBe(0);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as list from '@respa/contract/chat-list';
import * as groups from '@respa/contract/group-chats';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { readUp, roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { befriend, makeGroup, sendToGroup } from '#tests/support/members/group-chats.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Query = { folder?: string; archive?: 'true'; before?: string; q?: string };
const roomsOf = async (who: Caller, query: Query = {}) =>
  (await who.call(chats.rooms, { query })).rooms;
const idsOf = async (who: Caller, query: Query = {}) =>
  (await roomsOf(who, query)).map(({ _id }) => _id);
const foldersOf = (who: Caller) => who.call(list.folders);
const pin = (who: Caller, roomId: string) => who.call(list.pinRoom, { params: { roomId } });
const archive = (who: Caller, roomId: string) => who.call(list.archiveRoom, { params: { roomId } });
/** Returns a member with private rooms of these partners, the last one the newest. */
async function withRooms(...partners: Caller[]) {
  const who = await app.join('Хозяйка');
  const rooms: string[] = [];
  for (const partner of partners) {
    const roomId = await roomOf(who, partner);
    await sendMessage(partner, roomId, 'привет');
    rooms.push(roomId);
  }
  return { who, rooms };
}
const partners = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => app.join(`Друг${'абвгдежзиклмнопр'[at]}`)));

test('pinned chats stay on top in their order, above newer ones', async () => {
  const others = await partners(4);
  const { who, rooms } = await withRooms(...others);
  const [a, b, c, d] = rooms as [string, string, string, string];
  await pin(who, a);
  await pin(who, b);
  await pin(who, b);
  expect(await idsOf(who)).toEqual([b, a, d, c]);
  await sendMessage(others[2]!, c, 'новое');
  expect(await idsOf(who)).toEqual([b, a, c, d]);
  expect((await roomsOf(who)).map(({ isPinned }) => isPinned)).toEqual([true, true, false, false]);
  await who.call(list.orderPinned, { body: { rooms: [a] } });
  expect(await idsOf(who)).toEqual([a, b, c, d]);
  await who.call(list.unpinRoom, { params: { roomId: a } });
  await who.call(list.unpinRoom, { params: { roomId: a } });
  expect(await idsOf(who)).toEqual([b, c, d, a]);
  // The other member's list is their own.
  expect((await roomsOf(others[1]!))[0]).toMatchObject({ _id: b, isPinned: false });
  for (const call of [list.pinRoom, list.unpinRoom, list.archiveRoom, list.unarchiveRoom])
    await expect(others[0]!.call(call, { params: { roomId: b } })).rejects.toMatchObject({
      status: 404,
    });
  await expect(others[0]!.call(list.orderPinned, { body: { rooms: [b] } })).rejects.toMatchObject({
    status: 404,
  });
});

test('pages through a list with pinned chats without repeating or losing one', async () => {
  const others = await partners(3);
  const { who, rooms } = await withRooms(...others);
  await befriend(who, others[0]!);
  for (let at = 0; at < 35; at += 1) rooms.push(await makeGroup(who, `Беседа ${at}`));
  await pin(who, rooms[0]!);
  await pin(who, rooms[20]!);
  const seen: string[] = [];
  for (;;) {
    const before = seen.at(-1);
    const page = await who.call(chats.rooms, { query: before === undefined ? {} : { before } });
    seen.push(...page.rooms.map(({ _id }) => _id));
    if (page.isLast) break;
  }
  expect(seen).toHaveLength(rooms.length);
  expect(new Set(seen)).toEqual(new Set(rooms));
  expect(seen.slice(0, 2)).toEqual([rooms[20], rooms[0]]);
});

test('no more than ten chats are pinned, also by devices that pin at once', async () => {
  const { who, rooms } = await withRooms(...(await partners(13)));
  for (const roomId of rooms.slice(0, 8)) await pin(who, roomId);
  const answers = await Promise.allSettled(rooms.slice(8).map((roomId) => pin(who, roomId)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(
    answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as { status: number }).status] : [],
    ),
  ).toEqual([409, 409, 409]);
  const shown = await roomsOf(who);
  expect(shown).toHaveLength(13);
  expect(shown.filter(({ isPinned }) => isPinned)).toHaveLength(10);
});

test('a device that pins while another archives leaves the chat in one of both', async () => {
  const { who, rooms } = await withRooms(...(await partners(1)));
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([pin(who, rooms[0]!), archive(who, rooms[0]!)]);
    const [listed, kept] = [await idsOf(who), await idsOf(who, { archive: 'true' })];
    expect([...listed, ...kept]).toEqual(rooms);
  }
});

test.each(['private', 'group'] as const)(
  'a new message brings a %s chat back from the archive unless it is muted',
  async (kind) => {
    const [who, other] = await Promise.all([app.join('Анна'), app.join('Борис')]);
    await befriend(who, other);
    const isGroup = kind === 'group';
    const roomId = isGroup ? await makeGroup(who, 'Рейд', other) : await roomOf(who, other);
    const write = (by: Caller, text: string) =>
      isGroup ? sendToGroup(by, roomId, text) : sendMessage(by, roomId, text);
    const isShelved = async () => {
      const [listed, kept] = [await idsOf(who), await idsOf(who, { archive: 'true' })];
      expect([...listed, ...kept]).toEqual([roomId]);
      expect((await foldersOf(who)).archive.count).toBe(kept.length);
      return kept.length === 1;
    };
    await write(other, 'первое');
    await pin(who, roomId);
    await archive(who, roomId);
    expect(await isShelved()).toBe(true);
    expect((await who.call(chats.unread)).count).toBe(0);
    expect((await foldersOf(who)).archive).toEqual({ count: 1, unread: 1 });
    // A chat in the archive is found by its name, and the other member's list does not change.
    expect(await idsOf(who, { q: isGroup ? 'Рейд' : 'Борис' })).toEqual([roomId]);
    expect(await idsOf(other)).toEqual([roomId]);
    await write(who, 'своё не возвращает');
    expect(await isShelved()).toBe(true);
    await write(other, 'второе');
    expect(await isShelved()).toBe(false);
    expect((await roomsOf(who))[0]).toMatchObject({ isPinned: false, isArchived: false });

    await who.call(extras.muteRoom, { params: { roomId } });
    // Muting a chat that came back does not archive it again.
    expect(await isShelved()).toBe(false);
    await archive(who, roomId);
    await write(other, 'третье');
    expect(await isShelved()).toBe(true);
    await who.call(extras.unmuteRoom, { params: { roomId } });
    expect(await isShelved()).toBe(true);
    await write(other, 'четвёртое');
    expect(await isShelved()).toBe(false);
    await archive(who, roomId);
    await who.call(list.unarchiveRoom, { params: { roomId } });
    await who.call(list.unarchiveRoom, { params: { roomId } });
    expect(await isShelved()).toBe(false);
  },
);

test('messages that are written together bring a chat back from the archive too', async () => {
  const [other] = (await partners(1)) as [Caller];
  const { who, rooms } = await withRooms(other);
  const [roomId] = rooms as [string];
  await archive(who, roomId);
  await Promise.all(Array.from({ length: 12 }, (_, at) => sendMessage(who, roomId, `своё ${at}`)));
  expect(await idsOf(who)).toEqual([]);
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      sendMessage(at % 2 === 0 ? who : other, roomId, `вместе ${at}`),
    ),
  );
  expect(await idsOf(who)).toEqual([roomId]);
});

test('folders hold chosen chats and kinds, count unread chats, and keep their order', async () => {
  const others = await partners(3);
  const { who, rooms } = await withRooms(...others);
  const [a, b, c] = rooms as [string, string, string];
  await befriend(who, others[0]!);
  const raid = await makeGroup(who, 'Рейд', others[0]!);
  await sendToGroup(others[0]!, raid, 'сбор');
  await readUp(who, b);
  const make = async (name: string, body: object) =>
    (await who.call(list.createFolder, { body: { name, ...body } })).folder;
  const chosen = await make('Выбранные', { rooms: [a, raid, a] });
  const people = await make('Личные', { kinds: ['private'] });
  const unread = await make('Новые', { kinds: ['unread', 'unread'] });
  const teams = await make('Беседы', { kinds: ['groups'], rooms: [b] });
  expect(chosen).toMatchObject({ name: 'Выбранные', kinds: [], unread: 2 });
  const shown = async () =>
    Promise.all(
      [chosen, people, unread, teams].map(async ({ _id }) => idsOf(who, { folder: _id })),
    );
  expect(await shown()).toEqual([
    [raid, a],
    [c, b, a],
    [raid, c, a],
    [raid, b],
  ]);
  /** Asserts that each count equals the unread, unmuted chats of the folder's list. */
  const assertCounts = async () => {
    const { folders, archive: kept } = await foldersOf(who);
    for (const folder of folders) {
      const held = await roomsOf(who, { folder: folder._id });
      expect([folder.name, held.filter((room) => room.unread > 0 && !room.isMuted).length]).toEqual(
        [folder.name, folder.unread],
      );
    }
    const archived = await roomsOf(who, { archive: 'true' });
    expect(kept).toEqual({
      count: archived.length,
      unread: archived.filter((room) => room.unread > 0).length,
    });
  };
  await assertCounts();
  await who.call(extras.muteRoom, { params: { roomId: c } });
  await archive(who, a);
  await assertCounts();
  // An archived chat stays in a folder that it was chosen for.
  expect(await shown()).toEqual([
    [raid, a],
    [c, b],
    [raid, c],
    [raid, b],
  ]);
  await who.call(groups.read, { params: { roomId: raid } });
  await assertCounts();

  await who.call(list.addToFolder, { params: { id: people._id, roomId: raid } });
  await who.call(list.addToFolder, { params: { id: people._id, roomId: raid } });
  await who.call(list.takeFromFolder, { params: { id: chosen._id, roomId: a } });
  await who.call(list.takeFromFolder, { params: { id: chosen._id, roomId: a } });
  await who.call(list.editFolder, {
    params: { id: teams._id },
    body: { name: 'Клан', rooms: [c] },
  });
  expect(await shown()).toEqual([[raid], [raid, c, b], [c], [raid, c]]);
  await who.call(list.orderFolders, { body: { folders: [teams._id, chosen._id] } });
  await who.call(list.removeFolder, { params: { id: people._id } });
  expect((await foldersOf(who)).folders.map(({ name }) => name)).toEqual([
    'Клан',
    'Выбранные',
    'Новые',
  ]);
  await assertCounts();
  // A room leaves the folders with the membership.
  await who.call(groups.leave, { params: { id: raid }, query: {} });
  expect((await foldersOf(who)).folders[1]).toMatchObject({ rooms: [], unread: 0 });
});

test('refuses folders over the limit, also at once, and others’ folders and rooms', async () => {
  const others = await partners(1);
  const { who, rooms } = await withRooms(...others);
  const stranger = await app.join('Чужая');
  const make = (name: string, chosen: string[] = []) =>
    who.call(list.createFolder, { body: { name, rooms: chosen } });
  const { folder } = await make('Первая', rooms);
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) => make(`Папка ${at}`)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect((await foldersOf(who)).folders).toHaveLength(10);
  const params = { id: folder._id, roomId: rooms[0]! };
  const alien = await roomOf(stranger, others[0]!);
  const refused = [
    () => stranger.call(chats.rooms, { query: { folder: folder._id } }),
    () => stranger.call(list.editFolder, { params, body: { name: 'Моё' } }),
    () => stranger.call(list.removeFolder, { params }),
    () => stranger.call(list.addToFolder, { params: { ...params, roomId: alien } }),
    () => stranger.call(list.orderFolders, { body: { folders: [folder._id] } }),
    () => stranger.call(list.createFolder, { body: { name: 'Моё', rooms } }),
    () => who.call(list.addToFolder, { params: { ...params, roomId: alien } }),
  ];
  for (const call of refused) await expect(call()).rejects.toMatchObject({ status: 404 });
  expect((await foldersOf(stranger)).folders).toEqual([]);
  await expect(make(' ')).rejects.toMatchObject({ status: 400 });
});

test('the member’s other devices hear of every change', async () => {
  const { who, rooms } = await withRooms(...(await partners(1)));
  const roomId = rooms[0]!;
  const stream = await openLive(who);
  await pin(who, roomId);
  expect(await stream.next('rooms-changed')).toMatchObject({ roomId });
  await archive(who, roomId);
  expect(await stream.next('rooms-changed')).toMatchObject({ roomId });
  await who.call(list.createFolder, { body: { name: 'Папка', rooms } });
  expect(await stream.next('chat-folders')).toBeDefined();
  await stream.cut();
});

import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as people from '@respa/contract/people';
import type { Caller } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import {
  change,
  readRoom,
  readUp,
  roomOf,
  sendMessage,
  take,
} from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const unknown = '01890000-0000-7000-8000-000000000000';
const unreadOf = async (who: Caller) => (await who.call(chats.unread)).count;
const roomsOf = async (who: Caller) => (await who.call(chats.rooms)).rooms;
/** Returns two users who have never exchanged a message. */
const twoNew = () => Promise.all([app.join('Глеб'), app.join('Дина')]);

describe('Private rooms', () => {
  test('creates one room when both sides create it ten times at once', async () => {
    const [gleb, dina] = await twoNew();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 === 0 ? roomOf(gleb, dina) : roomOf(dina, gleb),
      ),
    );
    expect(new Set(made).size).toBe(1);
    const members = await app.server.context.db
      .selectFrom('room_members')
      .select('user_id')
      .where('room_id', '=', made[0]!)
      .execute();
    expect(members.map((row) => row.user_id).sort()).toEqual([gleb.id, dina.id].sort());
  });

  test('are visible to the other person and to members only', async () => {
    const [gleb, dina] = await twoNew();
    const with_ = { params: { userId: dina.id } };
    expect(await gleb.call(chats.checkRoom, with_)).toEqual({ room: null, exists: false });
    expect(await gleb.refusal(chats.getRoomId, with_)).toMatchObject({ status: 404 });
    expect(await gleb.refusal(chats.roomByUsers, with_)).toMatchObject({ status: 404 });
    const id = await roomOf(gleb, dina);
    const shown = {
      _id: id,
      id,
      isChat: false,
      userId: dina.id,
      name: 'Дина',
      surname: 'Тестова',
      isOnline: false,
      bg: '',
    };
    expect(await gleb.call(chats.checkRoom, with_)).toMatchObject({ room: shown, exists: true });
    expect((await gleb.call(chats.getRoomId, with_)).room).toMatchObject(shown);
    expect((await gleb.call(chats.roomByUsers, with_)).room).toMatchObject(shown);
    expect((await gleb.call(chats.room, { params: { id } })).room).toMatchObject(shown);
    expect((await dina.call(chats.room, { params: { id } })).room).toMatchObject({
      _id: id,
      userId: gleb.id,
      name: 'Глеб',
    });
    expect(await vera.refusal(chats.room, { params: { id } })).toEqual(
      await vera.refusal(chats.room, { params: { id: unknown } }),
    );
    expect(await vera.refusal(chats.room, { params: { id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await vera.call(chats.checkRoom, with_)).toEqual({ room: null, exists: false });
  });

  test('are not created with oneself, an unknown user or a user who is not activated', async () => {
    const waiting = await app.register('Фома');
    expect(await anna.refusal(chats.createRoom, { params: { userId: anna.id } })).toMatchObject({
      status: 400,
      code: 'self',
    });
    for (const userId of [unknown, waiting.id, boris.id.slice(1)])
      expect(await anna.refusal(chats.createRoom, { params: { userId } })).toMatchObject({
        status: 404,
      });
  });

  test('are listed by their last message, with its text, its sender and the unread count', async () => {
    const [gleb, dina] = await twoNew();
    const [withDina, withAnna] = [await roomOf(gleb, dina), await roomOf(gleb, anna)];
    expect(await roomsOf(gleb)).toEqual([]);
    await sendMessage(dina, withDina, 'первое');
    await sendMessage(anna, withAnna, 'второе');
    await sendMessage(dina, withDina, 'третье');
    expect(
      (await roomsOf(gleb)).map((room) => [
        room._id,
        room.lastMessage,
        room.sender,
        room.unread,
        room.name,
      ]),
    ).toEqual([
      [withDina, 'третье', dina.id, 2, 'Дина'],
      [withAnna, 'второе', anna.id, 1, 'Анна'],
    ]);
    const answer = await sendMessage(gleb, withAnna, 'четвёртое');
    expect(
      (await roomsOf(gleb))
        .map((room) => [room._id, room.lastMessage, room.lastDate, room.unread])
        .at(0),
    ).toEqual([withAnna, 'четвёртое', answer.date, 1]);
    await take(gleb, answer._id);
    expect((await roomsOf(gleb)).find((room) => room._id === withAnna)).toMatchObject({
      lastMessage: 'второе',
      sender: anna.id,
    });
    const [first] = await roomsOf(gleb);
    expect(
      (await gleb.call(chats.rooms, { query: { before: first!._id } })).rooms.map(
        (room) => room._id,
      ),
    ).toEqual([withAnna, withDina].filter((id) => id !== first!._id));
  });

  test('are found by the name of the other person', async () => {
    const me = await app.join('Глеб');
    const others = await Promise.all([
      app.join('Артём', 'Ёжиков'),
      app.join('Алиса', 'Громова'),
      app.join('Егор', 'Тёмный'),
    ]);
    for (const other of others) await sendMessage(me, await roomOf(me, other), `для ${other.id}`);
    await roomOf(me, await app.join('Артёмида', 'Молчаливая'));
    const find = async (q: string) =>
      (await me.call(chats.rooms, { query: { q } })).rooms.map((room) => room.surname);
    expect(await find('тем')).toEqual(['Тёмный', 'Ёжиков']);
    expect(await find('ГРО')).toEqual(['Громова']);
    expect(await find('е')).toEqual(['Тёмный', 'Ёжиков']);
    expect(await find('Глеб')).toEqual([]);
    expect(await find('  ')).toEqual(['Тёмный', 'Громова', 'Ёжиков']);
    const [first] = (await me.call(chats.rooms, { query: { q: 'тем' } })).rooms;
    expect(
      (await me.call(chats.rooms, { query: { q: 'тем', before: first!._id } })).rooms.map(
        (room) => room.surname,
      ),
    ).toEqual(['Ёжиков']);
  });

  test('the list of people to start a conversation with puts friends first', async () => {
    const { users, isLast } = await anna.call(people.users);
    expect(users.map((user) => user._id)).toEqual(expect.arrayContaining([boris.id, vera.id]));
    expect(isLast).toBe(true);
    expect(
      (await anna.call(people.users, { query: { q: 'ёлк' } })).users.map((user) => user._id),
    ).toEqual([boris.id]);
  });
});

describe('The unread count', () => {
  test('follows sends, reads and deletions', async () => {
    const [gleb, dina] = await twoNew();
    const roomId = await roomOf(gleb, dina);
    const sent = [
      await sendMessage(gleb, roomId, '1'),
      await sendMessage(gleb, roomId, '2'),
      await sendMessage(gleb, roomId, '3'),
    ];
    expect([await unreadOf(gleb), await unreadOf(dina)]).toEqual([0, 3]);
    await take(gleb, sent[1]!._id);
    expect(await unreadOf(dina)).toBe(2);
    await sendMessage(dina, roomId, 'ответ не читает');
    expect([await unreadOf(gleb), await unreadOf(dina)]).toEqual([1, 2]);
    await readUp(dina, roomId);
    await readUp(dina, roomId);
    expect(await unreadOf(dina)).toBe(0);
    await take(gleb, sent[0]!._id);
    expect(await unreadOf(dina)).toBe(0);
    expect(await vera.refusal(chats.read, { params: { roomId } })).toMatchObject({ status: 404 });
  });

  test('is correct after concurrent sends, reads, edits and deletions', async () => {
    const [gleb, dina] = await twoNew();
    const roomId = await roomOf(gleb, dina);
    const own = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        sendMessage(turn % 2 === 0 ? gleb : dina, roomId, `до ${turn}`),
      ),
    );
    for (let round = 0; round < 4; round += 1) {
      const acts = [
        ...[1, 2, 3].map((turn) => sendMessage(gleb, roomId, `г${round}.${turn}`)),
        ...[1, 2, 3].map((turn) => sendMessage(dina, roomId, `д${round}.${turn}`)),
        readUp(gleb, roomId),
        readUp(dina, roomId),
        take(round % 2 === 0 ? gleb : dina, own[round]!._id),
        change(dina, own[5]!._id, `правка ${round}`),
      ];
      await Promise.all(acts);
      await assertCounted(app);
    }
    const positions = (await readRoom(gleb, roomId)).map((message) => message.position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(new Set(positions).size).toBe(positions.length);
  });
});

import { sql } from 'kysely';
import { expect } from 'vitest';
import * as groups from '@respa/contract/group-chats';
import { GROUP_MEMBERS } from '@respa/contract/limits';
import {
  befriend,
  excludeFrom,
  inviteInto,
  makeGroup,
  readGroup,
  sendToGroup,
} from '../support/members/group-chats.ts';
import { members, idOf, idSql } from '../support/query-plans.ts';
import { openRoom } from '../support/stream-reader.ts';
import {
  change,
  readRoom,
  roomOf,
  sendMessage,
  take,
  type Message,
} from '../support/members/conversations.ts';
import type { Caller } from '../support/driver.ts';
import { countIn, repeat, settle, times, type Race } from './course.ts';

const byText = (one: string, other: string) => one.localeCompare(other);
/**
 * Asserts that a message exists if and only if it was acknowledged, and that none follows the
 * system message about its author's exclusion or leaving.
 */
async function assertSaidBefore(
  reader: Caller,
  roomId: string,
  words: string[],
  passed: boolean[],
  kind: 'excluded' | 'left',
): Promise<void> {
  const there = await readGroup(reader, roomId);
  expect(
    there
      .filter((message) => words.includes(message.message))
      .map(({ message }) => message)
      .toSorted(byText),
  ).toEqual(words.filter((_text, index) => passed[index]));
  const out = there.findLastIndex(({ system }) => system?.kind === kind);
  expect(out).toBeGreaterThan(-1);
  expect(there.slice(out + 1).map(({ message }) => message)).toEqual([]);
}
const textOf = (round: number, way: string) =>
  Array.from({ length: 6 }, (_, index) => `${way} ${round}.${index}`);
/** People as bare rows who are friends of the inviting member, besides those who fill the group. */
const [CROWD, FRIENDSHIP, TOUCHED] = [21, 22, 23];
const [INVITED, ROOM_LEFT] = [20, 5];

export const CONVERSATION_RACES: Record<string, Race> = {
  'a room is opened by both at once: one room': ({ db, anna, join }) =>
    repeat(async () => {
      const other = await join('Собеседник');
      const rooms = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          turn % 2 === 0 ? roomOf(anna, other) : roomOf(other, anna),
        ),
      );
      expect(new Set(rooms).size).toBe(1);
      expect(await countIn(db, 'rooms', sql`${other.id} in (low_id, high_id)`)).toBe(1);
    }),
  'sent five times with one clientId: one message': async ({ anna, boris }) => {
    const roomId = await roomOf(anna, boris);
    await repeat(async () => {
      const clientId = crypto.randomUUID();
      const sent = await Promise.all(
        Array.from({ length: 5 }, () => sendMessage(anna, roomId, 'один раз', clientId)),
      );
      expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1);
      expect(
        (await readRoom(boris, roomId)).filter((message) => message._id === sent[0]!._id),
      ).toHaveLength(1);
    });
  },
  'changed and deleted at once: deleted, and nobody reads it': async ({ anna, boris }) => {
    const roomId = await roomOf(anna, boris);
    await repeat(async (round) => {
      const { _id } = await sendMessage(anna, roomId, `до ${round}`);
      await settle([
        () => change(anna, _id, 'раз'),
        () => take(anna, _id),
        () => change(anna, _id, 'два'),
      ]);
      expect((await readRoom(boris, roomId)).filter((message) => message._id === _id)).toEqual([]);
    });
  },
  'changed by four at once: the last that a stream brings is what stays': async ({
    anna,
    boris,
  }) => {
    const roomId = await roomOf(anna, boris);
    const stream = await openRoom(boris, roomId);
    await stream.next('init');
    await repeat(async (round) => {
      const { _id } = await sendMessage(anna, roomId, `было ${round}`);
      await settle(
        Array.from({ length: 4 }, (_, turn) => () => change(anna, _id, `стало ${round}.${turn}`)),
      );
      const end = await sendMessage(anna, roomId, `конец ${round}`);
      await stream.next('create', (event) => (event['message'] as Message)._id === end._id);
      const edits = stream.events.filter(
        (event) => event.type === 'edit' && (event['message'] as Message)._id === _id,
      );
      expect(edits).toHaveLength(4);
      expect((edits.at(-1)!['message'] as Message).message).toBe(
        (await readRoom(boris, roomId)).find((message) => message._id === _id)!.message,
      );
    });
    const seen = stream.events.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
    expect(seen.every((seq, index) => index === 0 || seq > seen[index - 1]!)).toBe(true);
    await stream.cut();
  },
  'who is excluded while they write has written before or not at all': async ({
    db,
    anna,
    vera,
  }) => {
    await befriend(anna, vera);
    const roomId = await makeGroup(anna, 'Гонка', vera);
    await repeat(async (round) => {
      const words = textOf(round, 'вон');
      const passed = await settle([
        ...words.map((text) => () => sendToGroup(vera, roomId, text)),
        () => excludeFrom(anna, roomId, vera),
      ]);
      await assertSaidBefore(anna, roomId, words, passed, 'excluded');
      await settle(times(10, () => inviteInto(anna, roomId, vera)));
      expect(
        await countIn(db, 'room_members', sql`room_id = ${roomId} and user_id = ${vera.id}`),
      ).toBe(1);
    });
  },
  'who leaves while they write has written before or not at all': async ({ anna, vera }) => {
    await befriend(anna, vera);
    const roomId = await makeGroup(anna, 'Прощание', vera);
    await repeat(async (round) => {
      const words = textOf(round, 'ухожу');
      const passed = await settle([
        ...words.map((text) => () => sendToGroup(vera, roomId, text)),
        () => vera.call(groups.leave, { params: { id: roomId } }),
      ]);
      await assertSaidBefore(anna, roomId, words, passed, 'left');
      await inviteInto(anna, roomId, vera);
    });
  },
  'a group is deleted while one writes and leaves: nothing of it is left': async ({
    db,
    anna,
    vera,
  }) => {
    await befriend(anna, vera);
    await repeat(async () => {
      const roomId = await makeGroup(anna, 'Прощание', vera);
      await settle([
        () => sendToGroup(vera, roomId, 'ещё'),
        () => anna.call(groups.removeRoom, { params: { id: roomId } }),
        () => vera.call(groups.leave, { params: { id: roomId } }),
        () => sendToGroup(anna, roomId, 'и ещё'),
      ]);
      expect(await countIn(db, 'messages', sql`room_id = ${roomId}`)).toBe(0);
      expect((await anna.refusal(groups.room, { params: { id: roomId } })).status).toBe(404);
    });
  },
  'twenty are invited where five fit: five come in': async ({ db, anna }) => {
    const roomId = await makeGroup(anna, 'Полный зал');
    const filling = GROUP_MEMBERS - ROOM_LEFT - 1;
    for (const query of members(CROWD, filling + INVITED)) await query.execute(db);
    await sql`
      insert into room_members (room_id, user_id, touched, is_group)
      select ${roomId}, ${idSql(CROWD, 'n')}, ${idSql(TOUCHED, 'n')}, true
      from generate_series(1, ${sql.lit(filling)}) n
    `.execute(db);
    const guests = Array.from({ length: INVITED }, (_, index) => idOf(CROWD, filling + 1 + index));
    await sql`
      with pair as (
        select ${anna.id}::uuid as a, id as b, ${idSql(FRIENDSHIP, 'place::int')} as row
        from unnest(${guests}::uuid[]) with ordinality as guest (id, place)
      )
      insert into friendships (user_id, friend_id, id)
      select a, b, row
      from pair
      union all
      select b, a, row
      from pair
    `.execute(db);
    await sql`
      update people
      set friends_count = (select count(*) from friendships where user_id = people.id)
      where id = any(${[anna.id, ...guests]}::uuid[])
    `.execute(db);
    await repeat(async () => {
      const passed = await settle(
        guests.map((userId) => () => anna.call(groups.invite, { params: { roomId, userId } })),
      );
      expect(passed.filter(Boolean)).toHaveLength(ROOM_LEFT);
      expect(await countIn(db, 'room_members', sql`room_id = ${roomId}`)).toBe(GROUP_MEMBERS);
      for (const [index, userId] of guests.entries())
        if (passed[index]) await anna.call(groups.exclude, { params: { roomId, userId } });
    });
  },
};

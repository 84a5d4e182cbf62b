import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as groups from '@respa/contract/group-chats';
import * as people from '@respa/contract/privacy';
import * as scheduled from '@respa/contract/scheduled';
import { SCHEDULED } from '@respa/contract/limits';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { readRoom, roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import {
  befriend,
  excludeFrom,
  inviteInto,
  makeGroup,
  readGroup,
} from '#tests/support/members/group-chats.ts';
import { sendDue } from './scheduled.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const plan = async (who: Caller, roomId: string, message: string, more: object = {}) =>
  (
    await who.call(scheduled.schedule, {
      params: { roomId },
      body: { message, date: inDays(1), ...more },
    })
  ).scheduled;
const waiting = async (who: Caller, room?: string) =>
  (await who.call(scheduled.list, { query: room === undefined ? {} : { room } })).messages;
/** The message's time has come; the job may run it more than once. */
async function come(id: string, times = 1): Promise<void> {
  await sql`
    update scheduled_messages
    set due_at = now() - interval '1 second'
    where id = ${id}
  `.execute(app.server.context.db);
  await Promise.all(Array.from({ length: times }, () => sendDue(app.server.context, id)));
}
const textsOf = (messages: { message: string }[]) => messages.map(({ message }) => message);
async function pair() {
  const [anna, boris] = await Promise.all([app.join('Анна'), app.join('Борис')]);
  return { anna, boris, roomId: await roomOf(anna, boris) };
}

test('a message waits for its time and is sent once, however often its job runs', async () => {
  const { anna, boris, roomId } = await pair();
  const one = await plan(anna, roomId, '  сбор  ');
  expect(one).toMatchObject({ message: 'сбор', roomId, isChat: false, problem: null });
  await anna.call(extras.saveDraft, { params: { roomId }, body: { text: 'пишу другое' } });
  await sendDue(app.server.context, one._id);
  expect(await readRoom(boris, roomId)).toEqual([]);
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from run_at - now())::int as wait
    from graphile_worker.jobs
    where key = ${`messages.scheduled:${one._id}`}
  `.execute(app.server.context.db);
  expect(rows[0]!.wait).toBeGreaterThan(80_000);
  // Nobody else sees or touches it.
  expect(await waiting(boris, roomId)).toEqual([]);
  for (const call of [scheduled.change, scheduled.remove, scheduled.sendNow])
    await expect(
      boris.call(call, { params: { id: one._id }, body: {} } as never),
    ).rejects.toMatchObject({ status: 404 });
  const [live, own] = [await openLive(boris), await openLive(anna)];
  await come(one._id, 5);
  expect(await live.next('room')).toMatchObject({ roomId, lastMessage: 'сбор', unread: 1 });
  expect(await own.next('scheduled')).toMatchObject({ roomId });
  await Promise.all([live.cut(), own.cut()]);
  expect(textsOf(await readRoom(boris, roomId))).toEqual(['сбор']);
  expect(await waiting(anna)).toEqual([]);
  // What the author is writing meanwhile stays.
  const { room } = await anna.call(chats.room, { params: { id: roomId } });
  expect(room.draft).toBe('пишу другое');
});

test('the queue sends a message at its time by itself', async () => {
  const { anna, boris, roomId } = await pair();
  const live = await openLive(boris);
  await plan(anna, roomId, 'сейчас будет', { date: new Date(Date.now() + 1_000).toISOString() });
  expect(await live.next('room')).toMatchObject({ lastMessage: 'сейчас будет' });
  await live.cut();
});

test('a scheduled message is changed, sent now and deleted, also when its job runs meanwhile', async () => {
  const { anna, roomId } = await pair();
  const [one, two] = [await plan(anna, roomId, 'раз'), await plan(anna, roomId, 'два')];
  const params = { id: one._id };
  const { scheduled: moved } = await anna.call(scheduled.change, {
    params,
    body: { message: 'раз и ещё', date: inDays(2), isSilent: true },
  });
  expect(moved).toMatchObject({ message: 'раз и ещё', isSilent: true });
  expect(textsOf(await waiting(anna, roomId))).toEqual(['два', 'раз и ещё']);
  const answers = await Promise.allSettled([
    anna.call(scheduled.sendNow, { params }),
    anna.call(scheduled.sendNow, { params }),
    come(one._id),
  ]);
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  const sent = await readRoom(anna, roomId);
  expect(textsOf(sent)).toEqual(['раз и ещё']);
  expect(sent[0]).toMatchObject({ silent: true });
  await anna.call(scheduled.remove, { params: { id: two._id } });
  await come(two._id);
  expect(await readRoom(anna, roomId)).toHaveLength(1);
  for (const body of [
    { date: inDays(-1) },
    { date: inDays(366) },
    { date: 'завтра' },
    { message: ' ' },
  ])
    await expect(plan(anna, roomId, 'три', body)).rejects.toMatchObject({ status: 400 });
});

test('rights are checked at the time of sending, and the author sees the reason', async () => {
  const { anna, boris, roomId } = await pair();
  const one = await plan(anna, roomId, 'привет');
  await boris.call(people.block, { params: { id: anna.id } });
  await come(one._id, 3);
  expect(await waiting(anna, roomId)).toMatchObject([{ message: 'привет', problem: 'closed' }]);
  await expect(anna.call(scheduled.sendNow, { params: { id: one._id } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(plan(anna, roomId, 'ещё')).rejects.toMatchObject({ status: 403 });
  expect(await readRoom(boris, roomId)).toEqual([]);
  await boris.call(people.unblock, { params: { id: anna.id } });
  await anna.call(scheduled.change, { params: { id: one._id }, body: { date: inDays(3) } });
  expect(await waiting(anna, roomId)).toMatchObject([{ problem: null }]);
  await come(one._id);
  expect(textsOf(await readRoom(boris, roomId))).toEqual(['привет']);

  await befriend(anna, boris);
  const raid = await makeGroup(boris, 'Рейд', anna);
  const two = await plan(anna, raid, 'иду');
  await excludeFrom(boris, raid, anna);
  await come(two._id);
  expect(await waiting(anna)).toMatchObject([{ roomId: raid, isChat: true, problem: 'removed' }]);
  await inviteInto(boris, raid, anna);
  await anna.call(scheduled.sendNow, { params: { id: two._id } });
  expect(textsOf(await readGroup(boris, raid)).at(-1)).toBe('иду');
  const three = await plan(anna, raid, 'молчу');
  await sql`
    insert into suspensions (user_id, id, reason)
    values (${anna.id}, gen_random_uuid(), 'Спам')
  `.execute(app.server.context.db);
  await come(three._id);
  expect(textsOf(await readGroup(boris, raid)).at(-1)).toBe('иду');
  await sql`delete from suspensions where user_id = ${anna.id}`.execute(app.server.context.db);
  expect(await waiting(anna)).toMatchObject([{ problem: 'suspended' }]);
});

test('no more than the limit wait in a chat, also when scheduled at once', async () => {
  const { anna, roomId } = await pair();
  await sql`
    insert into scheduled_messages (id, room_id, user_id, text, due_at)
    select gen_random_uuid(), ${roomId}, ${anna.id}, 'ждёт', now() + interval '1 day'
    from generate_series(1, ${SCHEDULED.messages - 2}::int)
  `.execute(app.server.context.db);
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, (_, at) => plan(anna, roomId, `ещё ${at}`)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await waiting(anna, roomId)).toHaveLength(SCHEDULED.messages);
});

test('a silent message says so, alone and among others, and notifies nobody who is mentioned', async () => {
  const { anna, boris, roomId } = await pair();
  const live = await openLive(boris);
  const { message } = await anna.call(chats.send, {
    params: { roomId },
    body: { message: 'тихо', silent: 'true' },
  });
  expect(message).toMatchObject({ silent: true });
  expect(await live.next('room')).toMatchObject({ lastMessage: 'тихо', isSilent: true });
  expect(await sendMessage(anna, roomId, 'громко')).toMatchObject({ silent: false });
  expect((await live.next('room'))['isSilent']).toBeUndefined();
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      anna.call(chats.send, {
        params: { roomId },
        body: { message: `${at}`, ...(at % 2 === 0 ? { silent: 'true' as const } : {}) },
      }),
    ),
  );
  for (const { message: text, silent } of (await readRoom(boris, roomId)).slice(2))
    expect([text, silent]).toEqual([text, Number(text) % 2 === 0]);
  await live.cut();
  await befriend(anna, boris);
  const raid = await makeGroup(anna, 'Рейд', boris);
  const own = await openLive(boris);
  const say = (silent: object) =>
    anna.call(groups.send, {
      params: { roomId: raid },
      body: {
        message: 'Борис',
        mentions: JSON.stringify([{ user: boris.id, offset: 0, length: 5 }]),
        ...silent,
      },
    });
  await say({ silent: 'true' });
  expect(await own.next('room')).toMatchObject({ roomId: raid, isSilent: true });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from notifications
    where to_id = ${boris.id} and type = 'mention'
  `.execute(app.server.context.db);
  expect(rows).toEqual([{ count: 0 }]);
  await say({});
  expect(await own.next('notification')).toBeDefined();
  await own.cut();
});

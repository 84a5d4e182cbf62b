import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as blocks from '@respa/contract/privacy';
import * as voice from '@respa/contract/voice';
import { newId } from '#platform/runtime/ids.ts';
import { startTestApp, PASSWORD, type Caller, type TestApp } from '#tests/support/driver.ts';
import { readRoom, roomOf } from '#tests/support/members/conversations.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { makeVoiceClient, type VoiceClient } from '#tests/support/voice/voice-client.ts';
import { dropEmpty, insertMember, lockRoom } from './queries.ts';
import { readStates } from './room-state.ts';
import { startRing } from './rings.ts';
import { dropMember, tellSpeaking } from './service.ts';

let app: TestApp;
let [anna, boris, vera]: Caller[] = [];
let room: string;
const open: VoiceClient[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  await befriend(anna!, boris!, vera!);
  room = await roomOf(anna!, boris!);
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => app.stop());

let members = 0;
async function phone(who: Caller, roomId: string, clientId = newId(), more = {}) {
  const client = await makeVoiceClient((members += 1), async (sdp) => {
    const body = { sdp, clientId, isCalling: true, ...more };
    return (await who.call(voice.join, { params: { roomId }, body })).sdp;
  });
  open.push(client);
  return () => who.call(voice.leave, { params: { roomId }, body: { clientId } });
}
const ringsOf = async (who: Caller) => (await who.call(voice.rooms)).rings;
const kindsOf = async (who: Caller, roomId: string) =>
  (await readRoom(who, roomId)).map(({ system }) => system?.kind);

test('a caller whose connection is made again still calls', async () => {
  const stream = await openLive(boris!);
  const clientId = newId();
  await phone(anna!, room, clientId);
  await stream.next('voice-ring');
  const leave = await phone(anna!, room, clientId, { isCalling: false });
  expect(await ringsOf(boris!)).toHaveLength(1);
  expect(await kindsOf(boris!, room)).toEqual([]);
  const leaveToo = await phone(boris!, room);
  expect(await stream.next('voice-ring-ended')).toMatchObject({ reason: 'answered' });
  await leave();
  await leaveToo();
  expect(await kindsOf(boris!, room)).toEqual([]);
  await stream.cut();
});

test('two who call each other at once meet, and neither is busy', async () => {
  const [first, second] = [newId(), newId()];
  const leaves = await Promise.all([phone(anna!, room, first), phone(boris!, room, second)]);
  // What the slower of two joins does when the other has come in since it looked.
  const call = { roomId: room, callerId: anna!.id, calleeId: boris!.id, clientId: first };
  await startRing(app.server.context, call);
  for (const who of [anna!, boris!]) expect(await ringsOf(who)).toEqual([]);
  expect((await anna!.call(voice.rooms)).rooms[0]!.members).toHaveLength(2);
  for (const leave of leaves) await leave();
  expect(await kindsOf(boris!, room)).toEqual([]);
  // Who has left meanwhile rings at nobody.
  await startRing(app.server.context, call);
  expect(await ringsOf(boris!)).toEqual([]);
});

test('who comes in while the last one leaves stays', async () => {
  const { context } = app.server;
  const { db, bus } = context;
  await db.insertInto('voice_rooms').values({ room_id: room, instance_id: bus.id }).execute();
  let release!: () => void;
  const mayEnd = new Promise<void>((done) => {
    release = done;
  });
  let entered!: () => void;
  const isIn = new Promise<void>((done) => {
    entered = done;
  });
  const comesIn = db.transaction().execute(async (tx) => {
    await lockRoom(tx, room, bus.id);
    await insertMember(tx, {
      user_id: boris!.id,
      room_id: room,
      session_id: newId(),
      client_id: newId(),
      number: 1,
      is_muted: false,
      is_deaf: false,
      is_server_muted: false,
      is_listener: false,
    });
    entered();
    await mayEnd;
  });
  await isIn;
  await db.transaction().execute(async (tx) => {
    const leaves = dropEmpty(tx, room);
    setTimeout(release, 100);
    await leaves;
  });
  await comesIn;
  const [state] = await readStates(db, [room]);
  expect(state!.members.map(({ user }) => user)).toEqual([boris!.id]);
  await db.deleteFrom('voice_rooms').where('room_id', '=', room).execute();
});

test('a late word of a connection that was ended before ends no other with its number', async () => {
  const { context } = app.server;
  await context.db
    .insertInto('voice_rooms')
    .values({ room_id: room, instance_id: context.bus.id })
    .execute();
  await context.db
    .insertInto('voice_members')
    .values({
      user_id: boris!.id,
      room_id: room,
      session_id: newId(),
      client_id: newId(),
      number: 1,
    })
    .execute();
  await dropMember(context, room, 1);
  expect((await anna!.call(voice.rooms)).rooms[0]!.members).toHaveLength(1);
  await context.db.deleteFrom('voice_rooms').where('room_id', '=', room).execute();
});

test('a call ends with the account that it rings at, or at its block', async () => {
  const [stream, caller] = [await openLive(vera!), await openLive(anna!)];
  const gone = await app.join('Глеб');
  await befriend(anna!, gone);
  const its = await roomOf(anna!, gone);
  let leave = await phone(anna!, its);
  expect(await ringsOf(gone)).toHaveLength(1);
  await gone.call(account.deleteProfile, { body: { password: PASSWORD } });
  await caller.next('voice-ring-ended', ({ roomId }) => roomId === its);
  await caller.next(
    'voice',
    ({ room: state }) => (state as { roomId: string; calling: unknown }).calling === null,
  );
  await leave();

  const other = await roomOf(anna!, vera!);
  leave = await phone(anna!, other);
  await stream.next('voice-ring');
  await vera!.call(blocks.block, { params: { id: anna!.id } });
  await stream.next('voice-ring-ended');
  expect(await ringsOf(vera!)).toEqual([]);
  expect((await vera!.call(voice.rooms)).rooms).toEqual([]);
  await vera!.call(blocks.unblock, { params: { id: anna!.id } });
  await leave();
  await befriend(anna!, vera!);
  await Promise.all([stream.cut(), caller.cut()]);
});

test('who deletes their account is gone from the voice room of a group', async () => {
  const gone = await app.join('Дина');
  await befriend(anna!, gone);
  const group = await makeGroup(anna!, 'Отряд', gone, boris!);
  const [leave, stream] = [await phone(anna!, group), await openLive(boris!)];
  await phone(gone, group);
  const isAlone = ({ room: state }: Record<string, unknown>) =>
    (state as { members: unknown[] }).members.length === 1;
  await stream.next('voice', (event) => !isAlone(event));
  await gone.call(account.deleteProfile, { body: { password: PASSWORD } });
  expect(await stream.next('voice', isAlone)).toMatchObject({
    room: { members: [{ user: anna!.id }] },
  });
  await leave();
  await stream.cut();
});

test('who comes in muted is never shown with a microphone that is on', async () => {
  const stream = await openLive(boris!);
  const leave = await phone(anna!, room, newId(), { isMuted: true, isDeaf: true });
  expect(await stream.next('voice')).toMatchObject({
    room: { members: [{ user: anna!.id, isMuted: true, isDeaf: true }] },
  });
  await leave();
  await stream.cut();
});

test('the rooms of many conversations are read with few queries, and who speaks with none', async () => {
  const { context } = app.server;
  let asked = 0;
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      asked += 1;
      return result;
    },
  });
  const groups = [];
  for (let at = 0; at < 5; at += 1) groups.push(await makeGroup(anna!, `Рейд ${at}`, boris!));
  const states = await readStates(db, groups);
  expect(states.map(({ roomId, isGroup }) => [roomId, isGroup])).toEqual(
    groups.map((id) => [id, true]),
  );
  expect(asked).toBeLessThanOrEqual(4);

  const leave = await phone(anna!, groups[0]!);
  const stream = await openLive(boris!);
  asked = 0;
  for (const numbers of [[1], [], [1]]) await tellSpeaking({ ...context, db }, groups[0]!, numbers);
  expect(
    await stream.next('voice-speaking', ({ users }) => (users as string[]).length > 0),
  ).toMatchObject({ users: [anna!.id] });
  expect(asked).toBeLessThanOrEqual(1);
  await leave();
  await stream.cut();
});

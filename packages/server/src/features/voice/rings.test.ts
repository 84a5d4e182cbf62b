import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as voice from '@respa/contract/voice';
import { newId } from '#platform/runtime/ids.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { readRoom, roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { befriend } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { makeVoiceClient, type VoiceClient } from '#tests/support/voice/voice-client.ts';
import { dropMember, forgetRing, missRing } from './service.ts';

let app: TestApp;
let [anna, boris, vera]: Caller[] = [];
let room: string;
const open: VoiceClient[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera] = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => app.join(name)));
  await befriend(anna!, boris!);
  room = await roomOf(anna!, boris!);
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => app.stop());

let members = 0;
/** Enters a voice room as a press on the button does. Returns how to leave it. */
async function phone(
  who: Caller,
  roomId: string,
): Promise<(mayReturn?: boolean) => Promise<unknown>> {
  const clientId = newId();
  const client = await makeVoiceClient((members += 1), async (sdp) => {
    const body = { sdp, clientId, isCalling: true };
    return (await who.call(voice.join, { params: { roomId }, body })).sdp;
  });
  open.push(client);
  return (mayReturn = false) =>
    who.call(voice.leave, { params: { roomId }, body: { clientId, mayReturn } });
}
const ringsOf = async (who: Caller) => (await who.call(voice.rooms)).rings;
const linesOf = async (who: Caller, roomId: string) =>
  (await readRoom(who, roomId)).map(({ user, message, system }) => [user, message, system?.kind]);
const unreadOf = async (who: Caller, roomId: string) =>
  (await who.call(chats.rooms)).rooms.find(({ _id }) => _id === roomId)?.unread;

test('a call rings at the other person until they answer', async () => {
  const stream = await openLive(boris!);
  const leave = await phone(anna!, room);
  expect(await stream.next('voice-ring')).toMatchObject({
    ring: { roomId: room, user: { _id: anna!.id, name: 'Анна' } },
  });
  expect(await ringsOf(boris!)).toMatchObject([{ roomId: room }]);
  expect(await ringsOf(anna!)).toEqual([]);
  const state = (await anna!.call(voice.rooms)).rooms[0];
  expect(state).toMatchObject({ roomId: room, calling: boris!.id, isGroup: false });
  const leaveToo = await phone(boris!, room);
  expect(await stream.next('voice-ring-ended')).toMatchObject({ roomId: room, reason: 'answered' });
  expect(await ringsOf(boris!)).toEqual([]);
  await leave();
  await leaveToo();
  expect(await linesOf(boris!, room)).toEqual([]);
  await stream.cut();
});

test('a declined call and a missed one stay as lines of the conversation', async () => {
  const stream = await openLive(anna!);
  let leave = await phone(anna!, room);
  await boris!.call(voice.decline, { params: { roomId: room } });
  expect(await stream.next('voice-ring-ended')).toMatchObject({ reason: 'declined' });
  // A second press changes nothing, and neither does the caller.
  await boris!.call(voice.decline, { params: { roomId: room } });
  await leave();
  expect(await linesOf(anna!, room)).toEqual([[boris!.id, 'Звонок отклонён', 'declined_call']]);
  expect(await unreadOf(boris!, room)).toBe(0);

  leave = await phone(anna!, room);
  await anna!.call(voice.decline, { params: { roomId: room } });
  expect(await ringsOf(boris!)).toHaveLength(1);
  const [row] = await app.server.context.db.selectFrom('voice_rings').selectAll().execute();
  await missRing(app.server.context, { roomId: room, id: newId() });
  expect(await ringsOf(boris!)).toHaveLength(1);
  await missRing(app.server.context, { roomId: room, id: row!.id });
  await missRing(app.server.context, { roomId: room, id: row!.id });
  expect(await stream.next('voice-ring-ended')).toMatchObject({ reason: 'missed' });
  await leave();
  expect((await linesOf(boris!, room)).at(-1)).toEqual([
    anna!.id,
    'Звонок без ответа',
    'missed_call',
  ]);
  expect(await unreadOf(boris!, room)).toBe(1);

  // A caller who gives up has called too.
  leave = await phone(anna!, room);
  await leave();
  expect(await ringsOf(boris!)).toEqual([]);
  expect(await linesOf(boris!, room)).toHaveLength(3);
  await stream.cut();
});

test('a call rings on while the page of its caller loads again, and no longer', async () => {
  const stream = await openLive(boris!);
  const before = (await linesOf(boris!, room)).length;
  let leave = await phone(anna!, room);
  await stream.next('voice-ring');
  const [ring] = await app.server.context.db.selectFrom('voice_rings').selectAll().execute();
  const timeIsUp = () => forgetRing(app.server.context, { roomId: room, id: ring!.id });
  await leave(true);
  expect(await ringsOf(boris!)).toMatchObject([{ roomId: room }]);
  leave = await phone(anna!, room);
  await timeIsUp();
  expect(await ringsOf(boris!)).toMatchObject([{ roomId: room }]);
  await leave(true);
  await timeIsUp();
  await timeIsUp();
  expect(await stream.next('voice-ring-ended')).toMatchObject({ reason: 'cancelled' });
  expect(await ringsOf(boris!)).toEqual([]);
  expect(await linesOf(boris!, room)).toHaveLength(before + 1);
  await stream.cut();
});

test('a caller whose connection was missed first can still hang up', async () => {
  const leave = await phone(anna!, room);
  expect(await ringsOf(boris!)).toHaveLength(1);
  const { members } = (await anna!.call(voice.rooms)).rooms[0]!;
  await dropMember(app.server.context, room, members[0]!.number);
  expect((await anna!.call(voice.rooms)).rooms).toEqual([]);
  expect(await ringsOf(boris!)).toHaveLength(1);
  await leave();
  expect(await ringsOf(boris!)).toEqual([]);
});

test('who speaks elsewhere is busy', async () => {
  await befriend(vera!, boris!);
  const other = await roomOf(vera!, boris!);
  const leaveElsewhere = await phone(boris!, other);
  const stream = await openLive(anna!);
  const leave = await phone(anna!, room);
  expect(await stream.next('voice-ring-ended')).toMatchObject({ roomId: room, reason: 'busy' });
  expect(await ringsOf(boris!)).toEqual([]);
  await leave();
  await leaveElsewhere();
  await stream.cut();
});

test('a call of a muted conversation is shown without its sound', async () => {
  await boris!.call(extras.muteRoom, { params: { roomId: room } });
  const leave = await phone(anna!, room);
  expect(await ringsOf(boris!)).toMatchObject([{ roomId: room, isMuted: true }]);
  await leave();
  await boris!.call(extras.unmuteRoom, { params: { roomId: room } });
});

test('a stranger rings at nobody until they are answered', async () => {
  const stranger = await app.join('Глеб');
  const strange = await roomOf(stranger, vera!);
  let leave = await phone(stranger, strange);
  expect(await ringsOf(vera!)).toEqual([]);
  await leave();
  await sendMessage(vera!, strange, 'Привет');
  leave = await phone(stranger, strange);
  expect(await ringsOf(vera!)).toHaveLength(1);
  await leave();
});

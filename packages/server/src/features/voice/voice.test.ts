import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as groups from '@respa/contract/group-chats';
import * as blocks from '@respa/contract/privacy';
import * as voice from '@respa/contract/voice';
import * as screen from '@respa/contract/voice-screen';
import { newId } from '#platform/runtime/ids.ts';
import { signIn, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import {
  appoint,
  befriend,
  dismiss,
  excludeFrom,
  makeGroup,
} from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { heardBy, makeVoiceClient, type VoiceClient } from '#tests/support/voice/voice-client.ts';

let app: TestApp;
let [anna, boris, vera, stranger]: Caller[] = [];
let room: string;
let group: string;
const open: VoiceClient[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera, stranger] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  );
  room = await roomOf(anna!, boris!);
  await befriend(anna!, boris!, vera!);
  group = await makeGroup(anna!, 'Рейд', boris!, vera!);
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => app.stop());

let members = 0;
async function enter(who: Caller, roomId: string, clientId = newId()) {
  let joined: Awaited<ReturnType<typeof join>> | undefined;
  const join = (sdp: string) =>
    who.call(voice.join, { params: { roomId }, body: { sdp, clientId } });
  const client = await makeVoiceClient(
    (members += 1),
    async (sdp) => (joined = await join(sdp)).sdp,
  );
  open.push(client);
  return { ...client, number: joined!.number, room: joined!.room, clientId };
}
const stateOf = async (who: Caller, roomId: string) =>
  (await who.call(voice.rooms)).rooms.find((one) => one.roomId === roomId);
const usersIn = async (who: Caller, roomId: string) =>
  (await stateOf(who, roomId))?.members.map(({ user }) => user) ?? [];
/** Says something until the other hears it. */
async function isHeard(from: VoiceClient, to: VoiceClient, word: string): Promise<void> {
  await expect
    .poll(
      () => {
        from.say(word);
        return heardBy(to).some((heard) => heard.endsWith(word));
      },
      { timeout: 10_000 },
    )
    .toBe(true);
}
/** Says something a few times; returns whether the other heard it. */
async function staysUnheard(from: VoiceClient, to: VoiceClient, word: string): Promise<boolean> {
  for (let time = 0; time < 20; time += 1) {
    from.say(word);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return !heardBy(to).some((heard) => heard.endsWith(word));
}

test('two members of a conversation hear each other, and everyone of it sees who is inside', async () => {
  const stream = await openLive(boris!);
  const first = await enter(anna!, room);
  expect(await stream.next('voice')).toMatchObject({
    room: { roomId: room, members: [{ user: anna!.id, number: 1 }] },
  });
  expect(await usersIn(boris!, room)).toEqual([anna!.id]);
  expect(await usersIn(vera!, room)).toEqual([]);
  const second = await enter(boris!, room);
  await isHeard(first, second, 'привет');
  await isHeard(second, first, 'здесь');
  expect(heardBy(second)[0]).toBe(`${first.number} привет`);
  expect(await stream.next('voice-speaking')).toMatchObject({ roomId: room });
  await anna!.call(voice.leave, { params: { roomId: room }, body: { clientId: first.clientId } });
  expect(await usersIn(boris!, room)).toEqual([boris!.id]);
  await boris!.call(voice.leave, { params: { roomId: room }, body: { clientId: second.clientId } });
  expect(await stateOf(boris!, room)).toBeUndefined();
  await stream.cut();
});

test('a stranger neither joins nor sees who is inside', async () => {
  const first = await enter(anna!, room);
  const input = { params: { roomId: room }, body: { sdp: 'v=0', clientId: newId() } };
  expect((await stranger!.refusal(voice.join, input)).status).toBe(404);
  expect((await stranger!.call(voice.rooms)).rooms).toEqual([]);
  expect((await anna!.refusal(voice.join, input)).status).toBe(400);
  await anna!.call(voice.leave, { params: { roomId: room }, body: { clientId: first.clientId } });
});

test('joining elsewhere ends the former connection', async () => {
  const first = await enter(anna!, room);
  const other = await enter(boris!, room);
  const second = await enter(anna!, group);
  expect(await usersIn(boris!, room)).toEqual([boris!.id]);
  expect(await usersIn(boris!, group)).toEqual([anna!.id]);
  expect(await staysUnheard(first, other, 'прежнее')).toBe(true);
  // A tab that has lost the room does not take it from the one that has it.
  await anna!.call(voice.leave, { params: { roomId: group }, body: { clientId: first.clientId } });
  expect(await usersIn(boris!, group)).toEqual([anna!.id]);
  await anna!.call(voice.leave, { params: { roomId: group }, body: { clientId: second.clientId } });
  await boris!.call(voice.leave, { params: { roomId: room }, body: { clientId: other.clientId } });
});

test('a muted member is not heard, also when the creator muted them', async () => {
  const [first, second] = [await enter(anna!, group), await enter(boris!, group)];
  await isHeard(second, first, 'раз');
  const own = (isMuted: boolean, isDeaf = false) =>
    boris!.call(voice.setOwn, { params: { roomId: group }, body: { isMuted, isDeaf } });
  await own(true);
  expect(await staysUnheard(second, first, 'молчу')).toBe(true);
  await own(false);
  await isHeard(second, first, 'два');
  await own(false, true);
  expect(await staysUnheard(first, second, 'глух')).toBe(true);
  await own(false);

  const params = { roomId: group, userId: boris!.id };
  const mute = { params, body: { isServerMuted: true } };
  expect((await vera!.refusal(voice.setMember, mute)).status).toBe(403);
  await anna!.call(voice.setMember, mute);
  await own(false);
  expect(await staysUnheard(second, first, 'запрет')).toBe(true);
  expect((await stateOf(vera!, group))!.members[1]).toMatchObject({ isServerMuted: true });
  // Connecting again does not lift it.
  const again = await enter(boris!, group);
  expect(await staysUnheard(again, first, 'снова')).toBe(true);
  // Nor does leaving in between.
  await boris!.call(voice.leave, { params: { roomId: group }, body: { clientId: again.clientId } });
  const back = await enter(boris!, group);
  expect(await staysUnheard(back, first, 'вернулся')).toBe(true);
  await anna!.call(voice.setMember, { params, body: { isServerMuted: false } });
  await isHeard(back, first, 'можно');
  expect((await vera!.refusal(voice.removeMember, { params })).status).toBe(403);
  await anna!.call(voice.removeMember, { params });
  expect(await usersIn(vera!, group)).toEqual([anna!.id]);
  await anna!.call(voice.leave, { params: { roomId: group }, body: { clientId: first.clientId } });
});

test('a moderator mutes and removes members, but neither the creator nor another moderator', async () => {
  const call = (target: Caller) => ({
    params: { roomId: group, userId: target.id },
    body: { isServerMuted: true },
  });
  const inside = [await enter(anna!, group), await enter(boris!, group), await enter(vera!, group)];
  await appoint(anna!, group, vera!);
  for (const route of [voice.setMember, voice.removeMember, screen.stop])
    expect((await vera!.refusal(route, call(anna!))).status).toBe(403);
  await vera!.call(voice.setMember, call(boris!));
  expect(await staysUnheard(inside[1]!, inside[0]!, 'запрет')).toBe(true);
  // Showing no screen, whose end they may ask for.
  expect((await vera!.refusal(screen.stop, call(boris!))).status).toBe(404);
  await appoint(anna!, group, boris!);
  for (const route of [voice.setMember, voice.removeMember, screen.stop]) {
    expect((await vera!.refusal(route, call(boris!))).status).toBe(403);
    expect((await boris!.refusal(route, call(boris!))).status).toBe(403);
  }
  await dismiss(anna!, group, boris!);
  await vera!.call(voice.removeMember, call(boris!));
  expect(await usersIn(anna!, group)).toEqual([anna!.id, vera!.id]);
  await dismiss(anna!, group, vera!);
  expect((await vera!.refusal(voice.removeMember, call(boris!))).status).toBe(403);
  for (const [who, clientId] of [
    [anna!, inside[0]!.clientId],
    [vera!, inside[2]!.clientId],
  ] as const)
    await who.call(voice.leave, { params: { roomId: group }, body: { clientId } });
});

test('who is excluded or signs out is silent at once', async () => {
  const guest = await signIn(app, vera!);
  const [first, second] = [await enter(anna!, group), await enter(guest, group)];
  await isHeard(second, first, 'тут');
  await guest.call(account.logout);
  await expect.poll(() => usersIn(anna!, group)).toEqual([anna!.id]);
  expect(await staysUnheard(second, first, 'вышла')).toBe(true);

  const third = await enter(boris!, group);
  await isHeard(third, first, 'пока тут');
  await excludeFrom(anna!, group, boris!);
  await expect.poll(() => usersIn(anna!, group)).toEqual([anna!.id]);
  expect(await staysUnheard(third, first, 'исключён')).toBe(true);
  await anna!.call(groups.invite, { params: { roomId: group, userId: boris!.id } });
  await anna!.call(voice.leave, { params: { roomId: group }, body: { clientId: first.clientId } });
});

test('when the process that forwards audio is killed, everyone is told to connect again', async () => {
  const [first, second] = [await enter(anna!, room), await enter(boris!, room)];
  const stream = await openLive(boris!);
  const { pid } = (await app.server.context.voice.engine!.measure())!;
  process.kill(pid, 'SIGKILL');
  expect(
    await stream.next(
      'voice',
      ({ room: state }) => (state as { epoch: number }).epoch > first.room.epoch,
    ),
  ).toMatchObject({ room: { members: [] } });
  let again: Awaited<ReturnType<typeof enter>> | undefined;
  await expect
    .poll(
      async () => {
        again ??= await enter(anna!, room).catch(() => undefined);
        return again !== undefined;
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  const back = await enter(boris!, room);
  await isHeard(back, again!, 'снова вместе');
  await stream.cut();
  void second;
});

/** Ends a conversation in the middle of a sentence; returns what was still heard a second later. */
async function heardAfter(from: VoiceClient, to: VoiceClient, end: () => Promise<unknown>) {
  let heard = 0;
  const speaking = setInterval(() => from.say(`слог ${(heard += 1)}`), 20);
  try {
    await expect.poll(() => heardBy(to).length, { timeout: 10_000 }).toBeGreaterThan(10);
    await end();
    const pause = (ms: number) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
    await pause(1_000);
    const before = heardBy(to).length;
    await pause(500);
    return heardBy(to).length - before;
  } finally {
    clearInterval(speaking);
  }
}
test('a member who is excluded, blocked or signed out mid-sentence is not heard a second later', async () => {
  const guest = await signIn(app, vera!);
  const listener = await enter(anna!, group);
  const signsOut = await enter(guest, group);
  expect(await heardAfter(signsOut, listener, () => guest.call(account.logout))).toBe(0);
  const excluded = await enter(boris!, group);
  expect(await heardAfter(excluded, listener, () => excludeFrom(anna!, group, boris!))).toBe(0);
  await anna!.call(groups.invite, { params: { roomId: group, userId: boris!.id } });
  const [first, second] = [await enter(anna!, room), await enter(boris!, room)];
  const block = { params: { id: boris!.id } };
  expect(await heardAfter(second, first, () => anna!.call(blocks.block, block))).toBe(0);
  expect(await usersIn(anna!, room)).not.toContain(boris!.id);
  await anna!.call(blocks.unblock, block);
});

test('no answer and no event holds an address that an offer names', async () => {
  const stream = await openLive(boris!);
  const address = '203.0.113.77';
  let answer: string | undefined;
  const client = await makeVoiceClient(99, async (sdp) => {
    const named = sdp.replaceAll(/a=candidate:.*/g, `a=candidate:1 1 UDP 1 ${address} 9 typ host`);
    const body = { sdp: named.replaceAll(/^c=.*/gm, `c=IN IP4 ${address}`), clientId: newId() };
    const joined = await anna!.call(voice.join, { params: { roomId: room }, body });
    answer = JSON.stringify(joined);
    return joined.sdp;
  });
  open.push(client);
  await stream.next('voice');
  expect(answer).not.toContain(address);
  expect(JSON.stringify(stream.events)).not.toMatch(/203\.0\.113|candidate/);
  expect(JSON.stringify(await boris!.call(voice.rooms))).not.toMatch(/203\.0\.113|candidate/);
  await stream.cut();
});

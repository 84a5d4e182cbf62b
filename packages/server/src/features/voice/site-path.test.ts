import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as groups from '@respa/contract/group-chats';
import * as blocks from '@respa/contract/privacy';
import * as voice from '@respa/contract/voice';
import { VOICE_SITE, VOICE_SITE_CODES as CODES } from '@respa/contract/voice-site';
import { newId } from '#platform/runtime/ids.ts';
import { signIn, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { patient } from '#tests/support/patience.ts';
import { heardBy, makeVoiceClient, type VoiceClient } from '#tests/support/voice/voice-client.ts';
import {
  enterThroughSite,
  openSiteSocket,
  type SiteClient,
} from '#tests/support/voice/voice-site-client.ts';

let app: TestApp;
let [anna, boris, vera, stranger]: Caller[] = [];
let room: string;
let group: string;
const open: { close(): void }[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera, stranger] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  );
  room = await roomOf(anna!, boris!);
  await befriend(anna!, boris!, vera!);
  group = await makeGroup(anna!, 'Рейд', boris!, vera!);
});
afterEach(() => leaveAll());
afterAll(() => app.stop());

const usersIn = async (who: Caller, roomId: string) =>
  (await who.call(voice.rooms)).rooms
    .find((one) => one.roomId === roomId)
    ?.members.map(({ user }) => user) ?? [];
/** Ends all connections, and waits until nobody is inside. */
async function leaveAll(): Promise<void> {
  for (const client of open.splice(0)) client.close();
  for (const roomId of [room, group])
    for (
      const left = performance.now() + patient(15_000);
      performance.now() < left;
      await pause(20)
    )
      if ((await usersIn(anna!, roomId)).length === 0) break;
}
async function throughSite(who: Caller, roomId: string): Promise<SiteClient> {
  const client = await enterThroughSite(who, roomId);
  open.push(client);
  return client;
}
let members = 0;
async function direct(who: Caller, roomId: string): Promise<VoiceClient & { number: number }> {
  let number = 0;
  const clientId = newId();
  const client = await makeVoiceClient((members += 1), async (sdp) => {
    const body = { sdp, clientId };
    const joined = await who.call(voice.join, { params: { roomId }, body });
    number = joined.number;
    return joined.sdp;
  });
  open.push({
    close() {
      client.close();
      void who.call(voice.leave, { params: { roomId }, body: { clientId } }).catch(() => {});
    },
  });
  return { ...client, number };
}
type Client = VoiceClient | SiteClient;
const heard = (client: Client): string[] => ('socket' in client ? client.heard : heardBy(client));
/** Says something until the other hears it. */
async function isHeard(from: Client, to: Client, word: string): Promise<void> {
  await expect
    .poll(
      () => {
        from.say(word);
        return heard(to).some((one) => one.endsWith(word));
      },
      { timeout: patient(10_000) },
    )
    .toBe(true);
}
/** Says something a few times; returns whether the other heard none of it. */
async function staysUnheard(from: Client, to: Client, word: string): Promise<boolean> {
  for (let time = 0; time < 20; time += 1) {
    from.say(word);
    await pause(20);
  }
  return !heard(to).some((one) => one.endsWith(word));
}
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('who comes through the site hears the others and is heard, by each way', async () => {
  const [first, second, third] = [
    await throughSite(anna!, group),
    await direct(boris!, group),
    await throughSite(vera!, group),
  ];
  expect(first.room).toMatchObject({ roomId: group, members: [{ user: anna!.id, number: 1 }] });
  // Quiet background noise is not speech, from there either.
  first.socket.send(Buffer.from([0, 0, 0, 0, 0, 1, 90, ...Buffer.from('шум')]));
  await isHeard(first, second, 'с сайта');
  await isHeard(second, first, 'на сайт');
  await isHeard(third, first, 'оба');
  expect(heard(second)[0]).toBe(`${first.number} с сайта`);
  expect(heard(first)[0]).toBe(`${second.number} на сайт`);
  expect(await usersIn(boris!, group)).toEqual([anna!.id, boris!.id, vera!.id]);
  expect((await app.server.context.voice.engine!.measure())!.bridges).toBe(2);
  first.close();
  await expect.poll(() => usersIn(boris!, group)).toEqual([boris!.id, vera!.id]);
});

test('muting, deafening and the creator count there too', async () => {
  const [first, second] = [await direct(anna!, group), await throughSite(boris!, group)];
  await isHeard(second, first, 'раз');
  const own = (isMuted: boolean, isDeaf = false) =>
    boris!.call(voice.setOwn, { params: { roomId: group }, body: { isMuted, isDeaf } });
  await own(true);
  expect(await staysUnheard(second, first, 'молчу')).toBe(true);
  await own(false, true);
  expect(await staysUnheard(first, second, 'глух')).toBe(true);
  await own(false);
  const params = { roomId: group, userId: boris!.id };
  await anna!.call(voice.setMember, { params, body: { isServerMuted: true } });
  expect(await staysUnheard(second, first, 'запрет')).toBe(true);
  await anna!.call(voice.setMember, { params, body: { isServerMuted: false } });
  await isHeard(second, first, 'можно');
});

/** Returns how long it takes until a connection is ended, in ms, and its code. */
async function endOf(client: SiteClient, end: () => Promise<unknown>) {
  const began = performance.now();
  await end();
  const code = await client.ended;
  return { code, ms: performance.now() - began };
}
test('what ends a membership ends the connection within a second', async () => {
  const leave = async (who: Caller, roomId: string, client: SiteClient) =>
    who.call(voice.leave, { params: { roomId }, body: { clientId: client.clientId } });
  const guest = await signIn(app, vera!);
  const ends: [
    name: string,
    who: Caller,
    roomId: string,
    end: (c: SiteClient) => Promise<unknown>,
  ][] = [
    ['leaves', boris!, group, (client) => leave(boris!, group, client)],
    [
      'is removed',
      boris!,
      group,
      () => anna!.call(voice.removeMember, { params: { roomId: group, userId: boris!.id } }),
    ],
    ['joins elsewhere', boris!, group, async () => direct(boris!, group)],
    ['signs out', guest, group, () => guest.call(account.logout)],
    ['is excluded', boris!, group, () => excludeFrom(anna!, group, boris!)],
    ['is blocked', boris!, room, () => anna!.call(blocks.block, { params: { id: boris!.id } })],
  ];
  for (const [name, who, roomId, end] of ends) {
    const client = await throughSite(who, roomId);
    const { code, ms } = await endOf(client, () => end(client));
    expect([name, code, ms < patient(1_000)]).toEqual([name, CODES.ended, true]);
    await leaveAll();
  }
  await anna!.call(blocks.unblock, { params: { id: boris!.id } });
  await befriend(anna!, boris!);
  await anna!.call(groups.invite, { params: { roomId: group, userId: boris!.id } });
});

test('a stranger, who is signed out and a page of another site stay outside', async () => {
  await expect(enterThroughSite(stranger!, room)).rejects.toThrow('not_found');
  const guest = await signIn(app, stranger!);
  await guest.call(account.logout);
  await expect(enterThroughSite(guest, room)).rejects.toThrow('not_signed_in');
  const waiting = await app.register('Фома');
  await expect(enterThroughSite(waiting, room)).rejects.toThrow('not_activated');
  for (const origin of ['https://evil.example', 'null', ''])
    await expect(openSiteSocket(app.url, room, { origin })).rejects.toThrow('403');
  await expect(openSiteSocket(app.url, 'x')).rejects.toThrow('404');
  expect((await fetch(`${app.url}/api/voice/${room}/site`)).status).toBe(400);
  expect(await usersIn(anna!, room)).toEqual([]);
});

test('nothing but a greeting is accepted, and not for long', async () => {
  const { token } = anna!;
  const clientId = newId();
  for (const greeting of [
    'привет',
    '{}',
    '[]',
    'null',
    JSON.stringify({ token, clientId: 'x' }),
    JSON.stringify({ token, clientId, roomId: room }),
    JSON.stringify({ token: [token], clientId }),
    Buffer.from(JSON.stringify({ token, clientId })),
  ]) {
    const page = await openSiteSocket(app.url, room);
    page.socket.send(greeting);
    expect([greeting, await page.ended]).toEqual([greeting, CODES.abuse]);
  }
  const large = await openSiteSocket(app.url, room);
  large.socket.send('x'.repeat(VOICE_SITE.messageBytes + 1));
  expect(await large.ended).toBe(1009);
  const silent = await Promise.all(
    Array.from({ length: VOICE_SITE.unnamedPerAddress }, () => openSiteSocket(app.url, room)),
  );
  await expect(openSiteSocket(app.url, room)).rejects.toThrow('429');
  expect(new Set(await Promise.all(silent.map(({ ended }) => ended)))).toEqual(
    new Set([CODES.abuse]),
  );
  expect(await usersIn(anna!, room)).toEqual([]);
});

test('garbage and floods harm nobody else', async () => {
  const [first, second] = [await throughSite(anna!, room), await throughSite(boris!, room)];
  for (const bytes of [
    [],
    [0],
    [0, 1, 0, 0, 0, 1, 200, 5],
    Array.from({ length: 1_400 }, () => 255),
  ])
    first.socket.send(Buffer.from(bytes));
  await isHeard(first, second, 'ещё тут');
  for (let frame = 0; frame < 400; frame += 1) first.say(`поток ${frame}`);
  await isHeard(second, first, 'живы');
  expect(heard(second).length).toBeLessThan(250);
  for (let frame = 0; frame < VOICE_SITE.floodPerSecond * 3; frame += 1) first.say('лавина');
  expect(await first.ended).toBe(CODES.abuse);
  second.socket.send('что-то');
  expect(await second.ended).toBe(CODES.abuse);
});

test('a second connection of a member takes the place of the first', async () => {
  const first = await throughSite(anna!, room);
  const second = await throughSite(anna!, room);
  expect(await first.ended).toBe(CODES.ended);
  const other = await throughSite(boris!, room);
  await isHeard(second, other, 'дальше');
});

test('the page is told to come again when the process is killed and when the server stops', async () => {
  const own = await startTestApp();
  const who = await own.join('Инна');
  const place = await roomOf(who, await own.join('Кира'));
  const first = await enterThroughSite(who, place);
  process.kill((await own.server.context.voice.engine!.measure())!.pid, 'SIGKILL');
  expect(await first.ended).toBe(CODES.ended);
  let again: SiteClient | undefined;
  await expect
    .poll(
      async () => {
        again ??= await enterThroughSite(who, place).catch(() => undefined);
        return again !== undefined;
      },
      { timeout: patient(15_000) },
    )
    .toBe(true);
  await own.stop();
  expect(await again!.ended).toBe(CODES.away);
});

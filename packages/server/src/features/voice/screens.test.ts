import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as groups from '@respa/contract/group-chats';
import * as voice from '@respa/contract/voice';
import * as screen from '@respa/contract/voice-screen';
import { newId } from '#platform/runtime/ids.ts';
import { isBrowserHere } from '#tests/support/browser/world.ts';
import { signIn, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { makeScreenClient } from '#tests/support/voice/screen-client.ts';
import {
  readSeen,
  seeInBrowser,
  showInBrowser,
  type ScreenPage,
} from '#tests/support/voice/screen-pages.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { makeVoiceClient } from '#tests/support/voice/voice-client.ts';

let app: TestApp;
let [anna, boris, vera, stranger]: Caller[] = [];
let group: string;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris, vera, stranger] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  );
  await befriend(anna!, boris!, vera!);
  group = await makeGroup(anna!, 'Рейд', boris!, vera!);
});
const inside: { who: Caller; clientId: string }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  for (const { who, clientId } of inside.splice(0))
    await who
      .call(voice.leave, { params: { roomId: group }, body: { clientId } })
      .catch(() => undefined);
});
afterAll(() => app.stop());

let members = 0;
async function enter(who: Caller): Promise<void> {
  const clientId = newId();
  const join = async (sdp: string) =>
    (await who.call(voice.join, { params: { roomId: group }, body: { sdp, clientId } })).sdp;
  open.push(await makeVoiceClient((members += 1), join));
  inside.push({ who, clientId });
}
const sharing = (who: Caller, clientId: string) => async (sdp: string) =>
  (
    await who.call(screen.share, {
      params: { roomId: group },
      body: { sdp, clientId, height: 720 },
    })
  ).sdp;
const watching = (who: Caller, clientId: string) => async (sdp: string) =>
  (await who.call(screen.watch, { params: { roomId: group }, body: { sdp, clientId } })).sdp;
async function share(who: Caller, clientId = newId()): Promise<string> {
  open.push(await makeScreenClient('SendOnly', sharing(who, clientId)));
  return clientId;
}
async function watch(who: Caller, clientId = newId()): Promise<string> {
  open.push(await makeScreenClient('RecvOnly', watching(who, clientId)));
  return clientId;
}
const shown = async (who: Caller) =>
  (await who.call(voice.rooms)).rooms.find(({ roomId }) => roomId === group)?.screen;
const counts = async () => {
  const { screens, readers } = (await app.server.context.voice.engine!.measure())!;
  return { screens, readers };
};
/** Waits until frames arrive that are newer than now. */
async function isSeen(page: ScreenPage): Promise<void> {
  const { frames } = await readSeen(page);
  await expect
    .poll(async () => (await readSeen(page)).frames, { timeout: 20_000 })
    .toBeGreaterThan(frames + 5);
}

describe.skipIf(!isBrowserHere)('In browsers', () => {
  test('a screen with sound is seen in full size until its member is excluded', async () => {
    await Promise.all([enter(anna!), enter(boris!)]);
    const stream = await openLive(vera!);
    open.push(await showInBrowser(sharing(boris!, newId())));
    expect(await stream.next('voice')).toMatchObject({
      room: { screen: { user: boris!.id, height: 720, hasSound: true } },
    });
    const page = await seeInBrowser(watching(anna!, newId()));
    open.push(page);
    await isSeen(page);
    await expect
      .poll(async () => (await readSeen(page)).sound, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await expect.poll(async () => (await readSeen(page)).height, { timeout: 30_000 }).toBe(720);
    // Who comes later gets a whole picture although the sender goes on; here over TCP.
    await enter(vera!);
    const second = await seeInBrowser(async (sdp) =>
      (await watching(vera!, newId())(sdp)).replaceAll(/a=candidate:\d+ 1 UDP .*\r\n/g, ''),
    );
    open.push(second);
    await isSeen(second);

    await excludeFrom(anna!, group, boris!);
    expect(await counts()).toEqual({ screens: 0, readers: 0 });
    const { frames } = await readSeen(page);
    await second.page.waitForTimeout(500);
    expect((await readSeen(page)).frames).toBeLessThanOrEqual(frames + 2);
    await expect.poll(() => shown(anna!)).toBeNull();
    await anna!.call(groups.invite, { params: { roomId: group, userId: boris!.id } });
    await stream.cut();
  });
});

test('only one member of the room shows a screen, and nobody outside sees or shows one', async () => {
  const broken = {
    params: { roomId: group },
    body: { sdp: 'v=0', clientId: newId(), height: 720 },
  };
  for (const call of [screen.share, screen.watch]) {
    expect((await stranger!.refusal(call, broken as never)).status).toBe(404);
    expect((await anna!.refusal(call, broken as never)).status).toBe(400);
  }
  await expect(share(anna!)).rejects.toThrow('Сначала войдите в голосовую комнату.');
  await expect(watch(anna!)).rejects.toThrow('Сначала войдите в голосовую комнату.');
  await Promise.all([enter(anna!), enter(boris!)]);
  await expect(watch(anna!)).rejects.toThrow('Показ экрана уже закончился.');
  const both = await Promise.allSettled([share(anna!), share(boris!)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('Экран уже показывает другой участник.') as string },
  });
  expect(await counts()).toEqual({ screens: 1, readers: 0 });
});

test('a screen begun again takes the place of the former, and each ends only what it began', async () => {
  await Promise.all([enter(anna!), enter(boris!)]);
  const first = await share(anna!);
  const seen = await watch(boris!);
  expect(await shown(vera!)).toMatchObject({ id: first, user: anna!.id });
  const second = await share(anna!);
  expect(await shown(vera!)).toMatchObject({ id: second, user: anna!.id });
  expect(await counts()).toEqual({ screens: 1, readers: 0 });
  const again = await watch(boris!);
  const leave = (who: Caller, clientId: string) =>
    who.call(screen.leave, { params: { roomId: group }, body: { clientId } });
  await leave(anna!, first);
  await leave(boris!, second);
  await leave(boris!, seen);
  expect(await counts()).toEqual({ screens: 1, readers: 1 });
  await leave(boris!, again);
  expect(await counts()).toEqual({ screens: 1, readers: 0 });
  await leave(anna!, second);
  await leave(anna!, second);
  expect(await counts()).toEqual({ screens: 0, readers: 0 });
  expect(await shown(vera!)).toBeNull();
});

test('the creator of the group ends a screen, and who is muted shows none', async () => {
  await Promise.all([enter(anna!), enter(boris!)]);
  await share(boris!);
  const params = { roomId: group, userId: boris!.id };
  expect((await vera!.refusal(screen.stop, { params })).status).toBe(403);
  expect((await stranger!.refusal(screen.stop, { params })).status).toBe(404);
  await anna!.call(screen.stop, { params });
  expect(await counts()).toEqual({ screens: 0, readers: 0 });
  expect((await anna!.refusal(screen.stop, { params })).status).toBe(404);

  await share(boris!);
  await anna!.call(voice.setMember, { params, body: { isServerMuted: true } });
  expect(await shown(vera!)).toBeNull();
  await expect.poll(counts).toEqual({ screens: 0, readers: 0 });
  await expect(share(boris!)).rejects.toThrow('Ваш микрофон выключили для всех');
  await anna!.call(voice.setMember, { params, body: { isServerMuted: false } });
  await share(boris!);
  expect(await shown(vera!)).toMatchObject({ user: boris!.id });
});

test('a screen and its viewers end with the session, and with the process', async () => {
  const guest = await signIn(app, vera!);
  await Promise.all([enter(anna!), enter(guest)]);
  await share(anna!);
  await watch(guest);
  // Another device of the same person is not inside.
  await expect(watch(vera!)).rejects.toThrow('Сначала войдите в голосовую комнату.');
  await guest.call(account.logout);
  await expect.poll(counts).toEqual({ screens: 1, readers: 0 });
  const { pid } = (await app.server.context.voice.engine!.measure())!;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => shown(boris!)).toBeUndefined();
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as groups from '@respa/contract/group-chats';
import * as voice from '@respa/contract/voice';
import * as screen from '@respa/contract/voice-screen';
import { TokenVerifier } from 'livekit-server-sdk';
import { newId } from '#platform/runtime/ids.ts';
import { signIn, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { LiveKitPeer } from '#tests/support/voice/livekit-peer.ts';

let peer: LiveKitPeer;
let app: TestApp;
let [anna, boris, vera, stranger]: Caller[] = [];
let room: string;
beforeAll(async () => {
  peer = await new LiveKitPeer().start();
  app = await startTestApp(peer.env);
  [anna, boris, vera, stranger] = await Promise.all(
    ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => app.join(name)),
  );
  await befriend(anna!, boris!, vera!);
  room = await makeGroup(anna!, 'Рейд', boris!, vera!);
});
afterAll(async () => {
  await app.stop();
  await peer.stop();
});
const inside: { who: Caller; clientId: string }[] = [];
afterEach(async () => {
  for (const { who, clientId } of inside.splice(0))
    await who.call(voice.leave, { params: { roomId: room }, body: { clientId } });
});

/** Returns what a member gets who enters. */
async function admit(who: Caller, body: { isListening?: boolean; isMuted?: boolean } = {}) {
  const clientId = newId();
  const joined = await who.call(voice.join, {
    params: { roomId: room },
    body: { sdp: '', clientId, ...body },
  });
  inside.push({ who, clientId });
  return { ...joined, clientId, token: joined.liveKit!.token };
}
/** Lets a member in, whose page connects. */
async function enter(who: Caller) {
  const admitted = await admit(who);
  return { ...admitted, identity: (await peer.join(admitted.token)).who.info.identity };
}
/** Returns what a pass allows. */
const read = (token: string) => new TokenVerifier(peer.key, peer.secret).verify(token);
const identities = () => [...(peer.rooms.get(room)?.keys() ?? [])];
const rightsOf = (identity: string) => peer.rooms.get(room)?.get(identity)?.info.permission;
const stateOf = async (who: Caller) =>
  (await who.call(voice.rooms)).rooms.find(({ roomId }) => roomId === room);
const usersIn = async () => (await stateOf(anna!))?.members.map(({ user }) => user) ?? [];

test('a pass lets one connection into one room for a minute, to speak and to hear', async () => {
  expect((await anna!.call(voice.rooms)).engine).toBe('livekit');
  const { liveKit, number, sdp } = await admit(anna!);
  expect([liveKit!.url, sdp]).toEqual([peer.url, '']);
  const claims = await read(liveKit!.token);
  expect(claims.video).toEqual({
    room,
    roomJoin: true,
    canPublish: true,
    canPublishSources: ['microphone'],
    canSubscribe: true,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
  expect(claims.sub).toMatch(new RegExp(`^${number}\\.[\\w-]{12}$`));
  const { exp, nbf } = claims as { exp: number; nbf: number };
  expect(exp - nbf).toBeLessThanOrEqual(60);
  const told = Buffer.from(liveKit!.token.split('.')[1]!, 'base64url').toString();
  for (const secret of [anna!.id, anna!.email, 'Анна']) expect(told).not.toContain(secret);

  const listening = (await read((await admit(boris!, { isListening: true })).token)).video;
  expect(listening).toMatchObject({ canPublish: false, canPublishSources: [], canSubscribe: true });
  expect((await stateOf(anna!))!.members).toMatchObject([
    { user: anna!.id, isListener: false },
    { user: boris!.id, isListener: true },
  ]);
});

test('a stranger gets no pass, and no member one for a room that is not theirs', async () => {
  const listed = peer.calls.length;
  const body = { sdp: '', clientId: newId() };
  const params = { roomId: room };
  expect((await stranger!.refusal(voice.join, { params, body })).status).toBe(404);
  const elsewhere = { params: { roomId: newId() }, body };
  expect((await anna!.refusal(voice.join, elsewhere)).status).toBe(404);
  expect(peer.calls.length).toBe(listed);
});

test('who is excluded, removed, signed out or connected elsewhere is removed', async () => {
  const stays = await enter(anna!);
  const isAlone = () => expect.poll(identities).toEqual([stays.identity]);

  await enter(boris!);
  await excludeFrom(anna!, room, boris!);
  await isAlone();
  const body = { sdp: '', clientId: newId() };
  expect((await boris!.refusal(voice.join, { params: { roomId: room }, body })).status).toBe(404);
  await anna!.call(groups.invite, { params: { roomId: room, userId: boris!.id } });

  await enter(boris!);
  const stream = await openLive(boris!);
  await anna!.call(voice.removeMember, { params: { roomId: room, userId: boris!.id } });
  await isAlone();
  expect(await stream.next('voice-ended')).toMatchObject({ reason: 'removed' });
  await stream.cut();

  const guest = await signIn(app, vera!);
  await enter(guest);
  inside.pop();
  await guest.call(account.logout);
  await isAlone();

  await enter(boris!);
  const again = await enter(await signIn(app, boris!));
  await expect.poll(identities).toEqual([stays.identity, again.identity]);
  expect(await usersIn()).toEqual([anna!.id, boris!.id]);
});

test('who is muted for all may not publish, also after coming back', async () => {
  await enter(anna!);
  const { identity } = await enter(boris!);
  const mute = (isServerMuted: boolean) =>
    anna!.call(voice.setMember, {
      params: { roomId: room, userId: boris!.id },
      body: { isServerMuted },
    });
  await mute(true);
  await expect.poll(() => rightsOf(identity)).toMatchObject({ canPublish: false });
  expect(rightsOf(identity)).toMatchObject({ canSubscribe: true, canPublishSources: [] });
  const share = { sdp: '', clientId: newId(), height: 720 } as const;
  const refused = await boris!.refusal(screen.share, { params: { roomId: room }, body: share });
  expect(refused.code).toBe('screen_muted');
  const back = await enter(boris!);
  expect(rightsOf(back.identity)).toMatchObject({ canPublish: false });
  await mute(false);
  await expect.poll(() => rightsOf(back.identity)?.canPublishSources).toEqual([2]);
  // The own microphone is the page's: it publishes nothing.
  const calls = peer.calls.filter((call) => call === 'UpdateParticipant').length;
  await boris!.call(voice.setOwn, {
    params: { roomId: room },
    body: { isMuted: true, isDeaf: true },
  });
  expect(peer.calls.filter((call) => call === 'UpdateParticipant').length).toBe(calls);
});

test('who shows a screen may publish it until it ends', async () => {
  const [first, second] = [await enter(anna!), await enter(boris!)];
  const params = { roomId: room };
  const share = (who: Caller, clientId: string, hasSound: boolean) =>
    who.call(screen.share, { params, body: { sdp: '', clientId, height: 720, hasSound } });
  const shownBy = (identity: string) => expect.poll(() => rightsOf(identity)?.canPublishSources);
  const clientId = newId();
  expect(await share(anna!, clientId, true)).toEqual({ sdp: '' });
  await shownBy(first.identity).toEqual([2, 3, 4]);
  expect((await stateOf(boris!))!.screen).toMatchObject({ user: anna!.id, hasSound: true });
  expect(await boris!.call(screen.watch, { params, body: { sdp: '', clientId: newId() } })).toEqual(
    { sdp: '' },
  );
  const taken = { sdp: '', clientId: newId(), height: 720 } as const;
  expect((await boris!.refusal(screen.share, { params, body: taken })).code).toBe('screen_taken');
  expect(rightsOf(second.identity)?.canPublishSources).toEqual([2]);
  await anna!.call(screen.leave, { params, body: { clientId } });
  await shownBy(first.identity).toEqual([2]);

  // One without sound, which the creator of the group ends.
  await share(boris!, newId(), false);
  expect((await stateOf(anna!))!.screen).toMatchObject({ user: boris!.id, hasSound: false });
  await shownBy(second.identity).toEqual([2, 3, 4]);
  await anna!.call(screen.stop, { params: { roomId: room, userId: boris!.id } });
  await shownBy(second.identity).toEqual([2]);
  expect((await stateOf(anna!))!.screen).toBeNull();
});

test('while the LiveKit server is down nobody comes in, and who was removed is removed later', async () => {
  const [first] = [await enter(anna!), await enter(boris!)];
  peer.isDown = true;
  const body = { sdp: '', clientId: newId() };
  const refused = await vera!.refusal(voice.join, { params: { roomId: room }, body });
  expect([refused.status, refused.code]).toEqual([503, 'voice_down']);
  const showing = { sdp: '', clientId: newId(), height: 720 } as const;
  const share = { params: { roomId: room }, body: showing };
  expect((await anna!.refusal(screen.share, share)).code).toBe('voice_down');
  await anna!.call(voice.removeMember, { params: { roomId: room, userId: boris!.id } });
  expect(await usersIn()).toEqual([anna!.id]);
  expect((await stateOf(anna!))!.screen).toBeNull();
  expect(identities()).toHaveLength(2);
  peer.isDown = false;
  await expect.poll(identities, { timeout: 20_000 }).toEqual([first!.identity]);
});

test('pages may connect to the LiveKit server, and to nothing more', async () => {
  const policy = (await fetch(`${app.url}/`)).headers.get('content-security-policy');
  expect(policy).toContain(`connect-src 'self' ${peer.url} ${peer.url.replace('ws:', 'http:')};`);
});

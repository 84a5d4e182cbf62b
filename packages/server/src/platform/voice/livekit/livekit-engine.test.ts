import { afterEach, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { LiveKitPeer } from '#tests/support/voice/livekit-peer.ts';
import { OfferRefused, VoiceDown, type VoiceEngine } from '../engine.ts';
import { makeLiveKit } from './livekit-engine.ts';

let peer: LiveKitPeer;
let engine: VoiceEngine;
let gone: string[];
const SPEAKING = { sdp: '', isListening: false, isMutedForAll: false };
const open = (lookMs: number) =>
  makeLiveKit(
    peer,
    { gone: (room, member) => void gone.push(`${room} ${member}`) },
    pino({ level: 'silent' }),
    lookMs,
  );
beforeEach(async () => {
  peer = await new LiveKitPeer().start();
  gone = [];
  engine = open(50);
});
afterEach(async () => {
  await engine.stop();
  await peer.stop();
});
/** Returns the pass of a member. */
async function admit(member: number, entering: Partial<typeof SPEAKING> = {}): Promise<string> {
  const entry = await engine.join('raid', member, { ...SPEAKING, ...entering });
  if (!('token' in entry)) throw new Error('no pass');
  return entry.token;
}
/** Lets a member in, and returns their name at the LiveKit server. */
const enter = async (member: number): Promise<string> =>
  (await peer.join(await admit(member))).who.info.identity;
const identities = () => [...(peer.rooms.get('raid')?.keys() ?? [])];
const rightsOf = (identity: string) => peer.rooms.get('raid')?.get(identity)?.info.permission;

test('a member whose connection ends by itself is gone', async () => {
  const [first, second] = [await enter(1), await enter(2)];
  await expect
    .poll(() => peer.calls.filter((call) => call === 'ListParticipants').length)
    .toBeGreaterThan(4);
  expect(gone).toEqual([]);
  peer.leave('raid', second);
  await expect.poll(() => gone).toEqual(['raid 2']);
  expect(identities()).toEqual([first]);
});

test('whom the site does not know is removed, also before others come in', async () => {
  const former = await admit(1);
  const first = await enter(1);
  // The pass of a connection that another one has replaced.
  await peer.join(former);
  await expect.poll(identities).toEqual([first]);

  engine.leave('raid', 1);
  await expect.poll(identities).toEqual([]);
  // A server that has just started looks at the room when the next member comes.
  await engine.stop();
  await peer.join(former);
  engine = open(60_000);
  await admit(2);
  expect(identities()).toEqual([]);
});

test('a pass that is used after the member was removed lets nobody stay', async () => {
  const token = await admit(1);
  engine.leave('raid', 1);
  await expect.poll(() => peer.calls.includes('RemoveParticipant')).toBe(true);
  await peer.join(token);
  await expect.poll(identities).toEqual([]);
});

test('a mute for all holds for who connects with a pass from before it', async () => {
  const token = await admit(1);
  engine.setMuted('raid', 1, { isMuted: false, isMutedForAll: true });
  await expect.poll(() => peer.calls.includes('UpdateParticipant')).toBe(true);
  const { who } = await peer.join(token);
  expect(who.info.permission?.canPublish).toBe(true);
  await expect.poll(() => rightsOf(who.info.identity)?.canPublish).toBe(false);
  // Who comes back gets a pass that allows nothing.
  const again = await peer.join(await admit(1, { isMutedForAll: true }));
  expect(again.who.info.permission?.canPublish).toBe(false);
});

test('without the LiveKit server nobody comes in, and nobody is taken for gone', async () => {
  const first = await enter(1);
  peer.isDown = true;
  await expect(admit(2)).rejects.toThrow(VoiceDown);
  await expect(
    engine.openScreen({ type: 'share', room: 'raid', member: 1, client: 'a', sdp: '' }),
  ).rejects.toThrow(VoiceDown);
  peer.isDown = false;
  const second = await enter(2);
  expect(identities()).toEqual([first, second]);
  expect(gone).toEqual([]);
});

test('removals and rights wait for a LiveKit server that does not answer', async () => {
  await engine.stop();
  engine = open(60_000);
  const [first, second] = [await enter(1), await enter(2)];
  peer.isDown = true;
  engine.leave('raid', 2);
  engine.setMuted('raid', 1, { isMuted: false, isMutedForAll: true });
  await expect.poll(() => peer.refused).toBeGreaterThan(2);
  expect(identities()).toEqual([first, second]);
  peer.isDown = false;
  await expect.poll(identities, { timeout: 20_000 }).toEqual([first]);
  await expect.poll(() => rightsOf(first)?.canPublish, { timeout: 20_000 }).toBe(false);
});

test('only who is inside shows a screen', async () => {
  const opening = { type: 'share', room: 'raid', member: 1, client: 'a', sdp: '' } as const;
  await expect(engine.openScreen(opening)).rejects.toThrow(OfferRefused);
  const first = await enter(1);
  await engine.openScreen(opening);
  expect(rightsOf(first)?.canPublishSources).toEqual([2, 3, 4]);
  // Another screen of theirs is not the one that ends.
  engine.endScreen('raid', 1, 'b');
  engine.endScreen('raid', 1, 'a');
  await expect.poll(() => rightsOf(first)?.canPublishSources).toEqual([2]);
});

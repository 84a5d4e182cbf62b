import { expect, test } from 'vitest';
import * as voice from '@respa/contract/voice';
import { newId } from '#platform/runtime/ids.ts';
import { startTestApp, type Caller } from '#tests/support/driver.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { LiveKitPeer } from '#tests/support/voice/livekit-peer.ts';

// The server looks at its rooms every five seconds, and believes the second look.
test('a page that has left the LiveKit server by itself is out of the room', async () => {
  const peer = await new LiveKitPeer().start();
  const app = await startTestApp(peer.env);
  try {
    const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
    const room = await roomOf(anna, boris);
    const enter = async (who: Caller) => {
      const body = { sdp: '', clientId: newId() };
      const { liveKit } = await who.call(voice.join, { params: { roomId: room }, body });
      return (await peer.join(liveKit!.token)).who.info.identity;
    };
    const usersIn = async () =>
      (await anna.call(voice.rooms)).rooms[0]?.members.map(({ user }) => user);
    const [first, second] = [await enter(anna), await enter(boris)];
    const countLooks = () => peer.calls.filter((call) => call === 'ListParticipants').length;
    const before = countLooks();
    await expect.poll(countLooks, { timeout: 20_000 }).toBeGreaterThan(before);
    expect(await usersIn()).toEqual([anna.id, boris.id]);
    peer.leave(room, second);
    await expect.poll(usersIn, { timeout: 40_000 }).toEqual([anna.id]);
    expect([...peer.rooms.get(room)!.keys()]).toEqual([first]);
  } finally {
    await app.stop();
    await peer.stop();
  }
}, 90_000);

// Members of a voice room in a process of their own: they join over HTTP and count what they hear.
import { setPriority } from 'node:os';
import { makeVoiceClient, type VoiceClient } from '../tests/support/voice/voice-client.ts';

export type Joining = { join: string; members: number };
export type Speaking = { speakers: number; seconds: number };
export type Heard = { sent: number; heard: number };
const FRAME_MS = 20;
/** Opus at 32 kbit/s. */
const PAYLOAD = 'x'.repeat(80);

let clients: VoiceClient[] = [];
const isRtp = (packet: Buffer): boolean => packet[1]! < 192;
const countHeard = (): number =>
  clients.reduce((sum, { received }) => sum + received.filter(isRtp).length, 0);
async function connect({ join, members }: Joining): Promise<void> {
  for (const client of clients) client.close();
  clients = [];
  for (let member = 1; member <= members; member += 1)
    clients.push(
      await makeVoiceClient(member, async (body) =>
        (await fetch(`${join}/${member}`, { method: 'POST', body })).text(),
      ),
    );
}
async function speak({ speakers, seconds }: Speaking): Promise<Heard> {
  for (const { received } of clients) received.length = 0;
  const frames = (seconds * 1_000) / FRAME_MS;
  const began = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    for (const client of clients.slice(0, speakers)) client.say(PAYLOAD);
    const next = began + (frame + 1) * FRAME_MS - performance.now();
    if (next > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, next);
      });
  }
  const sent = frames * speakers;
  const all = sent * (clients.length - 1);
  // The last packets are on the way.
  for (let wait = 0; wait < 50 && countHeard() < all; wait += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  return { sent: all, heard: countHeard() };
}
// In life members have computers of their own: here they take what the server leaves.
setPriority(10);
process.on('message', (order: Joining | Speaking) => {
  const done = 'join' in order ? connect(order) : speak(order);
  void done.then((answer) => process.send!(answer ?? {}));
});
process.on('disconnect', () => process.exit(0));
process.send!({ port: 0 });

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as voice from '@respa/contract/voice';
import { newId } from '#platform/runtime/ids.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { makeVoiceClient, type VoiceClient } from '#tests/support/voice/voice-client.ts';

let app: TestApp;
let [anna, boris, boss]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [anna, boris] = await Promise.all(['Анна', 'Борис'].map((name) => app.join(name)));
  boss = await joinAdmin(app);
});
afterAll(() => app.stop());

const readMetric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${app.url}/api/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
};
/** A receiver report by the letter of RFC 3550: `lost` packets of a source are missing. */
function reportLoss(member: number, source: number, lost: number): Buffer {
  const packet = Buffer.alloc(32);
  packet[0] = 0x81;
  packet[1] = 201;
  packet.writeUInt16BE(7, 2);
  packet.writeUInt32BE(1_000 + member, 4);
  packet.writeUInt32BE(source, 8);
  packet.writeIntBE(lost, 13, 3);
  return packet;
}

test('metrics and the admin see rooms, members, packets and losses', async () => {
  expect(await readMetric('respa_voice_rooms')).toBe(0);
  expect(await boss!.call(voice.overview)).toEqual({ rooms: 0, members: 0, process: null });
  const room = await roomOf(anna!, boris!);
  const enter = (member: number, who: Caller): Promise<VoiceClient> =>
    makeVoiceClient(
      member,
      async (sdp) =>
        (await who.call(voice.join, { params: { roomId: room }, body: { sdp, clientId: newId() } }))
          .sdp,
    );
  const [first, second] = [await enter(1, anna!), await enter(2, boris!)];
  const source = Number(/a=ssrc:(\d+)/.exec(second.answer)![1]);
  first.say('раз');
  second.send(reportLoss(2, source, 3));
  second.send(reportLoss(2, source, 5));
  // Of a source that the room does not have.
  second.send(reportLoss(2, source + 100, 400));
  await expect
    .poll(() => readMetric('respa_voice_packets_total{kind="lost"}'), { timeout: 15_000 })
    .toBe(5);
  expect(await readMetric('respa_voice_rooms')).toBe(1);
  expect(await readMetric('respa_voice_members')).toBe(2);
  expect(await readMetric('respa_voice_packets_total{kind="out"}')).toBeGreaterThan(0);
  expect(await readMetric('respa_voice_cpu_seconds_total')).toBeGreaterThan(0);
  expect(await boss!.call(voice.overview)).toMatchObject({
    rooms: 1,
    members: 2,
    process: { lost: 5 },
  });
  expect((await anna!.refusal(voice.overview)).status).toBe(403);
  for (const client of [first, second]) client.close();
});

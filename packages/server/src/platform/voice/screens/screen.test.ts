import fc from 'fast-check';
import { expect, test } from 'vitest';
import { videoPacket } from '#tests/support/voice/screen-client.ts';
import { readRtcp, writeKeyframeRequest, writeLost, writeSent } from '../rtcp.ts';
import { isRtcp, parseRtp } from '../rtp.ts';
import { makeScreen } from './screen.ts';
import type { ScreenKind } from './screen-sdp.ts';

const SOURCES = { video: 70, audio: 71 };
const record = (types: Record<ScreenKind, number | null>) => {
  const sent: Buffer[] = [];
  return {
    types,
    sent,
    send: (_: ScreenKind, packet: Buffer) => {
      sent.push(Buffer.from(packet));
      return true;
    },
    texts: () =>
      sent
        .filter((packet) => !isRtcp(packet))
        .map((packet) => packet.subarray(parseRtp(packet)!.start).toString()),
    requests: () => sent.filter(isRtcp).flatMap(readRtcp),
  };
};
const open = () => {
  const counts = { packetsIn: 0, packetsOut: 0, dropped: 0, lost: 0 };
  const sender = record({ video: 96, audio: 111 });
  const screen = makeScreen(sender, 3, SOURCES, counts);
  const [first, second] = [record({ video: 100, audio: 63 }), record({ video: 97, audio: null })];
  screen.addReader(1, first);
  screen.addReader(2, second);
  return { screen, sender, first, second, counts };
};

test('every reader gets each packet once, with its own codec number, and lost ones when it asks', () => {
  const { screen, first, second } = open();
  for (let at = 0; at < 10; at += 1)
    screen.take('video', videoPacket(65_530 + at, `part ${at}`), at);
  screen.take('video', videoPacket(65_531, 'again'), 10);
  expect(first.texts()).toHaveLength(10);
  expect(first.sent.map((packet) => packet[1]! & 0x7f)).toEqual(
    Array.from({ length: 10 }, () => 100),
  );
  expect(second.sent.map((packet) => parseRtp(packet)!.ssrc)).toEqual(
    Array.from({ length: 10 }, () => 70),
  );
  screen.hear(2, writeLost(1, 70, [65_533, 2, 900]), 20);
  expect(second.texts().slice(10)).toEqual(['part 3', 'part 8']);
  expect(second.sent.at(-1)![1]! & 0x7f).toBe(97);
  expect(first.texts()).toHaveLength(10);
  // Not about this stream, or from who does not read it any more.
  screen.hear(2, writeLost(1, 71, [65_533]), 20);
  screen.removeReader(2);
  screen.hear(2, writeLost(1, 70, [65_533]), 20);
  expect(second.texts()).toHaveLength(12);
});

test('a reader gets a bounded number of packets again, however often it asks', () => {
  const { screen, second } = open();
  for (let at = 0; at < 200; at += 1)
    screen.take('video', videoPacket(at, 'x'.repeat(1_000)), at * 5);
  const all = Array.from({ length: 200 }, (_, at) => at);
  for (let time = 0; time < 1_000; time += 1)
    screen.hear(2, writeLost(1, 70, all), 1_000 + time / 10);
  const bytes = second.sent.slice(200).reduce((sum, packet) => sum + packet.length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(200_000);
});

test('a whole picture is asked for at most once a second, however many want it', () => {
  const { screen, sender } = open();
  const asked = () => sender.requests().filter(({ kind }) => kind === 'keyframe').length;
  screen.wantKeyframe(0);
  screen.tick(0);
  expect(asked()).toBe(0);
  screen.take('video', videoPacket(1, 'a'), 10);
  screen.tick(50);
  expect(asked()).toBe(1);
  for (let now = 60; now < 3_050; now += 10) {
    screen.hear(1, writeKeyframeRequest(1, 70), now);
    screen.tick(now);
  }
  expect(asked()).toBe(3);
});

test('the sender hears what is lost, and every second how much arrives and how much it may send', () => {
  const { screen, sender } = open();
  screen.take('video', videoPacket(1, 'a'), 0);
  screen.take('video', videoPacket(4, 'b'), 10);
  screen.tick(50);
  expect(sender.requests()).toContainEqual({ kind: 'lost', ssrc: 4_000, sequences: [2, 3] });
  for (let now = 100; now < 3_000; now += 50) screen.tick(now);
  const limits = sender.sent.filter((packet) => packet.includes('REMB'));
  expect(limits).toHaveLength(3);
});

test('readers hear when the sender made a picture, under their own source', () => {
  const { screen, first } = open();
  screen.take('video', videoPacket(1, 'a'), 0);
  const report = { clock: 5n << 32n, timestamp: 9, packets: 1, bytes: 1 };
  screen.take('video', writeSent({ ...report, ssrc: 4_000 }), 5);
  screen.take('video', writeSent({ ...report, ssrc: 4_001 }), 5);
  expect(first.requests()).toEqual([{ kind: 'sent', ssrc: 70, ...report }]);
});

test('a sender gets no more through than its share, and nothing of another source or codec', () => {
  const { screen, first, counts } = open();
  const packet = (sequence: number) => videoPacket(sequence, 'x'.repeat(1_200));
  // 20 Mbit/s for ten seconds.
  for (let at = 0; at < 20_000; at += 1) screen.take('video', packet(at), at / 2);
  const bits = first.sent.reduce((sum, one) => sum + one.length, 0) * 8;
  expect(bits / 10).toBeLessThan(3_600_000);
  expect(bits / 10).toBeGreaterThan(2_500_000);
  const before = first.sent.length;
  const foreign = videoPacket(1, 'x');
  foreign[1] = 97;
  screen.take('video', foreign, 20_000);
  screen.take('video', videoPacket(30_000, 'x', 5_000), 20_000);
  screen.take('video', Buffer.alloc(1_600, 0x80), 20_000);
  expect(first.sent).toHaveLength(before);
  expect(counts.dropped).toBeGreaterThan(3);
});

test('any bytes are taken without an error', () => {
  const { screen, first } = open();
  screen.take('video', videoPacket(1, 'a'), 0);
  let now = 0;
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(0x80, 0x90, 0xb3),
      (bytes, first) => {
        const packet = Buffer.from(bytes);
        if (packet.length > 0) packet[0] = first;
        now += 20;
        screen.take('video', packet, now);
        screen.take('audio', packet, now);
        screen.hear(1, packet, now);
        screen.tick(now);
      },
    ),
  );
  screen.take('video', videoPacket(2, 'b'), now + 1_000);
  expect(first.texts()).toContain('b');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packHeard, packSent, readHeard, readSent } from '@respa/contract/voice-site';
import { addressHere } from './bridge.ts';
import { isGoodbye, writeGoodbye, writeReport } from './goodbye.ts';
import { parseRtp, readCsrc, readLevel, rebuildRtp, writeRtp } from './rtp.ts';

const sound = fc.uint8Array({ minLength: 1, maxLength: 1_300 });
const [short, long] = [
  fc.integer({ min: 0, max: 0xffff }),
  fc.integer({ min: 0, max: 0xffff_ffff }),
];
const level = fc.integer({ min: 0, max: 127 });

test('a frame of a page becomes a packet with its level, and a packet becomes a frame for a page', () => {
  fc.assert(
    fc.property(short, long, level, long, sound, (sequence, timestamp, loud, ssrc, payload) => {
      const frame = readSent(packSent({ sequence, timestamp, level: loud, payload }))!;
      expect(frame).toEqual({ sequence, timestamp, level: loud, payload });
      const packet = writeRtp(
        { payloadType: 111, sequence, timestamp, ssrc },
        { id: 1, level: loud },
        payload,
      );
      const header = parseRtp(packet)!;
      expect(header).toMatchObject({ payloadType: 111, sequence, timestamp, ssrc });
      expect(readLevel(packet, header, 1)).toBe(127 - loud);
      expect(readCsrc(packet)).toBeNull();
      const to = { payloadType: 111, sequence, timestamp, ssrc: 7, csrc: ssrc };
      const forwarded = rebuildRtp(packet, header, to);
      const { start, end } = parseRtp(forwarded)!;
      const speaker = readCsrc(forwarded)!;
      const heard = { speaker, sequence, timestamp, payload: forwarded.subarray(start, end) };
      expect(readHeard(packHeard(heard))).toEqual({
        speaker: ssrc,
        sequence,
        timestamp,
        payload,
      });
    }),
  );
});
test('what is no frame is none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_400 }), (bytes) => {
      const [sent, heard] = [readSent(bytes), readHeard(bytes)];
      expect(sent === null).toBe(bytes.length <= 7 || bytes[6]! > 127);
      expect(heard === null).toBe(bytes.length <= 10);
    }),
  );
});
test('only the last message of a connection is one', () => {
  expect(isGoodbye(writeGoodbye(5))).toBe(true);
  expect(isGoodbye(writeReport(5))).toBe(false);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => !isGoodbye(Buffer.from(bytes))),
  );
});
test('a bridge tries this machine first, and UDP only', () => {
  const answer = [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=candidate:1 1 UDP 2122252543 203.0.113.7 7883 typ host',
    'a=candidate:2 1 TCP 1518272767 203.0.113.7 7883 typ host tcptype passive',
    'a=end-of-candidates',
    '',
  ].join('\r\n');
  expect(addressHere(answer).split('\r\n')).toEqual([
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=candidate:1 1 UDP 2122252543 203.0.113.7 7883 typ host',
    'a=candidate:9 1 UDP 2130706431 127.0.0.1 7883 typ host',
    'a=end-of-candidates',
    '',
  ]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePacketStore } from './screens/packet-store.ts';
import { makeReception } from './reception.ts';
import {
  readRtcp,
  writeBitrate,
  writeKeyframeRequest,
  writeLost,
  writeReception,
  writeSent,
} from './rtcp.ts';
import { isRtcp } from './rtp.ts';

const number = fc.integer({ min: 0, max: 0xffff });

describe('A message about streams', () => {
  test('with lost packets is read as it was written, across the wraparound', () => {
    fc.assert(
      fc.property(
        number,
        fc.uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 200 }),
        (from, offsets) => {
          const sequences = offsets
            .sort((one, other) => one - other)
            .map((offset) => (from + offset) & 0xffff);
          const packet = writeLost(7, 9, sequences);
          expect(packet.length % 4).toBe(0);
          expect(isRtcp(packet)).toBe(true);
          expect(readRtcp(packet)).toEqual([{ kind: 'lost', ssrc: 9, sequences }]);
        },
      ),
    );
  });

  test('has the bytes of the specifications', () => {
    expect(writeKeyframeRequest(1, 2).toString('hex')).toBe('81ce00020000000100000002');
    // 2,500,000 = 156,250 << 4 (draft-alvestrand-rmcat-remb, section 2.2).
    expect(writeBitrate(1, 2_500_000, [2]).toString('hex')).toBe(
      '8fce0005000000010000000052454d420112625a00000002',
    );
    const block = { ssrc: 2, fractionLost: 64, lost: 5, highest: 0x1_0003, jitter: 9 };
    expect(
      writeReception(1, [{ ...block, lastReport: 0xaabb_ccdd, sinceReport: 65_536 }]).toString(
        'hex',
      ),
    ).toBe('81c90007000000010000000240000005' + '0001000300000009aabbccdd00010000');
  });

  test('in a compound one is found behind others; a full request counts as one for a whole picture', () => {
    const sent = { ssrc: 5, clock: 0x1122_3344_5566_7788n, timestamp: 6, packets: 7, bytes: 8 };
    const full = Buffer.from('84ce00040000000100000000' + '0000000903000000', 'hex');
    expect(
      readRtcp(
        Buffer.concat([writeReception(1, []), writeSent(sent), full, writeKeyframeRequest(1, 2)]),
      ),
    ).toEqual([
      { kind: 'sent', ...sent },
      { kind: 'keyframe', ssrc: 9 },
      { kind: 'keyframe', ssrc: 2 },
    ]);
  });

  test('of any bytes is read without an error, and asks for a bounded number of packets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_500 }), (bytes) => {
        readRtcp(Buffer.from(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 400 }), (bytes) => {
        const packet = Buffer.from(bytes);
        packet.set([0x81, 205]);
        packet.writeUInt16BE(Math.floor(packet.length / 4) - 1, 2);
        const asked = readRtcp(packet).map((part) =>
          part.kind === 'lost' ? part.sequences.length : 0,
        );
        expect(Math.max(0, ...asked)).toBeLessThanOrEqual(256);
      }),
    );
    const greedy = Buffer.alloc(1_400, 0xff);
    greedy.set([0x81, 205]);
    greedy.writeUInt16BE(349, 2);
    expect(readRtcp(greedy)[0]).toMatchObject({ kind: 'lost', sequences: { length: 256 } });
  });
});

test('a store returns the newest 1,024 packets and none twice', () => {
  fc.assert(
    fc.property(
      number,
      fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 3_000 }),
      (from, steps) => {
        const store = makePacketStore();
        const kept = new Map<number, Buffer>();
        let [at, newest] = [from, -Infinity];
        for (const step of steps) {
          at += step;
          const packet = Buffer.from([step & 0xff]);
          const isNew = at > newest || (at > newest - 1_024 && !kept.has(at));
          expect(store.put(at & 0xffff, packet)).toBe(isNew);
          if (!isNew) continue;
          kept.set(at, packet);
          newest = Math.max(newest, at);
        }
        const wrong = [...kept].filter(
          ([sequence, packet]) =>
            sequence > newest - 1_024 && store.get(sequence & 0xffff) !== packet,
        );
        expect(wrong).toEqual([]);
      },
    ),
  );
});

describe('The reception of a stream', () => {
  const header = (sequence: number) => ({
    sequence: sequence & 0xffff,
    timestamp: sequence * 3_000,
  });

  test('asks for exactly what is lost, again after a pause, and not for what came late', () => {
    fc.assert(
      fc.property(
        number,
        fc.uniqueArray(fc.integer({ min: 1, max: 98 }), { maxLength: 30 }),
        (from, lost) => {
          const reception = makeReception(90);
          const missing = new Set(lost);
          for (let at = 0; at < 100; at += 1)
            if (!missing.has(at)) reception.note(header(from + at), at);
          const expected = [...missing]
            .sort((one, other) => one - other)
            .map((at) => (from + at) & 0xffff);
          expect(reception.takeMissing(100)).toEqual(expected);
          expect(reception.takeMissing(120)).toEqual([]);
          const [late, ...others] = expected;
          if (late === undefined) return;
          reception.note({ sequence: late, timestamp: 0 }, 130);
          expect(reception.takeMissing(200)).toEqual(others);
        },
      ),
    );
  });

  test('gives up after a while and after a long gap: a whole picture is needed', () => {
    const reception = makeReception(90);
    reception.note(header(0), 0);
    reception.note(header(2), 0);
    let answers: (number[] | null)[] = [];
    for (let now = 0; now < 2_000; now += 50) answers.push(reception.takeMissing(now));
    expect(answers.filter((answer) => answer?.length === 1)).toHaveLength(8);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    reception.note(header(20_000), 2_000);
    answers = [reception.takeMissing(2_000), reception.takeMissing(2_050)];
    expect(answers).toEqual([null, []]);
  });

  test('is reported with losses since the last report', () => {
    const reception = makeReception(90);
    expect(reception.report(1, 0)).toBeUndefined();
    for (let at = 65_000; at < 65_000 + 1_000; at += 1)
      if (at % 4 !== 0) reception.note(header(at), at);
    reception.noteReport(
      { kind: 'sent', ssrc: 1, clock: 0x1122_3344_5566_7788n, timestamp: 0, packets: 0, bytes: 0 },
      1_000,
    );
    const first = reception.report(1, 2_000)!;
    expect(first).toMatchObject({
      highest: 65_999,
      lastReport: 0x3344_5566,
      sinceReport: 65_536,
    });
    expect(Math.abs(first.fractionLost - 64)).toBeLessThanOrEqual(1);
    for (let at = 66_000; at < 66_100; at += 1) reception.note(header(at), at);
    expect(reception.report(1, 3_000)).toMatchObject({ fractionLost: 0, lost: first.lost });
  });
});

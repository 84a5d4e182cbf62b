import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeLine } from './line.ts';
import { isRtcp, parseRtp, readLevel, rebuildRtp, sequenceAhead } from './rtp.ts';
import { makeSlots, SLOTS } from './slots.ts';

/** Builds a packet by the letter of RFC 3550, independent of the code under test. */
function build(input: {
  sequence?: number;
  timestamp?: number;
  ssrc?: number;
  csrcs?: number[];
  level?: { id: number; value: number };
  payload?: Uint8Array;
  padding?: number;
}): Buffer {
  const {
    sequence = 1,
    timestamp = 2,
    ssrc = 3,
    csrcs = [],
    level,
    payload = new Uint8Array([9]),
  } = input;
  const padding = input.padding ?? 0;
  const head = Buffer.alloc(12);
  head[0] = 0x80 | (padding > 0 ? 0x20 : 0) | (level === undefined ? 0 : 0x10) | csrcs.length;
  head[1] = 111;
  head.writeUInt16BE(sequence, 2);
  head.writeUInt32BE(timestamp, 4);
  head.writeUInt32BE(ssrc, 8);
  const sources = Buffer.concat(
    csrcs.map((one) => {
      const four = Buffer.alloc(4);
      four.writeUInt32BE(one);
      return four;
    }),
  );
  const extension =
    level === undefined
      ? Buffer.alloc(0)
      : Buffer.from([0xbe, 0xde, 0, 1, (level.id << 4) | 0, level.value, 0, 0]);
  const end =
    padding > 0
      ? Buffer.from([...Array.from({ length: padding - 1 }, () => 0), padding])
      : Buffer.alloc(0);
  return Buffer.concat([head, sources, extension, payload, end]);
}

describe('A packet', () => {
  test('is read and rebuilt with its payload unchanged', () => {
    fc.assert(
      fc.property(
        fc.record({
          sequence: fc.integer({ min: 0, max: 0xffff }),
          timestamp: fc.integer({ min: 0, max: 0xffffffff }),
          ssrc: fc.integer({ min: 0, max: 0xffffffff }),
          csrcs: fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 15 }),
          payload: fc.uint8Array({ minLength: 1, maxLength: 200 }),
          padding: fc.integer({ min: 0, max: 20 }),
        }),
        (input) => {
          const packet = build(input);
          const header = parseRtp(packet)!;
          expect(header).toMatchObject({
            sequence: input.sequence,
            timestamp: input.timestamp,
            ssrc: input.ssrc,
            payloadType: 111,
          });
          const to = { payloadType: 109, sequence: 7, timestamp: 8, ssrc: 9, csrc: 42 };
          const built = rebuildRtp(packet, header, to);
          const again = parseRtp(built)!;
          expect(again).toMatchObject({ payloadType: 109, sequence: 7, timestamp: 8, ssrc: 9 });
          expect(built.readUInt32BE(12)).toBe(42);
          expect(built.subarray(again.start, again.end)).toEqual(Buffer.from(input.payload));
        },
      ),
    );
  });

  test('of any bytes never throws, and what is read lies inside', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const packet = Buffer.from(bytes);
        const header = parseRtp(packet);
        isRtcp(packet);
        if (header === null) return;
        expect(header.start).toBeLessThanOrEqual(header.end);
        expect(header.end).toBeLessThanOrEqual(packet.length);
        const level = readLevel(packet, header, 1);
        expect(level === null || (level >= 0 && level <= 127)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('says how loud it is', () => {
    const packet = build({ level: { id: 3, value: 0x80 | 30 } });
    const header = parseRtp(packet)!;
    expect(readLevel(packet, header, 3)).toBe(97);
    expect(readLevel(packet, header, 4)).toBeNull();
  });

  test('that is cut, padded past its start or of another version is refused', () => {
    const packet = build({ csrcs: [1, 2], level: { id: 1, value: 1 } });
    expect(parseRtp(packet.subarray(0, 11))).toBeNull();
    expect(parseRtp(packet.subarray(0, 22))).toBeNull();
    expect(parseRtp(Buffer.concat([Buffer.from([0x40]), packet.subarray(1)]))).toBeNull();
    const padded = build({ padding: 4 });
    padded[padded.length - 1] = 200;
    expect(parseRtp(padded)).toBeNull();
  });
});

describe('A line', () => {
  test('counts on without a break when another speaks', () => {
    const line = makeLine();
    expect(line.place(1, { sequence: 65_534, timestamp: 4_294_967_000 }, 1_000)).toEqual({
      sequence: 0,
      timestamp: 0,
    });
    expect(line.place(1, { sequence: 65_535, timestamp: 664 }, 1_020)).toMatchObject({
      sequence: 1,
      timestamp: 960,
    });
    expect(line.place(1, { sequence: 0, timestamp: 1_624 }, 1_040).sequence).toBe(2);
    // Another source, half a second later: the next number, and the time that has passed.
    const next = line.place(2, { sequence: 500, timestamp: 77 }, 1_540);
    expect(next).toEqual({ sequence: 3, timestamp: 1_920 + 500 * 48 });
    expect(line.place(2, { sequence: 502, timestamp: 77 + 1_920 }, 1_580).sequence).toBe(5);
    expect(line.place(2, { sequence: 501, timestamp: 77 + 960 }, 1_581).sequence).toBe(4);
    // The first source comes back.
    expect(line.place(1, { sequence: 9, timestamp: 5 }, 1_600).sequence).toBe(6);
  });

  test('keeps every order and loss of one source, over wraparounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff }),
        fc.array(fc.integer({ min: -3, max: 20 }), { maxLength: 100 }),
        (start, steps) => {
          const line = makeLine();
          let incoming = start;
          const first = line.place(1, { sequence: incoming, timestamp: 0 }, 0).sequence;
          for (const step of steps) {
            incoming = (incoming + step) & 0xffff;
            const { sequence } = line.place(1, { sequence: incoming, timestamp: 0 }, 0);
            expect(sequenceAhead(sequence, first)).toBe(sequenceAhead(incoming, start));
          }
        },
      ),
    );
  });
});

describe('Slots', () => {
  test('belong to those who speak, and are given up after a pause', () => {
    const slots = makeSlots();
    expect(slots.take(1, 0, 0)).toBeNull();
    expect(slots.take(1, 100, 10)).toBe(0);
    expect(slots.take(2, 100, 10)).toBe(1);
    expect(slots.take(1, 0, 500)).toBe(0);
    expect(slots.speaking(500)).toEqual([1, 2]);
    expect(slots.take(1, 0, 900)).toBeNull();
    expect(slots.take(3, 100, 900)).toBe(0);
  });

  test('are taken over only from people who are quiet', () => {
    const slots = makeSlots();
    for (let member = 0; member < SLOTS; member += 1) slots.take(member, 100, member);
    expect(slots.take(99, 120, 100)).toBeNull();
    for (let member = 1; member < SLOTS; member += 1) slots.take(member, 100, 300);
    expect(slots.take(99, 120, 310)).toBe(0);
    slots.free(99);
    expect(slots.take(50, 100, 320)).toBe(0);
  });

  test('never hold two people, nor one person twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 127 })), {
          maxLength: 300,
        }),
        (packets) => {
          const slots = makeSlots();
          const held = new Map<number, number>();
          packets.forEach(([member, level], at) => {
            const slot = slots.take(member, level, at * 20);
            for (const [where, who] of held) if (who === member) held.delete(where);
            if (slot !== null) held.set(slot, member);
            expect(new Set(slots.speaking(at * 20)).size).toBe(slots.speaking(at * 20).length);
            expect(slot ?? 0).toBeLessThan(SLOTS);
          });
        },
      ),
    );
  });
});

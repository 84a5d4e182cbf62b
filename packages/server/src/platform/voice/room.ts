import { VOICE } from '@respa/contract/limits';
import { makeLine, type Line } from './line.ts';
import { readLosses } from './receiver-report.ts';
import { parseRtp, readLevel, rebuildRtp } from './rtp.ts';
import { makeSlots, SLOTS } from './slots.ts';

/** Packets of one member that are taken in a second: Opus sends 50, or 100 in frames of 10 ms. */
const MAX_PACKETS = 200;
/** Bytes of one packet: 64 kbit/s are 160 in 20 ms; music in stereo takes up to 1,276. */
const MAX_BYTES = 1_400;
/** Bytes of one member that are taken in a second: twice the allowed bit rate. */
const MAX_BYTES_A_SECOND = (2 * VOICE.bitsPerSecond) / 8;
/** Packets that one report may count as lost: ten seconds of speech. */
const MAX_LOST = 500;

export type RoomMember = {
  number: number;
  payloadType: number;
  levelId: number | null;
  isMuted: boolean;
  isDeaf: boolean;
  send(slot: number, packet: Buffer): boolean;
};
export type RoomCounts = {
  packetsIn: number;
  packetsOut: number;
  dropped: number;
  /** Packets that members report as missing. */
  lost: number;
};
export type Room = {
  /** The sources of the slots, the same for every reader. */
  sources: readonly number[];
  members: Map<number, RoomMember>;
  /** Forwards a packet of a member to everyone else who listens. */
  forward(from: RoomMember, packet: Buffer, nowMs: number): void;
  /** Counts the losses that a member reports. */
  hear(from: RoomMember, report: Buffer): void;
  remove(number: number): void;
  silence(number: number): void;
  speaking(nowMs: number): number[];
};

/**
 * A room: a member who speaks takes a slot, and a packet is rebuilt once for all readers, with the number
 * of its speaker.
 */
export function makeRoom(firstSource: number, counts: RoomCounts): Room {
  const members = new Map<number, RoomMember>();
  const slots = makeSlots();
  const lines: Line[] = Array.from({ length: SLOTS }, makeLine);
  const sources = Array.from({ length: SLOTS }, (_, at) => (firstSource + at) >>> 0);
  const reported = new Map<string, number>();
  const budgets = new Map<number, { second: number; packets: number; bytes: number }>();
  const isTooMuch = (number: number, bytes: number, nowMs: number): boolean => {
    const second = Math.floor(nowMs / 1_000);
    const budget = budgets.get(number);
    if (budget === undefined || budget.second !== second) {
      budgets.set(number, { second, packets: 1, bytes });
      return false;
    }
    budget.packets += 1;
    budget.bytes += bytes;
    return budget.packets > MAX_PACKETS || budget.bytes > MAX_BYTES_A_SECOND;
  };
  return {
    sources,
    members,
    forward(from, packet, nowMs) {
      counts.packetsIn += 1;
      const header = packet.length > MAX_BYTES ? null : parseRtp(packet);
      if (
        header === null ||
        from.isMuted ||
        header.payloadType !== from.payloadType ||
        isTooMuch(from.number, packet.length, nowMs)
      ) {
        counts.dropped += 1;
        return;
      }
      const level = from.levelId === null ? null : readLevel(packet, header, from.levelId);
      const slot = slots.take(from.number, level, nowMs);
      if (slot === null) return;
      const { sequence, timestamp } = lines[slot]!.place(from.number, header, nowMs);
      const built = new Map<number, Buffer>();
      for (const member of members.values()) {
        if (member === from || member.isDeaf) continue;
        const { payloadType } = member;
        let out = built.get(payloadType);
        if (out === undefined) {
          out = rebuildRtp(packet, header, {
            payloadType,
            sequence,
            timestamp,
            ssrc: sources[slot]!,
            csrc: from.number,
          });
          built.set(payloadType, out);
        }
        if (member.send(slot, out)) counts.packetsOut += 1;
      }
    },
    hear(from, report) {
      for (const { source, lost } of readLosses(report)) {
        if (!sources.includes(source)) continue;
        const key = `${from.number} ${source}`;
        const before = reported.get(key) ?? 0;
        reported.set(key, lost);
        // A hostile report counts for little.
        counts.lost += Math.min(MAX_LOST, Math.max(0, lost - before));
      }
    },
    remove(number) {
      for (const source of sources) reported.delete(`${number} ${source}`);
      members.delete(number);
      budgets.delete(number);
      slots.free(number);
    },
    silence: (number) => slots.free(number),
    speaking: (nowMs) => slots.speaking(nowMs),
  };
}

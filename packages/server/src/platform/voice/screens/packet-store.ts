import { sequenceAhead } from '../rtp.ts';

/** The newest packets of a stream by their 16-bit number, to send lost ones again. */
export type PacketStore = {
  /** Returns whether the packet is new: neither a repetition nor older than what is kept. */
  put(sequence: number, packet: Buffer): boolean;
  /** Returns the packet; undefined if it never came or is too old. */
  get(sequence: number): Buffer | undefined;
};

/** About three seconds of 2.5 Mbit/s, 1.2 MB. A power of 2. */
const KEPT = 1_024;

export function makePacketStore(kept = KEPT): PacketStore {
  const slots: ({ sequence: number; packet: Buffer } | undefined)[] = Array.from({ length: kept });
  let newest: number | undefined;
  return {
    put(sequence, packet) {
      const ahead = newest === undefined ? 1 : sequenceAhead(sequence, newest);
      const at = sequence & (kept - 1);
      if (ahead <= -kept || (ahead <= 0 && slots[at]?.sequence === sequence)) return false;
      slots[at] = { sequence, packet };
      if (ahead > 0) newest = sequence;
      return true;
    },
    get(sequence) {
      const slot = slots[sequence & (kept - 1)];
      return slot?.sequence === sequence ? slot.packet : undefined;
    },
  };
}

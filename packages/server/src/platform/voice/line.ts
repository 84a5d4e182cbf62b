import { sequenceAhead, type RtpHeader } from './rtp.ts';

/** Opus counts 48,000 samples a second (RFC 7587). */
const CLOCK = 48;
/** A reader treats a jump as loss up to this many packets; a larger one restarts the line. */
const MAX_JUMP = 1_000;

/**
 * The sequence numbers and timestamps of one outgoing stream that several sources share, one after
 * another: to its readers it is one stream without breaks. Within one source, losses and reordering
 * stay as they arrived.
 */
export type Line = {
  /** Returns the numbers of a packet of a source. `nowMs` measures the silence between sources. */
  place(
    source: number,
    header: Pick<RtpHeader, 'sequence' | 'timestamp'>,
    nowMs: number,
  ): { sequence: number; timestamp: number };
};

export function makeLine(): Line {
  let source: number | null = null;
  /** Added to the numbers of the current source. */
  let [sequenceShift, timestampShift] = [0, 0];
  let highest = { sequence: 0, timestamp: 0, atMs: 0, incoming: 0 };
  return {
    place(from, { sequence, timestamp }, nowMs) {
      const isNew =
        from !== source || Math.abs(sequenceAhead(sequence, highest.incoming)) > MAX_JUMP;
      if (isNew) {
        const pause = Math.max(1, Math.round((nowMs - highest.atMs) * CLOCK));
        const next = source === null ? 0 : highest.sequence + 1;
        const nextTime = source === null ? 0 : highest.timestamp + pause;
        sequenceShift = (next - sequence) & 0xffff;
        timestampShift = (nextTime - timestamp) >>> 0;
        source = from;
      }
      const placed = {
        sequence: (sequence + sequenceShift) & 0xffff,
        timestamp: (timestamp + timestampShift) >>> 0,
      };
      if (isNew || sequenceAhead(sequence, highest.incoming) > 0)
        highest = { ...placed, atMs: nowMs, incoming: sequence };
      return placed;
    },
  };
}

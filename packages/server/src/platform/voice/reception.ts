import type { ReceptionBlock, SenderReport } from './rtcp.ts';
import { sequenceAhead, type RtpHeader } from './rtp.ts';

/** How often a lost packet is asked for, and the pause between, in ms: longer than most round trips. */
const [TRIES, RETRY_MS] = [8, 60];
/** More lost packets than this are not asked for: a whole picture repairs them all. */
const MAX_MISSING = 200;

/** How one incoming stream arrives. */
export type Reception = {
  /** Notes a packet. */
  note(header: Pick<RtpHeader, 'sequence' | 'timestamp'>, nowMs: number): void;
  noteReport(report: SenderReport, nowMs: number): void;
  /** Returns the lost packets to ask for now, in ascending order; `null`: too many to ask for. */
  takeMissing(nowMs: number): number[] | null;
  /** Returns what the sender is told; undefined before the first packet. Starts a new interval. */
  report(ssrc: number, nowMs: number): ReceptionBlock | undefined;
};

/** `clock` is the timestamps' count in a millisecond. */
export function makeReception(clock: number): Reception {
  /** Numbers beyond 16 bits: `first` and `highest` count wraparounds. */
  let [first, highest] = [-1, -1];
  let received = 0;
  let former = { expected: 0, received: 0 };
  let [jitter, transit] = [0, Number.NaN];
  let last = { clock: 0, atMs: 0 };
  let isBeyondRepair = false;
  const missing = new Map<number, { tries: number; askedMs: number }>();
  function noteGap(sequence: number): void {
    for (let lost = highest + 1; lost < sequence; lost += 1) {
      if (missing.size >= MAX_MISSING) {
        missing.clear();
        isBeyondRepair = true;
        return;
      }
      missing.set(lost, { tries: 0, askedMs: -Infinity });
    }
  }
  return {
    note({ sequence, timestamp }, nowMs) {
      received += 1;
      const arrival = nowMs * clock - timestamp;
      if (Number.isFinite(transit)) {
        const change = Math.abs(arrival - transit);
        // A timestamp that wraps round is no jitter.
        if (change < 0x7fffffff) jitter += (change - jitter) / 16;
      }
      transit = arrival;
      if (highest === -1) {
        [first, highest] = [sequence, sequence];
        return;
      }
      const ahead = sequenceAhead(sequence, highest & 0xffff);
      const whole = highest + ahead;
      if (ahead <= 0) missing.delete(whole);
      else {
        noteGap(whole);
        highest = whole;
      }
    },
    noteReport(report, nowMs) {
      last = { clock: Number((report.clock >> 16n) & 0xffff_ffffn), atMs: nowMs };
    },
    takeMissing(nowMs) {
      const asked: number[] = [];
      for (const [sequence, state] of missing) {
        if (nowMs - state.askedMs < RETRY_MS) continue;
        if (state.tries === TRIES) {
          missing.delete(sequence);
          isBeyondRepair = true;
          continue;
        }
        state.tries += 1;
        state.askedMs = nowMs;
        asked.push(sequence & 0xffff);
      }
      if (!isBeyondRepair) return asked;
      isBeyondRepair = false;
      return null;
    },
    report(ssrc, nowMs) {
      if (highest === -1) return undefined;
      const expected = highest - first + 1;
      const interval = expected - former.expected;
      const lost = Math.max(0, interval - (received - former.received));
      former = { expected, received };
      return {
        ssrc,
        fractionLost: interval <= 0 ? 0 : Math.min(255, Math.floor((lost * 256) / interval)),
        lost: expected - received,
        highest: highest >>> 0,
        jitter: Math.round(jitter),
        lastReport: last.clock,
        sinceReport:
          last.clock === 0 ? 0 : Math.min(0xffff_ffff, Math.round((nowMs - last.atMs) * 65.536)),
      };
    },
  };
}

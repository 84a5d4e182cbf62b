/** The load is measured over so many seconds. */
const SECONDS = 10;
export type Load = {
  /** Notes the processor time used since the start, in microseconds; once a second. */
  note(nowMs: number, cpuMicros: number): void;
  /** Returns the share of one core, from 0, over the last ten seconds. */
  share(): number;
};

/** Measures how much of one core this process uses. */
export function makeLoad(): Load {
  const notes: { nowMs: number; cpuMicros: number }[] = [];
  return {
    note(nowMs, cpuMicros) {
      notes.push({ nowMs, cpuMicros });
      if (notes.length > SECONDS + 1) notes.shift();
    },
    share() {
      const [first, last] = [notes[0], notes.at(-1)];
      if (first === undefined || last === undefined || last.nowMs <= first.nowMs) return 0;
      return (last.cpuMicros - first.cpuMicros) / 1_000 / (last.nowMs - first.nowMs);
    },
  };
}

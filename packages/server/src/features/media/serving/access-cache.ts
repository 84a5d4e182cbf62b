import { nowMs } from '#platform/runtime/clock.ts';

/** So long somebody who was let to a file is let to further parts of it without another look: no longer than an ended session may live on. */
const PASS_MS = 1_000;
const MOST = 5_000;

/** What was allowed a moment ago, by who asked for what. */
export type Passes<T> = { find(key: string): T | undefined; keep(key: string, value: T): void };

export function makePasses<T>(): Passes<T> {
  // In the order of keeping: what is first is over first.
  const kept = new Map<string, { value: T; ends: number }>();
  return {
    find(key) {
      const entry = kept.get(key);
      return entry === undefined || entry.ends <= nowMs() ? undefined : entry.value;
    },
    keep(key, value) {
      const now = nowMs();
      for (const [oldest, { ends }] of kept) {
        if (ends > now && kept.size < MOST) break;
        kept.delete(oldest);
      }
      kept.delete(key);
      kept.set(key, { value, ends: now + PASS_MS });
    },
  };
}

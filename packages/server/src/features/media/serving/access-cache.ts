import { nowMs } from '#platform/runtime/clock.ts';

/**
 * Milliseconds. A user who was granted a file gets further parts of it without another check for
 * this long: not longer than an ended session may live on.
 */
const GRANT_MS = 1_000;
const MOST = 5_000;

/** Cached access grants, by user and file. */
export type AccessCache<T> = {
  find(key: string): T | undefined;
  keep(key: string, value: T): void;
};

export function createAccessCache<T>(): AccessCache<T> {
  // In insertion order: the first entry expires first.
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
      kept.set(key, { value, ends: now + GRANT_MS });
    },
  };
}

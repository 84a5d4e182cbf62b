import type { Bus } from '#platform/live/bus.ts';
import { nowMs } from '#platform/runtime/clock.ts';

const CACHE_MS = 30_000;
const CACHE_SIZE = 20_000;

export type TokenCache<V> = {
  get(key: string): V | undefined;
  /**
   * Begins a lookup; the returned function caches its result. A lookup that was running when an
   * entry was cleared may have read stale data: it is not cached.
   */
  begin(): (key: string, value: V) => void;
  /** Clears what belongs to a person. */
  forget(userId: string): void;
};

/** Caches what tokens resolve to. A lost message of another instance clears everything. */
export function makeTokenCache<V>(bus: Bus, ownerOf: (value: V) => string): TokenCache<V> {
  const cache = new Map<string, { value: V; ends: number }>();
  let forgotten = 0;
  bus.onGap(() => {
    forgotten += 1;
    cache.clear();
  });
  return {
    get(key) {
      const entry = cache.get(key);
      // An instance that cannot hear about sessions ended elsewhere queries the database each time.
      return entry !== undefined && entry.ends > nowMs() && bus.hears() ? entry.value : undefined;
    },
    begin() {
      const asked = forgotten;
      return (key, value) => {
        if (asked !== forgotten) return;
        if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
        cache.set(key, { value, ends: nowMs() + CACHE_MS });
      };
    },
    forget(userId) {
      forgotten += 1;
      for (const [key, { value }] of cache) if (ownerOf(value) === userId) cache.delete(key);
    },
  };
}

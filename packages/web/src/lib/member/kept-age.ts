import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let oldest: number | null = null;

/**
 * Reports that the page shows data from a time, in ms, or with null that it shows fresh data again.
 */
export function noteKept(at: number | null): void {
  const next = at === null || oldest === null ? at : Math.min(oldest, at);
  if (next === oldest) return;
  oldest = next;
  listeners.forEach((listener) => listener());
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/**
 * Returns from when the oldest data is that the page shows without a network; null: it shows none.
 */
export const useKeptAge = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => oldest,
    () => null,
  );

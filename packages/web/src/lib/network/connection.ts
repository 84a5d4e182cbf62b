import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const returned = new Set<() => void>();
const PROBE_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
let online = true;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function probe(): void {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      tries += 1;
      fetch('/api/health', { cache: 'no-store' }).then(
        (response) => (response.ok ? connectionWorks() : probe()),
        probe,
      );
    },
    PROBE_MS[Math.min(tries, PROBE_MS.length - 1)],
  );
}
/**
 * Reports a network failure: the site shows 'Нет связи' and polls until the server responds again.
 */
export function connectionFailed(): void {
  if (!online) return;
  online = false;
  tries = 0;
  listeners.forEach((listener) => listener());
  probe();
}
export function connectionWorks(): void {
  if (online) return;
  clearTimeout(timer);
  online = true;
  listeners.forEach((listener) => listener());
  returned.forEach((listener) => listener());
}
/** Calls the listener each time the connection is restored. */
export function onConnectionBack(listener: () => void): () => void {
  returned.add(listener);
  return () => returned.delete(listener);
}
/**
 * Waits until the connection is restored, or for `patience` ms. The latter means that the
 * connection was fine and only one request broke.
 */
export const connectionOr = (timeout: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      off();
      resolve();
    };
    const off = onConnectionBack(done);
    const timer = setTimeout(done, timeout);
  });
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => online,
    () => true,
  );
if (typeof window !== 'undefined')
  window.addEventListener('online', () => {
    tries = 0;
    if (!online) probe();
  });

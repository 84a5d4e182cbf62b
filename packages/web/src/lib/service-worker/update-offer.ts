import { useSyncExternalStore } from 'react';

/** In ms: how long a new version may take to become active before the page is reloaded anyway. */
const PATIENCE_MS = 3_000;
const AGREED = 'respa.update';
const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;

const start = (worker: ServiceWorker): void => worker.postMessage({ type: 'activate' });
/**
 * Offers a new version of the service worker, which takes over only when the member agrees. If they
 * have just done so, this is the version of the page that was reloaded: it takes over at once.
 */
export function offerUpdate(worker: ServiceWorker): void {
  if (sessionStorage.getItem(AGREED) !== null) {
    sessionStorage.removeItem(AGREED);
    return start(worker);
  }
  waiting = worker;
  listeners.forEach((listener) => listener());
}
/** Reloads the page with the new version. What was typed is kept, as with every reload. */
export async function reloadIntoUpdate(): Promise<void> {
  if (waiting === null) sessionStorage.setItem(AGREED, '1');
  else {
    const worker = waiting;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, PATIENCE_MS);
      start(worker);
    });
  }
  location.reload();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Returns whether a new version of the service worker waits for the member. */
export const useIsUpdateWaiting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  );

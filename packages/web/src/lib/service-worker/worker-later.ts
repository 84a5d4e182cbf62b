import { whenIdle } from '#lib/browser/when-idle.ts';

/** Starts the service worker of a member once the page has loaded and has nothing to do. */
export function startWorkerLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () =>
    void import('./start-worker.ts').then((file) => file.startWorker()).catch(() => {});
  const wait = () => whenIdle(start);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/**
 * Deletes everything that the service worker stores, shows and is subscribed to. The worker does so
 * even if this page ends; the page deletes the files too, in case its worker is gone.
 */
export function emptyWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const tell = (worker?: ServiceWorker | null) => worker?.postMessage({ type: 'empty' });
  const { controller } = navigator.serviceWorker;
  if (controller !== null) tell(controller);
  // A page that was reloaded past the worker.
  else void navigator.serviceWorker.getRegistration().then((found) => tell(found?.active));
  void deleteCaches().catch(() => {});
}
/** Deletes the files that the service worker has stored. */
export async function deleteCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}

import { HOUR_MS } from '@respa/contract/durations';
import { deleteCaches } from './worker-later.ts';
import { offerUpdate } from './update-offer.ts';

/** In ms: an open page looks for a new version at most this often. */
const CHECK_EVERY_MS = HOUR_MS;

/** Returns the built files that this page has loaded. */
const listUsed = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname)
      .filter((path) => path.startsWith('/assets/')),
  ),
];
/** Removes the worker, because the server has switched it off. */
async function removeWorker(): Promise<void> {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  await deleteCaches();
}
function watchUpdates(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    if (registration.waiting !== null && registration.active !== null)
      offerUpdate(registration.waiting);
  };
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  );
  offer();
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS)
      return;
    checkedAt = performance.now();
    registration.update().catch(() => {});
  });
}

/**
 * Registers the service worker, lets it store what the member's pages need to open offline, and
 * offers new versions. Rejects if the browser refuses; the site does without it.
 */
export async function startWorker(): Promise<void> {
  if (document.documentElement.dataset['worker'] === 'off') return removeWorker();
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  watchUpdates(registration);
  const { active } = await navigator.serviceWorker.ready;
  const fill = () =>
    (navigator.serviceWorker.controller ?? active)?.postMessage({ type: 'fill', used: listUsed() });
  fill();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') fill();
  });
}

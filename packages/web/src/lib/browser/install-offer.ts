import { useSyncExternalStore } from 'react';
import { installEvent } from './install-event.ts';

const ASKED = 'respa.install';

/** Asks the member to install the site. Returns whether they did. */
export async function install(): Promise<boolean> {
  const offer = installEvent.current;
  if (offer === null) return false;
  // A browser shows an offer only once.
  installEvent.current = null;
  window.dispatchEvent(new Event(ASKED));
  await offer.prompt();
  return (await offer.userChoice).outcome === 'accepted';
}
function subscribe(listener: () => void): () => void {
  const events = ['beforeinstallprompt', ASKED];
  // The listener that keeps the offer was added first, so the offer is there by now.
  events.forEach((name) => window.addEventListener(name, listener));
  return () => events.forEach((name) => window.removeEventListener(name, listener));
}
/** Returns whether the browser offers to install the site. */
export const useIsInstallOffered = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => installEvent.current !== null,
    () => false,
  );
/** Returns whether the site runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

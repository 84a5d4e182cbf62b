import { useSyncExternalStore } from 'react';

/** The browser's offer to install the site, which the page may show once. */
type InstallOffer = Event & {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};
let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();
function change(next: InstallOffer | null): void {
  offer = next;
  listeners.forEach((listener) => listener());
}

/** Keeps the browser's offer to install the site for the settings: nothing pops up by itself. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => change(null));
}
/** Asks the member to install the site. Returns whether they did. */
export async function install(): Promise<boolean> {
  const shown = offer;
  if (shown === null) return false;
  // A browser shows an offer only once.
  change(null);
  await shown.prompt();
  return (await shown.userChoice).outcome === 'accepted';
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Returns whether the browser offers to install the site. */
export const useIsInstallOffered = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offer !== null,
    () => false,
  );
/** Returns whether the site runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

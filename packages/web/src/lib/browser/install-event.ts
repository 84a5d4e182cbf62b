/** The browser's offer to install the site, which the page may show once. */
export type InstallOffer = Event & {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};
/** The last offer of the browser, for lib/browser/install-offer.ts. */
export const installEvent: { current: InstallOffer | null } = { current: null };

/** Keeps the browser's offer to install the site for the settings: nothing pops up by itself. */
export const keepInstallOffer = (): void =>
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installEvent.current = event as InstallOffer;
  });

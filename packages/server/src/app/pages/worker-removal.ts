import type { Asset } from './site.ts';

/** The address of the service worker. */
export const WORKER = '/sw.js';

const SCRIPT = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await clients.claim();
    await registration.unregister();
  })());
});
`;
/**
 * What the server sends instead of the service worker when it is switched off: a worker that
 * deletes all stored files and removes itself from the browser.
 */
export const REMOVAL: Asset = {
  type: 'text/javascript; charset=utf-8',
  plain: Buffer.from(SCRIPT),
  br: undefined,
  gz: undefined,
  immutable: false,
};

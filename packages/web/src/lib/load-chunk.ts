import { readNonce } from './nonce.ts';

/** Between the tries for a file that did not come. */
const PAUSES_MS = [500, 1_500];
/** A file of a chunk did not come: most often there is no network. */
export class LostChunk extends Error {}
const files = new Map<string, Promise<void>>();

/** Into the browser's cache, where its module is read from; what fails here, unlike a preload, is remembered nowhere. */
async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'high' });
  await answer.arrayBuffer();
  // One that the server has no longer does not come by asking; its import says so.
  if (answer.status >= 500) throw new Error(`${address} answers ${answer.status}`);
}
function addStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', nonce: readNonce(), href: address });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} did not come`));
    };
    document.head.append(link);
  });
}
async function ask(address: string): Promise<void> {
  const once = address.endsWith('.css') ? addStyle : fetchScript;
  for (const pause of PAUSES_MS) {
    try {
      return await once(address);
    } catch {
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
  return once(address).catch((error: unknown) => { throw new LostChunk(address, { cause: error }); });
}
/** A file that the page's html names is on its way already; one that did not come is asked for again the next time. */
function bring(address: string): Promise<void> {
  const known = files.get(address);
  if (known !== undefined) return known;
  const asked = document.querySelector(`head > [href="${address}"], head > [src="${address}"]`) === null ? ask(address) : Promise.resolve();
  files.set(address, asked);
  asked.catch(() => files.delete(address));
  return asked;
}

/**
 * Loads a chunk once all its files (as '/assets/a.js' or 'assets/a.js', styles among them) are here. Every import() of the built site goes through it, in place of Vite's helper (chunk-loader.mjs):
 * a browser keeps in mind that a module did not come (Chromium since 150, as HTML has it), and neither it nor what imports it comes any more on that page.
 * Rejects with `LostChunk` where a file did not come in three tries; the next call begins anew.
 */
export async function loadChunk<T>(load: () => Promise<T>, needed: readonly string[] = []): Promise<T> {
  await Promise.all(needed.map((file) => bring(file.startsWith('/') ? file : `/${file}`)));
  return load();
}

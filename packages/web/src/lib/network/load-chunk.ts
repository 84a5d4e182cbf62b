import { readNonce } from '#lib/browser/nonce.ts';

/** In ms: the pauses between retries for a file that failed to load. */
const PAUSES_MS = [500, 1_500];
/** A file of a chunk failed to load, usually because there is no network. */
export class LostChunk extends Error {}
/** The files that were requested in careful mode or are already loaded. */
const files = new Map<string, Promise<void>>();
let hasFailed = false;
let again = 0;

const isStyle = (address: string): boolean => address.endsWith('.css');
/** Returns whether the page's HTML names the file. Such a file is already loading. */
const isNamed = (address: string): boolean =>
  document.querySelector(`head > [href="${address}"], head > [src="${address}"]`) !== null;

function addLink(address: string, rel: 'stylesheet' | 'modulepreload'): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { rel, crossOrigin: '', nonce: readNonce(), href: address });
  document.head.append(link);
  return link;
}
/**
 * Loads a script into the browser's cache. Unlike a failed module, a failed fetch is not remembered
 * by the browser.
 */
async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'high' });
  await answer.blob();
  // A retry does not help for a file that the server no longer has; its import reports that.
  if (answer.status >= 500) throw new Error(`${address} answers ${answer.status}`);
}
function addStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = addLink(address, 'stylesheet');
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} did not come`));
    };
  });
}
async function ask(address: string): Promise<void> {
  const once = isStyle(address) ? addStyle : fetchScript;
  for (const pause of PAUSES_MS) {
    try {
      return await once(address);
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
  return once(address).catch((error: unknown) => {
    throw new LostChunk(address, { cause: error });
  });
}
/** Requests a file once. A failed file is requested again the next time. */
function fetchOnce(address: string): Promise<void> {
  const known = files.get(address);
  if (known !== undefined) return known;
  const asked = isNamed(address) ? Promise.resolve() : ask(address);
  files.set(address, asked);
  asked.catch(() => files.delete(address));
  return asked;
}
/** Loads everything at once, as Vite's own helper does, because that is the fastest way. */
async function loadParallel<T>(load: () => Promise<T>, addresses: readonly string[]): Promise<T> {
  const missing = addresses.filter((address) => !files.has(address) && !isNamed(address));
  const preloads = missing
    .filter((address) => !isStyle(address))
    .map((address) => addLink(address, 'modulepreload'));
  try {
    await Promise.all(missing.filter(isStyle).map(addStyle));
    return await load();
  } catch (error) {
    preloads.forEach((link) => link.remove());
    throw error;
  }
}
async function loadVerified<T>(
  load: () => Promise<T>,
  addresses: readonly string[],
  importFrom?: (address: string) => Promise<T>,
): Promise<T> {
  await Promise.all(addresses.map(fetchOnce));
  try {
    return await load();
  } catch (error) {
    if (importFrom === undefined || addresses.length === 0) throw error;
    // For the browser another fragment is another module; for the server it is the same file. A
    // module that it imports may still be one that the browser remembers as failed.
    again += 1;
    return await importFrom(`${addresses[0]}#${again}`);
  }
}

/**
 * Loads a chunk. `needed` lists its files ('/assets/a.js' or 'assets/a.js', including styles), the
 * chunk's own file first. Every import() of the built site goes through this function instead of
 * Vite's helper (chunk-loader.mjs).
 * A browser remembers that a module failed to load (Chromium since 150, as the HTML standard says):
 * on that page, neither the module nor its importers ever load again. So when there is no network,
 * and
 * permanently after the first failure, all files are fetched before the import begins. `importFrom`
 * is the browser's own import. Rejects with `LostChunk` when a file failed three times, and with
 * another error when the files loaded but the module did not.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  needed: readonly string[] = [],
  importFrom?: (address: string) => Promise<T>,
): Promise<T> {
  const addresses = needed.map((file) => (file.startsWith('/') ? file : `/${file}`));
  if (!hasFailed && navigator.onLine) {
    try {
      return await loadParallel(load, addresses);
    } catch {
      hasFailed = true;
    }
  }
  return loadVerified(load, addresses, importFrom);
}

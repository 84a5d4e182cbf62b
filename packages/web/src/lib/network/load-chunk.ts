import { readNonce } from '#lib/nonce.ts';

/** Between the tries for a file that did not come. */
const PAUSES_MS = [500, 1_500];
/** A file of a chunk did not come: most often there is no network. */
export class LostChunk extends Error {}
/** What was asked for with care, or is there. */
const files = new Map<string, Promise<void>>();
let isShaky = false;
let again = 0;

const isStyle = (address: string): boolean => address.endsWith('.css');
/** A file that the page's html names is on its way already. */
const isNamed = (address: string): boolean =>
  document.querySelector(`head > [href="${address}"], head > [src="${address}"]`) !== null;

function addLink(address: string, rel: 'stylesheet' | 'modulepreload'): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { rel, crossOrigin: '', nonce: readNonce(), href: address });
  document.head.append(link);
  return link;
}
/** Into the browser's cache: what fails there, unlike a module, is remembered nowhere. */
async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'high' });
  await answer.blob();
  // One that the server has no longer does not come by asking; its import says so.
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
/** One that did not come is asked for again the next time. */
function bring(address: string): Promise<void> {
  const known = files.get(address);
  if (known !== undefined) return known;
  const asked = isNamed(address) ? Promise.resolve() : ask(address);
  files.set(address, asked);
  asked.catch(() => files.delete(address));
  return asked;
}
/** All of it at once, as Vite's own helper does: nothing is faster. */
async function loadBoldly<T>(load: () => Promise<T>, addresses: readonly string[]): Promise<T> {
  const missing = addresses.filter((address) => !files.has(address) && !isNamed(address));
  const toasts = missing
    .filter((address) => !isStyle(address))
    .map((address) => addLink(address, 'modulepreload'));
  try {
    await Promise.all(missing.filter(isStyle).map(addStyle));
    return await load();
  } catch (error) {
    toasts.forEach((helpText) => helpText.remove());
    throw error;
  }
}
async function loadCarefully<T>(
  load: () => Promise<T>,
  addresses: readonly string[],
  importFrom?: (address: string) => Promise<T>,
): Promise<T> {
  await Promise.all(addresses.map(bring));
  try {
    return await load();
  } catch (error) {
    if (importFrom === undefined || addresses.length === 0) throw error;
    // To the browser another fragment is another module, to the server the same file. What it imports may still be one that never comes.
    again += 1;
    return await importFrom(`${addresses[0]}#${again}`);
  }
}

/**
 * Loads a chunk, of whose files (as '/assets/a.js' or 'assets/a.js', styles among them) it is the first. Every import() of the built site goes through it, in place of Vite's helper (chunk-loader.mjs).
 * A browser keeps in mind that a module did not come (Chromium since 150, as HTML has it), and neither it nor what imports it comes any more on that page. So where there is no network, and
 * for good once something did not come, all files are here before the import begins; `importFrom` is the browser's own import. Rejects with `LostChunk` where a file did not come in three tries; with another error where they came and the module did not.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  needed: readonly string[] = [],
  importFrom?: (address: string) => Promise<T>,
): Promise<T> {
  const addresses = needed.map((file) => (file.startsWith('/') ? file : `/${file}`));
  if (!isShaky && navigator.onLine) {
    try {
      return await loadBoldly(load, addresses);
    } catch {
      isShaky = true;
    }
  }
  return loadCarefully(load, addresses, importFrom);
}

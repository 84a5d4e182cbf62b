import type { WorkerMessage } from './messages.ts';
import { freshPage, isShellPage } from './pages.ts';
import { scope, type RoutingEvent } from './scope.ts';

const PREFIX = 'respa.';
const CACHE = PREFIX + BUILD;
/**
 * A page that lists the files of the shell only. What it shows is up to the address that is opened.
 */
const PAGE = '/services';
/** Only built files are stored: never an answer of the API, never an uploaded file. */
const ASSET = /^\/assets\/[\w.-]+$/;
/** How many files beside those of the shell are stored. */
const MOST_USED = 200;
/** How many files are fetched at a time, so that the page's own requests come first. */
const AT_ONCE = 4;

const FILES = SHELL_FILES;

let lastWork: Promise<unknown> = Promise.resolve();

const listCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Stores a file. One that an earlier version stored under the same name has the same content. */
async function store(cache: Cache, path: string): Promise<void> {
  if ((await cache.match(path, { ignoreVary: true })) !== undefined) return;
  const known = await caches.match(path, { ignoreVary: true });
  const answer = known ?? (await fetch(path, { priority: 'low' }));
  if (!answer.ok || answer.type !== 'basic') throw new Error(`${path} answers ${answer.status}`);
  await cache.put(path, answer);
}
async function storeAll(cache: Cache, paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const work = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await store(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
async function storePage(cache: Cache): Promise<void> {
  if ((await cache.match(PAGE)) !== undefined) return;
  const answer = await fetch(PAGE, { cache: 'no-store' });
  const isOurs = await isShellPage(answer.clone(), FILES);
  if (!isOurs) throw new Error('the page is of another version');
  await cache.put(PAGE, answer);
}
/** Stores the shell, and of the files that a page has used the newest ones. */
async function fill(used: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await storeAll(cache, FILES);
  await storePage(cache);
  const more = used.filter((path) => ASSET.test(path) && !FILES.includes(path));
  for (const path of more) await store(cache, path).catch(() => {});
  const extra = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname !== PAGE && !FILES.includes(pathname);
  });
  for (const old of extra.slice(0, Math.max(0, extra.length - MOST_USED))) await cache.delete(old);
}
const empty = async (): Promise<void> => {
  for (const name of await listCaches()) await caches.delete(name);
};
/** Does one thing after another. What fails is tried again with the next page. */
function doNext(work: () => Promise<void>): Promise<unknown> {
  lastWork = lastWork.then(work).catch(() => {});
  return lastWork;
}

async function install(event: RoutingEvent): Promise<void> {
  // Where the browser can do it, these requests do not even start the worker.
  await event
    .addRoutes?.([
      { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
      { condition: { urlPattern: { pathname: '/media/*' } }, source: 'network' },
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: CACHE } },
    ])
    .catch(() => {});
  // A new version takes the place of a filled one only when it is filled itself.
  if ((await listCaches()).length > 0) await fill([]);
}
async function activate(): Promise<void> {
  for (const name of await listCaches()) if (name !== CACHE) await caches.delete(name);
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/**
 * Returns whether an address is one of the site's pages. The others end like a file or are the
 * server's.
 */
const isPage = (path: string): boolean =>
  !/^\/(?:api|media|assets)(?:\/|$)/.test(path) && !/\.[a-z0-9]{1,16}$/i.test(path);

/**
 * Pages always come from the network. Without it, a page of the site opens from the stored shell.
 */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch (error) {
    const isShown = event.request.method === 'GET' && isPage(new URL(event.request.url).pathname);
    const kept = isShown ? await caches.match(PAGE, { cacheName: CACHE }) : undefined;
    if (kept === undefined) throw error;
    return freshPage(kept);
  }
}
const openAsset = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);

/** Makes the site's pages open without a network. */
export function startShell(): void {
  scope.addEventListener('install', (event) => event.waitUntil(install(event)));
  scope.addEventListener('activate', (event) => event.waitUntil(activate()));
  scope.addEventListener('message', (event) => {
    const message = event.data as WorkerMessage;
    if (message.type === 'fill')
      // A page that was loading while this version became active is not the worker's yet.
      event.waitUntil(Promise.all([scope.clients.claim(), doNext(() => fill(message.used))]));
    else if (message.type === 'empty') event.waitUntil(doNext(empty));
    else if (message.type === 'activate') event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== scope.location.origin) return;
    if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(openPage(event));
    else if (request.method === 'GET' && ASSET.test(pathname) && !request.headers.has('range'))
      event.respondWith(openAsset(request));
  });
}

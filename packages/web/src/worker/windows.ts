import type { PageMessage } from './messages.ts';
import { scope } from './scope.ts';

/** In ms: a page that has not answered until then has nothing that listens. */
const ANSWER_MS = 3_000;

const listWindows = (): Promise<readonly WindowClient[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Tells all open pages of the site. */
export async function tellPages(message: PageMessage): Promise<void> {
  for (const page of await listWindows()) page.postMessage(message);
}
/** Returns whether a page goes where it is told, without loading its document again. */
function lead(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ type: 'open', path } satisfies PageMessage, [port2]);
  });
}
/**
 * Shows a page of the site in an open tab, preferably the one that was used last, or in a new one.
 * A tab of a member keeps its document and with it everything that was typed.
 */
export async function openPage(path: string): Promise<void> {
  const pages = await listWindows();
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (page === undefined) return void (await scope.clients.openWindow(path));
  // Some browsers refuse the focus; the page shows the right place all the same.
  const front = await page.focus().catch(() => page);
  if (!(await lead(front, path))) await front.navigate(path).catch(() => null);
}

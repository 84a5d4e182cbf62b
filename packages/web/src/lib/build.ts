import { useSyncExternalStore } from 'react';

/** Behind a balancer two builds may answer by turns for a while: not more often than this is asked which one there is, and is a page reloaded for it. */
const PAUSE_MS = 30_000;
const RELOADED = 'respa.reloaded';
const listeners = new Set<() => void>();
let isOld = false;
let asked: { at: number; answer: Promise<boolean> } | undefined;

/** Whether the server has another build of the site than this page is of. */
async function ask(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src^="/assets/"]')?.getAttribute('src');
  if (own === null || own === undefined) return false;
  const html = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  // What a proxy says while the server is away is no build of ours.
  return /<script type="module"[^>]* src="\/assets\//.test(html) && !html.includes(`"${own}"`);
}
/** Something went as it does where the server is newer than this page: if it is so, the page says it and offers to be loaded anew. */
export async function suspectOldBuild(): Promise<boolean> {
  if (isOld) return true;
  if (asked === undefined || performance.now() - asked.at > PAUSE_MS)
    asked = { at: performance.now(), answer: ask() };
  if (!(await asked.answer) || isOld) return isOld;
  isOld = true;
  listeners.forEach((listener) => listener());
  return true;
}
/** Loads the page anew if there is a newer build, of which what was asked for is a part no longer; answers whether it does. */
export async function reloadIfOld(): Promise<boolean> {
  return (await suspectOldBuild()) && reloadOnce();
}
/** Loads the page anew, but not again and again; answers whether it does. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return true;
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useIsOldBuild = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOld,
    () => false,
  );

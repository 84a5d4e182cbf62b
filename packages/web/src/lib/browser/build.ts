import { useSyncExternalStore } from 'react';

/**
 * In ms. Behind a load balancer, two builds may respond alternately for a while. The page checks
 * the current build, and reloads because of it, at most once per this interval.
 */
const PAUSE_MS = 30_000;
const RELOADED = 'respa.reloaded';
const listeners = new Set<() => void>();
let isOld = false;
let asked: { at: number; answer: Promise<boolean> } | undefined;

/** Returns whether the server runs a different build of the site than this page. */
async function ask(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src^="/assets/"]')?.getAttribute('src');
  if (own === null || own === undefined) return false;
  const html = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  // The response of a proxy while the server is down is not a build of ours.
  return /<script type="module"[^>]* src="\/assets\//.test(html) && !html.includes(`"${own}"`);
}
/**
 * Checks for a new build after a failure that is typical of a server newer than this page. If there
 * is one, the page says so and offers a reload. Returns whether the page is old.
 */
export async function suspectOldBuild(): Promise<boolean> {
  if (isOld) return true;
  if (asked === undefined || performance.now() - asked.at > PAUSE_MS)
    asked = { at: performance.now(), answer: ask() };
  if (!(await asked.answer) || isOld) return isOld;
  isOld = true;
  listeners.forEach((listener) => listener());
  return true;
}
/**
 * Reloads the page if a newer build exists, in which the requested file may no longer exist.
 * Returns whether it does so.
 */
export async function reloadIfOld(): Promise<boolean> {
  return (await suspectOldBuild()) && reloadOnce();
}
/** Reloads the page, but not repeatedly. Returns whether it does so. */
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

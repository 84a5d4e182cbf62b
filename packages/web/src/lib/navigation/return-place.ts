import { DAY_MS } from '@respa/contract/durations';

// Where a visitor wanted to stay when they went to register. The mail with the activation link may
// be opened in another tab and a day later, so the place is kept in this browser's storage.
const KEY = 'respa.return';
/** In ms: a registration that is not activated lives for three days. */
const KEPT_MS = 3 * DAY_MS;

/** Remembers a page of this site; `path` begins with a slash. */
export function rememberReturn(path: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }));
  } catch {
    // Without storage the new member begins at the home page.
  }
}
/** Returns the remembered page and forgets it; /home if there is none. */
export function takeReturn(): string {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      path?: unknown;
      at?: unknown;
    } | null;
    localStorage.removeItem(KEY);
    const { path, at } = kept ?? {};
    // A path with two slashes would be another site's address.
    const isOurs = typeof path === 'string' && /^\/[^/\\]/.test(path);
    return isOurs && typeof at === 'number' && Date.now() - at < KEPT_MS ? path : '/home';
  } catch {
    return '/home';
  }
}

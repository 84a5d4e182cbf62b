import { getSession, onSession, SESSION_KEY, signedOutByChoice } from './network/session.ts';

/** The member whose data this browser stores. */
const OWNER = 'respa.member';
/** What belongs to the browser and not to a member. */
const KEPT = [OWNER, SESSION_KEY, 'registered', 'theme'];

/** Deletes everything that the browser stores of a member, except what `KEPT` names. */
function deleteStored(): void {
  for (const key of Object.keys(localStorage))
    if (!KEPT.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  // Some browsers do not list their databases; the queues drop what is not the member's.
  void indexedDB.databases?.().then((found) => {
    for (const { name } of found) if (name?.startsWith('respa.')) indexedDB.deleteDatabase(name);
  });
}
/**
 * Loads the document again or another one, so that nothing in this tab's memory survives. Does not
 * ask.
 */
function replaceDocument(address?: string): void {
  // Nothing asks, and nothing stores what it holds.
  for (const name of ['beforeunload', 'pagehide', 'visibilitychange'])
    window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
  document.documentElement.hidden = true;
  if (address === undefined) location.reload();
  else location.replace(address);
}
/** Deletes what another member left, when a member signs in. */
function own(userId: string): void {
  if ((localStorage.getItem(OWNER) ?? userId) !== userId) deleteStored();
  localStorage.setItem(OWNER, userId);
}

/**
 * Keeps the data of two members apart. When the member of this tab signs out in any tab, or another
 * member signs in, everything stored is deleted and the document is replaced. After a session that
 * ended by itself, what was typed stays for the same member.
 */
export function keepMembersApart(): void {
  let member = getSession()?.userId ?? null;
  if (member !== null) own(member);
  const look = () => {
    const now = getSession()?.userId ?? null;
    if (now === member) return;
    if (now !== null) own(now);
    else if (signedOutByChoice()) {
      deleteStored();
      localStorage.removeItem(OWNER);
    } else return;
    const isFirst = member === null;
    member = now;
    if (!isFirst)
      replaceDocument(
        now !== null ? '/home' : location.pathname === '/notactivated' ? '/login' : '/',
      );
  };
  onSession(look);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (member === null || (key !== SESSION_KEY && key !== null) || newValue !== null) return;
    // The guard of the page redirects to the sign-in page.
    replaceDocument();
  });
  // A page that was asleep, or was kept for the Back button, has missed the events.
  const wake = () => {
    const stored = localStorage.getItem(SESSION_KEY);
    const isSignedIn = member !== null && getSession()?.userId === member;
    if (isSignedIn && !stored?.includes(`"${member}"`))
      replaceDocument(stored === null ? undefined : '/home');
  };
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) wake();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

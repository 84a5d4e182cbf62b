import { deleteFileStores } from './file-store.ts';
import { getSession, onSession, SESSION_KEY, signedOutByChoice } from './network/session.ts';
import { replaceDocument } from './replaced-document.ts';

/** The member whose data this browser stores. */
const OWNER = 'respa.member';
/** What belongs to the browser and not to a member. */
const KEPT = [OWNER, SESSION_KEY, 'registered', 'theme'];

/** Deletes everything that the browser stores of a member, except what `KEPT` names. */
function deleteStored(): void {
  for (const key of Object.keys(localStorage))
    if (!KEPT.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  deleteFileStores();
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
    if (member === null || newValue !== null) return;
    // The guard of the page redirects to the sign-in page.
    if (key === SESSION_KEY || key === null) replaceDocument();
    // A sign-out by choice in another tab. This tab may have stored something since.
    else if (key === OWNER) deleteStored();
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

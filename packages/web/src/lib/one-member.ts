import { deleteFileStores } from './file-store.ts';
import {
  dropSession,
  getSession,
  onSession,
  SESSION_KEY,
  signedOutByChoice,
} from './network/session.ts';
import { isReplaced, replaceDocument } from './replaced-document.ts';

/** The member whose data this browser stores. */
const OWNER = 'respa.member';
/** Where a member who signs out by choice gets to. */
let exit = '/';
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
 * Returns the member whose session ended by itself, or null after a sign-out by choice and for
 * visitors.
 */
export const readFormerMember = (): string | null =>
  getSession() === null ? localStorage.getItem(OWNER) : null;
/** Sets the page that follows the next sign-out by choice. */
export const leaveTo = (address: string): void => {
  exit = address;
};
/** Ends the session by the member's choice. */
export function signOutHere(): void {
  // First, so that other tabs learn of the choice before they learn that the session is over.
  localStorage.removeItem(OWNER);
  dropSession(true);
}
/**
 * Keeps the data of two members apart. When the member of this tab signs out in any tab, or another
 * member signs in, everything stored is deleted and the document is replaced. After a session that
 * ended by itself, what was typed and the page stay for the same member.
 */
export function keepMembersApart(): void {
  let member = getSession()?.userId ?? readFormerMember();
  if (getSession() !== null) own(member!);
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
        now !== null ? '/home' : location.pathname === '/notactivated' ? '/login' : exit,
      );
  };
  onSession(look);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (member === null || newValue !== null) return;
    // A sign-out by choice in another tab: who signs in next does not get this page. This tab may
    // have stored something since.
    if (key === OWNER) {
      deleteStored();
      replaceDocument('/login');
    }
    // The guard of the page redirects to the sign-in page.
    else if (!isReplaced() && (key === SESSION_KEY || key === null)) replaceDocument();
  });
  // A page that was asleep, or was kept for the Back button, has missed the events.
  const wake = () => {
    const stored = localStorage.getItem(SESSION_KEY);
    const isSignedIn = member !== null && getSession()?.userId === member;
    if (isSignedIn && !stored?.includes(`"${member}"`))
      replaceDocument(
        stored !== null ? '/home' : localStorage.getItem(OWNER) === null ? '/login' : undefined,
      );
  };
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) wake();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

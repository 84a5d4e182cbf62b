import { clearBadge } from '#lib/browser/app-badge.ts';
import { deleteFileStore, deleteFileStores } from './file-store.ts';
import {
  getSession,
  onSession,
  SESSION_KEY,
  setLeaving,
  signedOutByChoice,
} from '#lib/network/session.ts';
import { replaceDocument } from '#lib/navigation/replaced-document.ts';
import { emptyWorker } from '#lib/service-worker/worker-later.ts';

/** The member whose data this browser stores. */
const OWNER = 'respa.member';
/**
 * Whether the member ends the session by choice, in this tab or another, and where this tab goes
 * then.
 */
let isLeaving = false;
let exit = '/';
/** What belongs to the browser and not to a member. */
const KEPT = [OWNER, SESSION_KEY, 'registered', 'theme', 'push-asked'];

/** Deletes everything that the browser stores of a member, except what `KEPT` names. */
function deleteStored(): void {
  for (const key of Object.keys(localStorage))
    if (!KEPT.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  deleteFileStores();
  emptyWorker();
  clearBadge();
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

/**
 * Announces that the member is about to end the session by choice: no tab then comes back to its
 * page. Must precede the request, because its effect may be noticed before its response. `address`
 * is the page that this tab opens next.
 */
export function beginLeaving(address = '/'): void {
  localStorage.removeItem(OWNER);
  leave(true, address, true);
}
function leave(now: boolean, address: string, isHere = false): void {
  isLeaving = now;
  exit = address;
  setLeaving(now, isHere);
}
/** Takes the announcement back, because the session goes on. */
export function cancelLeaving(): void {
  const session = getSession();
  if (session !== null) localStorage.setItem(OWNER, session.userId);
  leave(false, '/');
}

/**
 * Keeps the data of two members apart. When the member of this tab signs out in any tab, or another
 * member signs in, everything stored is deleted and the document is replaced. After a session that
 * ended by itself, what was typed and the page stay for the same member.
 */
export function keepMembersApart(): void {
  const session = getSession();
  if (session !== null) own(session.userId);
  // A session that ended while no page was open: what was typed stays, what can be read does not.
  else deleteFileStore('respa.kept');
  let member = session?.userId ?? readFormerMember();
  const look = () => {
    const now = getSession()?.userId ?? null;
    if (now === member) return;
    if (now !== null) own(now);
    else if (signedOutByChoice()) {
      deleteStored();
      localStorage.removeItem(OWNER);
    } else return deleteFileStore('respa.kept');
    const isFirst = member === null;
    member = now;
    if (!isFirst)
      replaceDocument(
        now !== null ? '/home' : location.pathname === '/notactivated' ? '/login' : exit,
      );
  };
  onSession(look);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (member === null) return;
    // Another tab announces a sign-out by choice, or takes that back.
    if (key === OWNER) leave(newValue === null, '/login');
    else if (newValue === null && (key === SESSION_KEY || key === null)) {
      // This tab may have stored something since.
      if (isLeaving) deleteStored();
      // Otherwise the guard of the page redirects to the sign-in page.
      replaceDocument(isLeaving ? exit : undefined);
    }
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

import { useSyncExternalStore } from 'react';

/** What this browser stores about its member. `activated` is the last value from the server. */
export type Session = { userId: string; token: string; activated: boolean };
export const SESSION_KEY = 'respa.session';
const REGISTERED = 'registered';

const listeners = new Set<() => void>();
function readStored(): Session | null {
  try {
    const stored = JSON.parse(
      localStorage.getItem(SESSION_KEY) ?? 'null',
    ) as Partial<Session> | null;
    return typeof stored?.token === 'string' && typeof stored.userId === 'string'
      ? { userId: stored.userId, token: stored.token, activated: stored.activated === true }
      : null;
  } catch {
    return null;
  }
}
let current: Session | null = typeof localStorage === 'undefined' ? null : readStored();
let hasLeft = false;
let isLeaving = false;
let isEndingHere = false;
const tell = () => listeners.forEach((listener) => listener());

if (typeof window !== 'undefined') {
  // Another tab signed in or out, or renewed the token. All tabs of a browser share one member.
  window.addEventListener('storage', (event) => {
    if (event.key !== SESSION_KEY && event.key !== null) return;
    current = readStored();
    tell();
  });
}

export const getSession = (): Session | null => current;
export function keepSession(session: Session): void {
  // A renewed token changes nothing that is drawn, so the same object is kept and nothing
  // rerenders.
  current =
    current?.userId === session.userId && current.activated === session.activated
      ? Object.assign(current, session)
      : session;
  hasLeft = false;
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  localStorage.removeItem(REGISTERED);
  tell();
}
/** Returns whether another tab has stored another session, which this one may not know of yet. */
export const isSuperseded = (): boolean => readStored()?.token !== current?.token;
/**
 * Returns whether the member signed out here on purpose. If so, the redirect goes to the landing
 * page, not to the sign-in page.
 */
export const signedOutByChoice = (): boolean => hasLeft;
/**
 * Set while the member is about to sign out or to delete the account, in this tab or another one:
 * whichever code first learns that the session is over treats it as the member's choice. `isHere`:
 * this tab has sent the request; only its response ends the session, because it also clears the
 * cookie that reads media.
 */
export const setLeaving = (now: boolean, isHere = false): void => {
  isLeaving = now;
  isEndingHere = now && isHere;
};
/** Forgets the session. Without `byChoice`, something has noticed that it is over. */
export function dropSession(byChoice?: boolean): void {
  if (byChoice === undefined && isEndingHere) return;
  current = null;
  hasLeft = byChoice ?? isLeaving;
  isLeaving = false;
  isEndingHere = false;
  localStorage.removeItem(SESSION_KEY);
  tell();
}
/** Sets the documented local marker of a user who registered here and has not signed in since. */
export const markRegistered = (): void => localStorage.setItem(REGISTERED, 'true');

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useSession = (): Session | null =>
  useSyncExternalStore(onSession, getSession, () => null);
/** Returns the signed-in member's id. Use it only on pages behind the guard. */
export function useMyId(): string {
  return useSession()?.userId ?? '';
}

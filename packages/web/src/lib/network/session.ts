import { useSyncExternalStore } from 'react';

/** What this browser remembers of its member. `activated` is what the server last said. */
export type Session = { userId: string; token: string; activated: boolean };
const KEY = 'respa.session';
const REGISTERED = 'registered';

const listeners = new Set<() => void>();
function readStored(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Session> | null;
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
const tell = () => listeners.forEach((listener) => listener());

if (typeof window !== 'undefined') {
  // Another tab signed in or out, or renewed the token: all tabs of a browser are one member.
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    current = readStored();
    tell();
  });
}

export const getSession = (): Session | null => current;
export function keepSession(session: Session): void {
  // A renewed token changes nothing that is drawn: the same object draws nothing anew.
  current =
    current?.userId === session.userId && current.activated === session.activated
      ? Object.assign(current, session)
      : session;
  hasLeft = false;
  localStorage.setItem(KEY, JSON.stringify(session));
  localStorage.removeItem(REGISTERED);
  tell();
}
/** Whether the member signed out here on purpose: then the way leads to the landing, not to the sign-in. */
export const leftByChoice = (): boolean => hasLeft;
/** While the member is about to leave for good: whatever hears first that the session is over, it was their choice. */
export const setLeaving = (now: boolean): void => {
  isLeaving = now;
};
export function dropSession(byChoice = isLeaving): void {
  current = null;
  hasLeft = byChoice;
  isLeaving = false;
  localStorage.removeItem(KEY);
  tell();
}
/** The documented local marker of somebody who registered here and has not signed in since. */
export const markRegistered = (): void => localStorage.setItem(REGISTERED, 'true');

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useSession = (): Session | null =>
  useSyncExternalStore(onSession, getSession, () => null);
/** The signed-in member's id; only for screens behind the guard. */
export function useMyId(): string {
  return useSession()?.userId ?? '';
}

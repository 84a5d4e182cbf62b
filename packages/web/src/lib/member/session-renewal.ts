import { requestLock } from '#lib/browser/locks.ts';
import { useSyncExternalStore } from 'react';
import * as account from '@respa/contract/account';
import { REFRESH_EVERY } from '@respa/contract/limits';
import { call, isOffline, setRenewal } from '#lib/network/call.ts';
import { onConnectionBack } from '#lib/network/connection.ts';
import { dropSession, getSession, isSuperseded, keepSession } from '#lib/network/session.ts';

// In ms: a window that regains focus renews at most once a minute.
const FOCUS_PAUSE_MS = 60_000;
const FIRST_PAGE_MS = 2_000;
let checked = getSession() === null;
let lastRefresh = 0;
const listeners = new Set<() => void>();
const setChecked = () => {
  checked = true;
  listeners.forEach((listener) => listener());
};

/**
 * Renews the token, in one tab at a time. A network failure or a server error does not sign the
 * member out; only a dead token does.
 */
export function refreshSession(): Promise<void> {
  const before = getSession()?.token;
  if (before === undefined) return Promise.resolve();
  return requestLock('respa.refresh', {}, async () => {
    // Another tab renewed it while this one waited.
    if (getSession()?.token !== before) return;
    try {
      const answer = await call(account.refresh);
      lastRefresh = Date.now();
      // Meanwhile the member signed out, or another one signed in.
      if (getSession()?.token !== before || isSuperseded()) return;
      if (answer.verified && answer.token !== null && answer.userId !== null)
        keepSession({ userId: answer.userId, token: answer.token, activated: answer.activated });
      else dropSession();
      setChecked();
    } catch (error) {
      // Without a network the site continues with the session it has and retries when the
      // connection is back.
      if (!isOffline(error)) setTimeout(() => void refreshSession(), 5_000);
      setChecked();
    }
  });
}

/**
 * Renews the token after a stream was refused. Returns whether there is still a session to continue
 * with.
 */
export async function renewForStream(): Promise<boolean> {
  await refreshSession();
  return getSession() !== null;
}

/**
 * Keeps the session alive: renews it at the start, every 30 minutes, when the window regains focus,
 * and when the network is back.
 */
export function startSessionRenewal(): void {
  setRenewal(refreshSession);
  // A member's first page is drawn before the renewal. A user who waits for activation is checked
  // at once.
  setTimeout(() => void refreshSession(), getSession()?.activated === true ? FIRST_PAGE_MS : 0);
  setInterval(() => void refreshSession(), REFRESH_EVERY);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lastRefresh > FOCUS_PAUSE_MS)
      void refreshSession();
  });
  onConnectionBack(() => {
    if (!checked || Date.now() - lastRefresh > FOCUS_PAUSE_MS) void refreshSession();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Returns whether the stored session was checked since the page was opened. */
export const useIsChecked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => checked,
    () => false,
  );

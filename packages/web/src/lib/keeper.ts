import { useSyncExternalStore } from 'react';
import * as account from '@respa/contract/account';
import { REFRESH_EVERY } from '@respa/contract/limits';
import { call, isOffline, setRenewal } from './network/call.ts';
import { onConnectionBack } from './network/connection.ts';
import { dropSession, getSession, keepSession } from './network/session.ts';

// A window that gets the focus again asks at most once a minute.
const FOCUS_PAUSE_MS = 60_000;
const FIRST_PAGE_MS = 2_000;
let checked = getSession() === null;
let lastRefresh = 0;
const listeners = new Set<() => void>();
const setChecked = () => {
  checked = true;
  listeners.forEach((listener) => listener());
};

/** Renews the token. A network that failed or a server in trouble is not a sign-out: only a dead token is. One tab at a time. */
export function refreshSession(): Promise<void> {
  const before = getSession()?.token;
  if (before === undefined) return Promise.resolve();
  return navigator.locks.request('respa.refresh', async () => {
    // Another tab renewed it while we waited.
    if (getSession()?.token !== before) return;
    try {
      const answer = await call(account.refresh);
      lastRefresh = Date.now();
      if (answer.verified && answer.token !== null && answer.userId !== null)
        keepSession({ userId: answer.userId, token: answer.token, activated: answer.activated });
      else dropSession();
      setChecked();
    } catch (error) {
      // Without a network the site goes on with what it knows and asks again when it is back.
      if (!isOffline(error)) setTimeout(() => void refreshSession(), 5_000);
      setChecked();
    }
  });
}

/** For a stream that was refused: renews the token and answers whether there still is a session to go on with. */
export async function renewForStream(): Promise<boolean> {
  await refreshSession();
  return getSession() !== null;
}

/** Keeps the session alive: at the start, every 30 minutes, when the window is in front again, when the network is back. */
export function startKeeper(): void {
  setRenewal(refreshSession);
  // A member's first page is drawn first; who waits to be let in is asked about at once.
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
/** Whether the stored session was looked at since the page was opened. */
export const useIsChecked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => checked,
    () => false,
  );

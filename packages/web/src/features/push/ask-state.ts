import { useSyncExternalStore } from 'react';
import { DAY_MS } from '@respa/contract/durations';
import * as push from '@respa/contract/push';
import { call } from '#lib/network/call.ts';
import { getSession } from '#lib/network/session.ts';
import { isWanted, readAbility } from './this-device.ts';

/** Survives the sign-out (lib/member/one-member.ts): it names members by a hash only. */
const KEY = 'push-asked';
/** How long a member is left alone who was asked. */
const PAUSE_MS = 30 * DAY_MS;
type Asked = Record<string, number>;

const listeners = new Set<() => void>();
let isOpen = false;
export function setAsking(next: boolean): void {
  isOpen = next;
  listeners.forEach((listener) => listener());
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Returns whether the member is being asked. */
export const useIsAsking = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );

/** Returns a name for the member that tells nobody else who it is. */
async function nameMember(): Promise<string> {
  const text = new TextEncoder().encode(`push ${getSession()?.userId ?? ''}`);
  return String(new DataView(await crypto.subtle.digest('SHA-256', text)).getUint32(0));
}
function readAsked(): Asked {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Asked;
  } catch {
    return {};
  }
}
/**
 * Asks whether replies should reach the member with the site closed, if this browser can do it, it
 * is not decided yet, and the member was not asked in the last 30 days.
 */
export async function askOnce(): Promise<void> {
  if (isOpen || isWanted() || readAbility() !== 'possible') return;
  const name = await nameMember();
  const now = Date.now();
  const asked = Object.entries(readAsked()).filter(([, at]) => now - at < PAUSE_MS);
  if (asked.some(([one]) => one === name)) return;
  const { isOn, devices } = await call(push.overview);
  if (!isOn || devices.some(({ isCurrent }) => isCurrent)) return;
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...asked, [name, now]])));
  setAsking(true);
}

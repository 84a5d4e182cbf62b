import { useSyncExternalStore } from 'react';
import type { MicrophoneProblem } from './microphone.ts';
import { getSession } from '#lib/network/session.ts';
import type { Quality, Transport } from './transport.ts';

/** The conversation whose voice room this tab is in. */
export type Call = {
  roomId: string;
  isGroup: boolean;
  /** Names this connection among those of the member's other tabs and devices. */
  clientId: string;
  status: 'joining' | 'connected' | 'reconnecting';
  /** In ms since the epoch: when the member came in. */
  since: number;
  isMuted: boolean;
  isDeaf: boolean;
  /** Why nobody hears the member, apart from their own choice. */
  problem: MicrophoneProblem | null;
  /** Whether the browser lets the page play only after a press. */
  isBlocked: boolean;
  quality: Quality | null;
  path: Transport['path'];
};

let current: Call | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const readCall = (): Call | null => current;
export function setCall(next: Call | null): void {
  current = next;
  listeners.forEach((listener) => listener());
}
export function changeCall(change: Partial<Call>): void {
  if (current !== null) setCall({ ...current, ...change });
}
/** Returns the call of this tab. */
export const useCall = (): Call | null => useSyncExternalStore(subscribe, readCall, () => null);

/** What a reload brings the member back to. It belongs to the tab. */
const KEY = 'respa.voice';
/** A tab that was closed and restored later does not begin to listen, in ms. */
const FRESH_MS = 60_000;
export type Reloaded = Pick<Call, 'roomId' | 'isGroup' | 'isMuted' | 'isDeaf'> & {
  /** Whether it is the member who has called. */
  isCaller: boolean;
};
/** Remembers the call for the page that a reload opens. */
export function keepForReload(isCaller: boolean): void {
  if (current === null) return;
  const { roomId, isGroup, isMuted, isDeaf } = current;
  const by = getSession()?.userId;
  const kept = { roomId, isGroup, isMuted, isDeaf, isCaller, at: Date.now(), by };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}
/** Returns the member's call before the reload, once. */
export function takeReloaded(): Reloaded | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text === null) return null;
  const { at, by, ...call } = JSON.parse(text) as Reloaded & { at: number; by?: string };
  return Date.now() - at < FRESH_MS && by === getSession()?.userId ? call : null;
}

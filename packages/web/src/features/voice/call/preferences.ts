import { useSyncExternalStore } from 'react';
import { keyOfInput, ownerOfInput } from '#lib/kept-owner.ts';

/** What a member has chosen for their calls on this device. */
export type Preferences = {
  /** '' is the usual one. */
  microphone: string;
  speaker: string;
  /** Of people by their id: 0 to 2, 1 as they are. */
  volumes: Readonly<Record<string, number>>;
};
const START: Preferences = { microphone: '', speaker: '', volumes: {} };
const keyNow = () => keyOfInput(ownerOfInput(), 'voice');

let known: { key: string; value: Preferences } | undefined;
const listeners = new Set<(before: Preferences) => void>();
function read(key: string): Preferences {
  try {
    return { ...START, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Preferences) };
  } catch {
    return START;
  }
}
/** Returns what the member has chosen. */
export function readPreferences(): Preferences {
  const key = keyNow();
  if (known?.key !== key) known = { key, value: read(key) };
  return known.value;
}
export function setPreferences(change: Partial<Preferences>): void {
  const before = readPreferences();
  const value = { ...before, ...change };
  known = { key: keyNow(), value };
  try {
    localStorage.setItem(known.key, JSON.stringify(value));
  } catch {
    // A browser without room keeps them as long as the page.
  }
  listeners.forEach((listener) => listener(before));
}
/** Calls the listener with the former choice after each change. */
export function onPreferences(listener: (before: Preferences) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const usePreferences = (): Preferences =>
  useSyncExternalStore(onPreferences, readPreferences, () => START);

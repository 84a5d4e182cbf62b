import { useSyncExternalStore } from 'react';
import { ownerOfInput } from '#lib/member/kept-owner.ts';

/** What a member has chosen for their calls on this device. */
export type Preferences = {
  /** The id of the device; '' is the usual one. */
  microphone: string;
  speaker: string;
  isNoiseSuppressed: boolean;
  isEchoCancelled: boolean;
  isVolumeLevelled: boolean;
  /** Heard while they speak; otherwise while they hold a key. */
  isByVoice: boolean;
  /** The peak of the sound from which it counts as speech, 0 to 1. */
  threshold: number;
  /** `KeyboardEvent.code` of the key. */
  heldKey: string;
  /** Of people by their id: 0 to 2, 1 as they are. */
  volumes: Readonly<Record<string, number>>;
  /** A soft sound when a group chat begins to speak. */
  isSignalOn: boolean;
};
const START: Preferences = {
  microphone: '',
  speaker: '',
  isNoiseSuppressed: true,
  isEchoCancelled: true,
  isVolumeLevelled: true,
  isByVoice: true,
  threshold: 0.02,
  heldKey: 'ControlLeft',
  volumes: {},
  isSignalOn: true,
};
// Not a kept input: a sign-out need not warn of losing it.
const keyNow = () => `respa.voice-choices.${ownerOfInput()}`;

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
function adopt(value: Preferences): void {
  const before = readPreferences();
  known = { key: keyNow(), value };
  listeners.forEach((listener) => listener(before));
}
export function setPreferences(change: Partial<Preferences>): void {
  const value = { ...readPreferences(), ...change };
  try {
    localStorage.setItem(keyNow(), JSON.stringify(value));
  } catch {
    // A browser without room keeps them as long as the page.
  }
  adopt(value);
}
// Another tab has changed them.
window.addEventListener('storage', ({ key }) => {
  if (key === keyNow()) adopt(read(key));
});
/** Calls the listener with the former choice after each change. */
export function onPreferences(listener: (before: Preferences) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const usePreferences = (): Preferences =>
  useSyncExternalStore(onPreferences, readPreferences, () => START);

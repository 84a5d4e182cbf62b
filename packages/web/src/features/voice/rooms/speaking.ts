import { useSyncExternalStore } from 'react';

const NOBODY: readonly string[] = [];
const speaking = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function setSpeaking(roomId: string, users: readonly string[]): void {
  if (users.length === 0) speaking.delete(roomId);
  else speaking.set(roomId, users);
  listeners.forEach((listener) => listener());
}
/** Forgets who has left while they spoke. */
export function keepSpeaking(roomId: string, inside: readonly string[]): void {
  const now = speaking.get(roomId);
  if (now?.some((user) => !inside.includes(user)) === true)
    setSpeaking(
      roomId,
      now.filter((user) => inside.includes(user)),
    );
}
/** Returns the ids of the people who speak in a voice room now. */
export const useSpeaking = (roomId: string): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    () => speaking.get(roomId) ?? NOBODY,
    () => NOBODY,
  );

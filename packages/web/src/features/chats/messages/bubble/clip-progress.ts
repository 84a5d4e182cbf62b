import { useSyncExternalStore } from 'react';

/** How much of each video is encoded, in per cent; it is not stored and begins with an event. */
const progress = new Map<string, number>();
const listeners = new Set<() => void>();
/** More videos than this are not encoded at once. */
const MOST = 100;

/** Keeps the progress of a video, named by its clip. */
export function setClipProgress(name: string, percent: number): void {
  progress.delete(name);
  progress.set(name, percent);
  for (const oldest of progress.keys()) {
    if (progress.size <= MOST) break;
    progress.delete(oldest);
  }
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Returns the last known progress of a video in per cent; undefined while it is unknown. */
export const useClipProgress = (name: string): number | undefined =>
  useSyncExternalStore(subscribe, () => progress.get(name));

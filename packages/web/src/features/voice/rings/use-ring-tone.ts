import { useEffect } from 'react';
import { requestLock } from '#lib/browser/locks.ts';
import { playSound } from '../call/sounds.ts';

/** Pauses between two rings, in ms. */
const PAUSES = { incoming: 1_800, outgoing: 3_000 };

/** Rings while something is to be heard. Of several tabs, only one rings. */
export function useRingTone(name: keyof typeof PAUSES | null): void {
  useEffect(() => {
    if (name === null) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = new AbortController();
    const ring = () => {
      playSound(name);
      timer = setInterval(() => playSound(name), PAUSES[name]);
    };
    const ended = new Promise<void>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve());
    });
    void requestLock(`respa.ring.${name}`, { signal: stop.signal }, () => {
      ring();
      return ended;
    }).catch(() => {});
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [name]);
}

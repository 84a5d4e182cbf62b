import { useEffect, useState, type RefObject } from 'react';
import { keepPreference, readPreference, type Preference } from './player-memory.ts';

/** Returns the member's player settings and a function that changes and stores some of them. */
export function usePreference(): readonly [Preference, (change: Partial<Preference>) => void] {
  const [preference, setPreference] = useState(readPreference);
  const prefer = (change: Partial<Preference>) => {
    keepPreference(change);
    setPreference((before) => ({ ...before, ...change }));
  };
  return [preference, prefer];
}

/** Sets the volume and the speed of a video element. */
export function useApplyPreference(
  element: RefObject<HTMLVideoElement | null>,
  { volume, isMuted, speed }: Preference,
): void {
  useEffect(() => {
    Object.assign(element.current!, { volume, muted: isMuted, playbackRate: speed });
  });
}

import { useEffect, useRef } from 'react';
import { handleKey, type PlayerActs } from './player-keys.ts';

/** Runs the player's actions by keys pressed anywhere on the page. */
export function usePlayerKeys(acts: PlayerActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => void handleKey(event, latest.current);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

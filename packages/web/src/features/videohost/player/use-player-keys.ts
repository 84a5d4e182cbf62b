import { useEffect, useRef, type RefObject } from 'react';
import { handleKey, type PlayerActs } from './player-keys.ts';

/**
 * Runs the player's actions by keys pressed anywhere on the page; with `within`, only by those
 * pressed inside of it.
 */
export function usePlayerKeys(
  acts: PlayerActs,
  within: RefObject<HTMLElement | null> | null,
): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => void handleKey(event, latest.current);
    const place = within === null ? document : within.current;
    place?.addEventListener('keydown', press as EventListener);
    return () => place?.removeEventListener('keydown', press as EventListener);
  }, [within]);
}

import { useEffect, useState, type RefObject } from 'react';

const IDLE_MS = 2_500;

/**
 * Returns whether the pointer has not moved over the playing video for a while, so that its buttons
 * may hide. They stay while the keyboard focus is inside.
 */
export function useIdle(box: RefObject<HTMLElement | null>, isPlaying: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || !isPlaying) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(element.querySelector(':focus-visible') === null), IDLE_MS);
    };
    const stir = () => {
      setIdle(false);
      wait();
    };
    wait();
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
      element.addEventListener(type, stir);
    return () => {
      clearTimeout(timer);
      setIdle(false);
      for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
        element.removeEventListener(type, stir);
    };
  }, [box, isPlaying]);
  return isPlaying && isIdle;
}

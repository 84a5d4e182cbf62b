import { useEffect, type RefObject } from 'react';

/** How the strip was opened: by resting on the heart, by a long press on it, or by its button. */
export type Opening = 'pointer' | 'touch' | 'keyboard';

/** Milliseconds that a pointer rests, or a finger presses, and until the strip closes again. */
const [REST, PRESS, AWAY] = [400, 450, 350];
/** Pixels that a pressing finger may move. */
const STILL = 10;

/** Opens the strip by the heart, the first button of the footer around `place`. */
export function useHeartPress(
  place: RefObject<HTMLElement | null>,
  setOpening: (next: Opening | null | ((now: Opening | null) => Opening | null)) => void,
): void {
  useEffect(() => {
    const foot = place.current?.closest('footer');
    const heart = foot?.querySelector('button');
    if (!foot || !heart) return undefined;
    const ending = new AbortController();
    let timer = 0;
    let start = { x: 0, y: 0 };
    let isLong = false;
    const wait = (ms: number, run: () => void) => {
      clearTimeout(timer);
      timer = window.setTimeout(run, ms);
    };
    const stop = () => clearTimeout(timer);
    const on = <K extends keyof HTMLElementEventMap>(
      target: HTMLElement,
      type: K,
      handle: (event: HTMLElementEventMap[K]) => void,
      capture = false,
    ) => target.addEventListener(type, handle, { signal: ending.signal, capture });
    on(heart, 'pointerenter', ({ pointerType }) => {
      if (pointerType === 'mouse') wait(REST, () => setOpening((now) => now ?? 'pointer'));
    });
    on(foot, 'pointerenter', stop);
    on(foot, 'pointerleave', ({ pointerType }) => {
      if (pointerType === 'mouse')
        wait(AWAY, () => setOpening((now) => (now === 'pointer' ? null : now)));
    });
    on(heart, 'pointerdown', ({ pointerType, clientX: x, clientY: y }) => {
      stop();
      isLong = false;
      start = { x, y };
      if (pointerType !== 'mouse')
        wait(PRESS, () => {
          isLong = true;
          setOpening('touch');
        });
    });
    on(heart, 'pointermove', ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse' && Math.hypot(clientX - start.x, clientY - start.y) > STILL)
        stop();
    });
    on(heart, 'pointerup', ({ pointerType }) => {
      if (pointerType !== 'mouse') stop();
    });
    on(heart, 'pointercancel', stop);
    on(heart, 'contextmenu', (event) => {
      if (isLong) event.preventDefault();
    });
    // The press that opened the strip is no like.
    on(
      heart,
      'click',
      (event) => {
        if (!isLong) return;
        isLong = false;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
    return () => {
      stop();
      ending.abort();
    };
  }, [place, setOpening]);
}

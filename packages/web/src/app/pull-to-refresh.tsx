import { useEffect, useRef, useState } from 'react';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconRefresh } from '#ui/icons.ts';
import { refresh } from './return-to-top.ts';
import styles from './pull-to-refresh.module.css';

/**
 * How far the sign is pulled, in px, until the page is loaded again; it never goes further than
 * MOST.
 */
const FAR = 64;
const MOST = 88;
/** The sign moves this much less than the finger. */
const STIFF = 2;
/** From here on, in px, a movement has a direction. */
const CLEAR = 10;
/** Parts that use the finger's movement themselves. */
const OWN = 'input, textarea, select, canvas, video, [role="slider"], [contenteditable]';

/**
 * Returns whether a pull that begins on an element would scroll nothing: all around it is at its
 * top.
 */
function isAtTop(from: Element): boolean {
  for (let one: Element | null = from; one !== null; one = one.parentElement)
    if (one.scrollTop > 0) return false;
  return true;
}

/**
 * Loads the page again when it is pulled down at its top. Pushing it up again before the finger is
 * lifted calls that off.
 */
export function PullToRefresh() {
  const sign = useRef<HTMLDivElement>(null);
  const [isLoading, setLoading] = useState(false);

  useEffect(() => {
    let start: { x: number; y: number; isClear: boolean } | null = null;
    let isBusy = false;
    let by = 0;
    const show = (px: number) => {
      by = px;
      sign.current?.style.setProperty('--pull', String(px));
    };
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = Array.from(touches);
      const element = target as Element;
      start = null;
      if (!isBusy) show(0);
      if (isBusy || !touch || touches.length > 1) return;
      if (!element.closest('main') || element.closest(OWN) || !isAtTop(element)) return;
      start = { x: touch.clientX, y: touch.clientY, isClear: false };
    };
    const move = ({ touches }: TouchEvent) => {
      const [touch] = Array.from(touches);
      if (!start || !touch) return;
      const [down, aside] = [touch.clientY - start.y, Math.abs(touch.clientX - start.x)];
      if (!start.isClear && Math.max(Math.abs(down), aside) < CLEAR) return;
      if (!start.isClear && (down < 0 || aside > down)) start = null;
      else {
        start.isClear = true;
        show(Math.max(0, Math.min(MOST, down / STIFF)));
      }
    };
    const end = () => {
      start = null;
      if (isBusy || by < FAR) return isBusy ? undefined : show(0);
      isBusy = true;
      show(FAR);
      setLoading(true);
      void refresh().finally(() => {
        isBusy = false;
        setLoading(false);
        show(0);
      });
    };
    const cancel = () => {
      start = null;
      if (!isBusy) show(0);
    };
    document.addEventListener('touchstart', begin, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    document.addEventListener('touchcancel', cancel);
    return () => {
      document.removeEventListener('touchstart', begin);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', cancel);
    };
  }, []);

  return (
    <div ref={sign} className={styles.sign}>
      {isLoading ? (
        <Spinner size={22} label="Обновляем" />
      ) : (
        <IconRefresh size={22} aria-hidden="true" />
      )}
    </div>
  );
}

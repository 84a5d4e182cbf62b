import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const KEY = 'scroll';
const places = new Map<string, number>(readStored());

/** A reload also counts as a return. */
function readStored(): Array<[string, number]> {
  if (typeof sessionStorage === 'undefined') return [];
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Array<[string, number]>;
  } catch {
    return [];
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Array.from(places).slice(-50)));
  } catch {
    // Storage may be denied or full. Then only a reload loses the positions.
  }
}

/**
 * Scrolls a new page to its top. Going back restores the previous position and waits up to one
 * second for the list to be long enough.
 */
export function ScrollMemory() {
  const { key, hash, pathname } = useLocation();
  // Every page that starts a visit has the same key, so an address typed over another page must not
  // count as a return to that page.
  const place = `${key} ${pathname}`;
  const type = useNavigationType();
  const shownPath = useRef(pathname);

  useLayoutEffect(() => {
    if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
    const remember = () => places.set(place, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', keep);
    };
  }, [place]);

  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname;
    shownPath.current = pathname;
    const target = type === 'POP' ? places.get(place) : 0;
    if (hash || target === undefined || (isSamePage && type !== 'POP')) return;
    let frame = 0;
    const until = performance.now() + 1000;
    const go = () => {
      window.scrollTo(0, target);
      if (Math.abs(window.scrollY - target) > 2 && performance.now() < until)
        frame = requestAnimationFrame(go);
    };
    go();
    const stop = () => cancelAnimationFrame(frame);
    window.addEventListener('wheel', stop, { passive: true, once: true });
    window.addEventListener('touchstart', stop, { passive: true, once: true });
    return () => {
      stop();
      window.removeEventListener('wheel', stop);
      window.removeEventListener('touchstart', stop);
    };
  }, [place, hash, pathname, type]);

  return null;
}

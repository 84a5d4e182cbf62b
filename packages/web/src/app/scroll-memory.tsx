import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const places = new Map<string, number>();

/** A new page starts at its top; going back returns to where one was, waiting up to a second for the list to be long enough. */
export function ScrollMemory() {
  const { key, hash, pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(pathname);

  useLayoutEffect(() => {
    if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
    const remember = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname;
    shownPath.current = pathname;
    const target = type === 'POP' ? places.get(key) : 0;
    if (hash || target === undefined || (isSamePage && type !== 'POP')) return;
    let frame = 0;
    const until = performance.now() + 1000;
    const go = () => {
      window.scrollTo(0, target);
      if (Math.abs(window.scrollY - target) > 2 && performance.now() < until) frame = requestAnimationFrame(go);
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
  }, [key, hash, pathname, type]);

  return null;
}

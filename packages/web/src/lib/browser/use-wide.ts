import { useSyncExternalStore } from 'react';

// The width at which a second column fits beside the first one (ui/layout/columns.module.css).
const WIDE = '(min-width: 960px)';
const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
/**
 * Returns whether the window has room for a second column. Pages put its content elsewhere
 * otherwise: in a bottom sheet, or on a page of its own.
 */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );

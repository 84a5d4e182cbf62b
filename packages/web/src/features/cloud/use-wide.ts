import { useSyncExternalStore } from 'react';

// The width at which the details column fits beside the list (ui/layout/columns.module.css).
const WIDE = '(min-width: 960px)';
const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
/** Returns whether the details are beside the list; otherwise they are in a bottom sheet. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );

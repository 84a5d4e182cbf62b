import { useSyncExternalStore } from 'react';

// Where the column for details has its place beside the list (ui/columns.module.css).
const WIDE = '(min-width: 960px)';
const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
/** Whether details stand beside the list; else they rise from below. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );

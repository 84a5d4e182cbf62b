import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readHints, subscribeHints } from '#ui/hints.ts';

const ToastHost = lazy(async () => ({ default: (await import('#ui/toast.tsx')).ToastHost }));

/** Hints on a light page: what shows them is loaded with the first one that there is to show. */
export function LateHints() {
  const areThere = useSyncExternalStore(
    subscribeHints,
    () => readHints().length > 0,
    () => false,
  );
  return areThere ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}

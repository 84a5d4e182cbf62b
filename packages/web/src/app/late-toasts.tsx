import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readToasts, subscribeToasts } from '#ui/feedback/toasts.ts';

const ToastHost = lazy(async () => ({
  default: (await import('#ui/feedback/toast.tsx')).ToastHost,
}));

/** Hints on a light page: what shows them is loaded with the first one that there is to show. */
export function LateToasts() {
  const areThere = useSyncExternalStore(
    subscribeToasts,
    () => readToasts().length > 0,
    () => false,
  );
  return areThere ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readToasts, subscribeToasts } from '#ui/feedback/toasts.ts';

const ToastHost = lazy(async () => ({
  default: (await import('#ui/feedback/toast.tsx')).ToastHost,
}));

/** Toasts on a light page: the component that shows them is loaded with the first toast. */
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

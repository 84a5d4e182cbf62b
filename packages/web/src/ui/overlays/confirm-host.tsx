import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { readQuestion, subscribeQuestion, type Asked } from './confirm.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));

/** Stands once in the page; the window itself is loaded with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribeQuestion, readQuestion, readQuestion);
  // The last words stay while the window fades.
  const last = useRef<Asked>(undefined);
  if (question) last.current = question;
  if (!last.current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={last.current} open={question !== undefined} />
    </Suspense>
  );
}

import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { readQuestion, subscribeQuestion, type Asked } from './confirm.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));

/** Rendered once per page. The dialog itself is loaded with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribeQuestion, readQuestion, readQuestion);
  // Keeps the last text while the dialog fades out.
  const last = useRef<Asked>(undefined);
  if (question) last.current = question;
  if (!last.current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={last.current} open={question !== undefined} />
    </Suspense>
  );
}

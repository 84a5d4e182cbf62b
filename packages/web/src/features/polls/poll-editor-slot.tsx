import { lazy, Suspense, type ComponentProps } from 'react';
import type { PollEditor as Editor } from './poll-editor.tsx';

const PollEditor = lazy(async () => ({ default: (await import('./poll-editor.tsx')).PollEditor }));

/** The dialog in which a poll is written, loaded when it opens. */
export const PollEditorSlot = (props: ComponentProps<typeof Editor>) => (
  <Suspense>
    <PollEditor {...props} />
  </Suspense>
);

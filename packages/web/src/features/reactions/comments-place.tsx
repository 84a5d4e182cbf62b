import { lazy, Suspense } from 'react';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { Moments } from './api.ts';

const CommentList = lazy(async () => ({ default: (await import('./comments.tsx')).CommentList }));

/** Where the talk below a thing stands. What it is made of is loaded with the first talk that is opened: most are not. */
export function Comments(props: { id: string; onCount: (by: number) => void; moments?: Moments }) {
  return (
    <Suspense fallback={<PeopleSkeleton rows={2} avatar={36} />}>
      <CommentList {...props} />
    </Suspense>
  );
}

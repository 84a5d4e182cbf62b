import { lazy, Suspense } from 'react';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { Moments } from './api.ts';
import type { ClosedFor } from './closed-comments.tsx';

const CommentList = lazy(async () => ({ default: (await import('./comments.tsx')).CommentList }));

/**
 * The comments below an object. Their code loads with the first comments that are opened, because
 * most are not.
 */
export function Comments(props: {
  id: string;
  onCount: (by: number) => void;
  moments?: Moments;
  closed?: ClosedFor | undefined;
}) {
  return (
    <Suspense fallback={<PeopleSkeleton rows={2} avatar={36} />}>
      <CommentList {...props} />
    </Suspense>
  );
}

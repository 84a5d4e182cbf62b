import { lazy, Suspense } from 'react';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';

const Posts = lazy(async () => ({ default: (await import('./popular.tsx')).Popular }));

/** What is popular on the site. It loads when the own feed has ended. */
export const Popular = () => (
  <Suspense fallback={<PostsSkeleton posts={1} />}>
    <Posts />
  </Suspense>
);

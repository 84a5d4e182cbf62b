import { Suspense } from 'react';
import { page } from '#lib/page.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

// Every page's HTML names the files of each route. For this route it names only this entry file.
const Screens = page(() => import('./board-screens.tsx').then((file) => file.BoardScreens));

export function Board() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Screens />
    </Suspense>
  );
}

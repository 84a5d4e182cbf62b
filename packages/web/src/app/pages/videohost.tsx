import { Suspense } from 'react';
import { page } from '#lib/page.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

// The start of every page names the files of each route: of this one it names no more than the door.
const Screens = page(() => import('./video-screens.tsx').then((file) => file.VideoScreens));

export function VideoHost() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Screens />
    </Suspense>
  );
}

import { Suspense } from 'react';
import { page } from '#lib/page.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

// Every page's HTML names the files of each route. For this route it names only this entry file.
const Screens = page(() => import('./promo-screens.tsx').then((file) => file.PromoScreens));

export function Promos() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Screens />
    </Suspense>
  );
}

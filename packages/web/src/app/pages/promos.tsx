import { Suspense } from 'react';
import { page } from '#lib/navigation/page.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

// The entry script of every page lists the files of each route. For this route it lists only this
// file.
const Screens = page(() => import('./promo-screens.tsx').then((file) => file.PromoScreens));

export function Promos() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Screens />
    </Suspense>
  );
}

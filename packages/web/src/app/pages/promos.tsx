import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#ui/skeleton.tsx';

// The start of every page names the files of each route: of this one it names no more than the door.
const Screens = lazy(async () => ({ default: (await import('./promo-screens.tsx')).PromoScreens }));

export function Promos() {
  return <Suspense fallback={<PageSkeleton />}><Screens /></Suspense>;
}

import { lazy, Suspense } from 'react';

const Card = lazy(async () => ({ default: (await import('./news-card.tsx')).NewsCard }));

/** The newest articles of followed communities, as short lines. The card loads after the page. */
export const NewsCardSlot = () => (
  <Suspense>
    <Card />
  </Suspense>
);

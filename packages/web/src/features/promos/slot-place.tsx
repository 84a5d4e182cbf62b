import { lazy, Suspense } from 'react';

const Slot = lazy(async () => ({ default: (await import('./promo-slot.tsx')).PromoSlot }));

/** Where a list may show an ad; what it is made of comes after the page. `flat`: inside a card. */
export function PromoPlace({ flat = false }: { flat?: boolean }) {
  return <Suspense fallback={null}><Slot flat={flat} /></Suspense>;
}

import { lazy, Suspense, type ComponentType } from 'react';

// Nobody misses an ad whose code did not come.
const Slot = lazy<ComponentType<{ flat: boolean }>>(() =>
  import('./promo-slot.tsx').then(
    ({ PromoSlot }) => ({ default: PromoSlot }),
    () => ({ default: () => null }),
  ),
);

/** Where a list may show an ad; what it is made of comes after the page. `flat`: inside a card. */
export function PromoSlotHost({ flat = false }: { flat?: boolean }) {
  return (
    <Suspense fallback={null}>
      <Slot flat={flat} />
    </Suspense>
  );
}

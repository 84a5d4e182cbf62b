import { lazy, Suspense, type ComponentType } from 'react';

// No user misses an ad whose code failed to load.
const Slot = lazy<ComponentType<{ flat: boolean }>>(() =>
  import('./promo-slot.tsx').then(
    ({ PromoSlot }) => ({ default: PromoSlot }),
    () => ({ default: () => null }),
  ),
);

/** A slot where a list may show an ad. Its code loads after the page. `flat`: inside a card. */
export function PromoSlotHost({ flat = false }: { flat?: boolean }) {
  return (
    <Suspense fallback={null}>
      <Slot flat={flat} />
    </Suspense>
  );
}

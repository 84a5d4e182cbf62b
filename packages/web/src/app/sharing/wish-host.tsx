import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readWish, subscribeWish } from '#features/sharing/parts.ts';

const WishDialog = lazy(async () => ({ default: (await import('./wish-dialog.tsx')).WishDialog }));

/** Rendered once on the site. Shows the dialogs of sharing and of bookmarks when requested. */
export function WishHost() {
  const wish = useSyncExternalStore(subscribeWish, readWish, () => null);
  return wish === null ? null : (
    <Suspense fallback={null}>
      <WishDialog key={`${wish.act} ${wish.of.id}`} wish={wish} />
    </Suspense>
  );
}

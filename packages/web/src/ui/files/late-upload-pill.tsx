import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isUploading, onUploading } from '#lib/uploads/upload-flag.ts';

const UploadPill = lazy(async () => ({ default: (await import('./upload-pill.tsx')).UploadPill }));

/**
 * Shows uploads that continue while the member is on another page, with a link back to them. Loaded
 * with the first upload.
 */
export function LateUploadPill({ isRaised }: { isRaised: boolean }) {
  return useSyncExternalStore(onUploading, isUploading, () => false) ? (
    <Suspense>
      <UploadPill isRaised={isRaised} />
    </Suspense>
  ) : null;
}

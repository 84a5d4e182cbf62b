import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isUploading, onUploading } from './upload-flag.ts';

const UploadPill = lazy(async () => ({ default: (await import('./upload-pill.tsx')).UploadPill }));

/** Uploads that go on while the member is elsewhere, and the way back to them; loaded with the first one. */
export function LateUploadPill({ isRaised }: { isRaised: boolean }) {
  return useSyncExternalStore(onUploading, isUploading, () => false) ? (
    <Suspense>
      <UploadPill isRaised={isRaised} />
    </Suspense>
  ) : null;
}

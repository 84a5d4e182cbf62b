import { lazy, Suspense } from 'react';
import type { PictureSource } from '#ui/media/picture.tsx';

const LightboxWindow = lazy(async () => ({
  default: (await import('./lightbox-window.tsx')).LightboxWindow,
}));

export type LightboxProps = {
  pictures: readonly PictureSource[];
  /** The index of the shown picture; null means closed. */
  place: number | null;
  onChange: (place: number | null) => void;
};

/**
 * Shows pictures over the whole screen, with zoom and swipes. Loaded when one is opened for the
 * first time.
 */
export function Lightbox(props: LightboxProps) {
  if (props.place === null) return null;
  return (
    <Suspense>
      <LightboxWindow {...props} />
    </Suspense>
  );
}

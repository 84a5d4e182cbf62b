import { lazy, Suspense, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useAddressOver } from '#lib/navigation/address-over.ts';

const PhotoWindow = lazy(async () => ({
  default: (await import('./photo-window.tsx')).PhotoWindow,
}));

type Viewer = {
  /** Returns what a press on the link to a photo does. */
  press: (id: string) => (event: MouseEvent) => void;
  window: ReactNode;
};
/**
 * Opens the photos of a user over the page, at their own addresses. Back returns to the page where
 * it was.
 */
export function usePhotoViewer(userId: string): Viewer {
  const [shown, setShown] = useState<string | null>(null);
  const pressed = useRef<HTMLElement>(undefined);
  const address = useAddressOver(() => {
    setShown(null);
    // Later, because the window keeps the focus inside itself until it is gone.
    setTimeout(() => pressed.current?.focus({ preventScroll: true }));
  });
  return {
    press: (id) => (event) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      pressed.current = event.currentTarget as HTMLElement;
      address.open(`/userphoto/${id}`);
      setShown(id);
    },
    window:
      shown === null ? null : (
        <Suspense>
          <PhotoWindow
            id={shown}
            userId={userId}
            onChange={(id) => {
              address.change(`/userphoto/${id}`);
              setShown(id);
            }}
            onClose={address.close}
          />
        </Suspense>
      ),
  };
}

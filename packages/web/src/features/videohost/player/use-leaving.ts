import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Reports the second at which a viewer leaves a video that has begun and not ended. The viewer can
 * resume from there.
 */
export function useLeaving(
  element: RefObject<HTMLVideoElement | null>,
  begun: RefObject<boolean>,
  onPlace: (second: number) => void,
): void {
  const place = useRef(onPlace);
  useEffect(() => {
    place.current = onPlace;
  });
  // A layout effect ends before the effects that unload the video and so rewind it.
  useLayoutEffect(() => {
    const shown = element.current!;
    const leave = () => {
      if (begun.current && !shown.ended) place.current(shown.currentTime);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [element, begun]);
}

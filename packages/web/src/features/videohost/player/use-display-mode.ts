import { useEffect, useState, type RefObject } from 'react';

/**
 * Returns whether the player is in full screen, and whether its video is in a window of its own.
 */
export function useDisplayMode(
  box: RefObject<HTMLElement | null>,
  element: RefObject<HTMLVideoElement | null>,
): { isFull: boolean; isApart: boolean } {
  const [isFull, setFull] = useState(false);
  const [isApart, setApart] = useState(false);
  useEffect(() => {
    const turned = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', turned);
    const shown = element.current;
    const [goApart, comeBack] = [() => setApart(true), () => setApart(false)];
    shown?.addEventListener('enterpictureinpicture', goApart);
    shown?.addEventListener('leavepictureinpicture', comeBack);
    return () => {
      shown?.removeEventListener('enterpictureinpicture', goApart);
      shown?.removeEventListener('leavepictureinpicture', comeBack);
      document.removeEventListener('fullscreenchange', turned);
    };
  }, [box, element]);
  return { isFull, isApart };
}

import { useEffect, useState, type RefObject } from 'react';

/** On iPhones only the video itself goes to full screen, and by a call of its own. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?(): void };

/** Shows a box with a video in full screen, where the browser can; otherwise the video alone. */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): { isFull: boolean; toggleFull: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [box]);
  const toggleFull = () => {
    const whole = box.current as Partial<HTMLElement> | null;
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (whole?.requestFullscreen !== undefined)
      void box.current!.requestFullscreen().catch(() => {});
    else (video.current as AppleVideo | null)?.webkitEnterFullscreen?.();
  };
  return { isFull, toggleFull };
}

/**
 * In seconds: the maximum distance from the requested position after a seek. A seek normally ends
 * within a frame of it.
 */
const SEEK_TOLERANCE_SECONDS = 0.5;

/**
 * Works around a Chromium bug: a video paused at the end of a seek reports its previous second
 * until it plays on, so it seeks once more. Returns a function that ends this.
 */
export function keepSeeks(element: HTMLVideoElement): () => void {
  let sought: number | null = null;
  let isAgain = false;
  const begin = () => {
    sought = isAgain ? null : element.currentTime;
    isAgain = false;
  };
  const end = () => {
    if (
      sought === null ||
      !element.paused ||
      Math.abs(element.currentTime - sought) < SEEK_TOLERANCE_SECONDS
    )
      return;
    isAgain = true;
    element.currentTime = sought;
  };
  element.addEventListener('seeking', begin);
  element.addEventListener('seeked', end);
  return () => {
    element.removeEventListener('seeking', begin);
    element.removeEventListener('seeked', end);
  };
}

/** What a browser takes as a wish to hear something; a finger counts when it is lifted. */
const WISHES = ['pointerdown', 'pointerup', 'keydown'] as const;
/** A browser that lets the page play begins within this, in ms. */
const START_MS = 1_500;

/**
 * Lets a context play as soon as the browser allows it. `onChange` learns whether it does not, so that
 * the member can be told to press something. Returns what stops it.
 */
export function keepPlaying(
  audio: AudioContext,
  onChange: (isBlocked: boolean) => void = () => {},
): () => void {
  let isBlocked = false;
  const resume = () => {
    if (audio.state !== 'running') void audio.resume().catch(() => {});
  };
  const look = () => {
    const now = audio.state !== 'running' && audio.state !== 'closed';
    if (now === isBlocked) return;
    isBlocked = now;
    onChange(now);
  };
  const timer = setTimeout(() => {
    look();
    audio.addEventListener('statechange', look);
  }, START_MS);
  resume();
  for (const wish of WISHES) document.addEventListener(wish, resume, { capture: true });
  return () => {
    clearTimeout(timer);
    audio.removeEventListener('statechange', look);
    for (const wish of WISHES) document.removeEventListener(wish, resume, { capture: true });
  };
}

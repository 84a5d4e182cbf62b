/** The player's key actions; `step` seeks by seconds, `turn` changes the volume. */
export type PlayerActs = {
  playOrPause: () => void;
  step: (seconds: number) => void;
  turn: (by: number) => void;
  mute: () => void;
  fullScreen: () => void;
  pictureInPicture: () => void;
  goTo: (part: number) => void;
  speedUp: (steps: number) => void;
  next: () => void;
};
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
/** Keys that activate the focused element, or move within it. */
const belongsToFocus = ({ key, target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  ((key === ' ' && target.closest('button, a, [role="radio"]') !== null) ||
    (key.startsWith('Arrow') &&
      target.closest('[role="slider"], [role="menu"], [role="listbox"]') !== null));

/**
 * Runs a key's action. Returns false if the key has none, or is meant for another element of the
 * page. The physical key counts, so any keyboard layout works.
 */
export function handleKey(event: KeyboardEvent, acts: PlayerActs): boolean {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isTyping(event.target) ||
    belongsToFocus(event) ||
    document.querySelector('[role="dialog"]') !== null
  )
    return false;
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const act = {
    Space: acts.playOrPause,
    KeyK: acts.playOrPause,
    ArrowLeft: () => acts.step(-5),
    ArrowRight: () => acts.step(5),
    KeyJ: () => acts.step(-10),
    KeyL: () => acts.step(10),
    ArrowUp: () => acts.turn(0.05),
    ArrowDown: () => acts.turn(-0.05),
    KeyM: acts.mute,
    KeyF: acts.fullScreen,
    KeyI: acts.pictureInPicture,
    ...(event.shiftKey
      ? { Period: () => acts.speedUp(1), Comma: () => acts.speedUp(-1), KeyN: acts.next }
      : {}),
  }[event.code];
  if (digit !== undefined && !event.shiftKey) acts.goTo(Number(digit) / 10);
  else if (act === undefined) return false;
  else act();
  event.preventDefault();
  return true;
}

import { readCall } from './call-state.ts';
import { applyRules, readLine } from './line.ts';
import { toggleMicrophone } from './own-sound.ts';
import { readPreferences } from './preferences.ts';

const isMuteKey = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
  altKey && !ctrlKey && !metaKey && code === 'KeyM';
/** A key that writes something is not taken from a field. */
const isTyped = ({ key, target }: KeyboardEvent): boolean =>
  key.length === 1 &&
  target instanceof Element &&
  target.matches('input, textarea, [contenteditable]');
/** The member begins or ends to hold the key, or the button in its place. */
export function hold(isHeld: boolean): void {
  const opened = readLine();
  if (opened === null || opened.isHeld === isHeld) return;
  opened.isHeld = isHeld;
  applyRules(opened);
}

/** Follows the keys of a call: the one that is held, and Alt + M. Returns what stops it. */
export function watchKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (readCall() === null) return;
    if (isMuteKey(event)) {
      event.preventDefault();
      if (!event.repeat) void toggleMicrophone();
    } else if (event.code === readPreferences().heldKey && !isTyped(event)) hold(true);
  };
  const release = ({ code }: KeyboardEvent) => {
    if (code === readPreferences().heldKey) hold(false);
  };
  // Keys that are released elsewhere are not reported.
  const letGo = () => hold(false);
  window.addEventListener('keydown', press);
  window.addEventListener('keyup', release);
  window.addEventListener('blur', letGo);
  return () => {
    window.removeEventListener('keydown', press);
    window.removeEventListener('keyup', release);
    window.removeEventListener('blur', letGo);
  };
}

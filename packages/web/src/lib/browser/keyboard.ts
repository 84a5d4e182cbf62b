import type { KeyboardEvent } from 'react';

/** The key code of a key press that an input method handles (UI Events, section 7.3.1). */
const COMPOSITION_CODE = 229;
const TOUCH = '(hover: none) and (pointer: coarse)';

/**
 * Returns whether a key press belongs to an input method, which composes letters or picks words.
 * Safari ends the composition before it reports the key that ended it; only the key code tells.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSITION_CODE;
/** Returns whether a key is pressed alone. */
export const isPlainKey = (event: KeyboardEvent, key: string): boolean =>
  event.key === key && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
/** Returns whether a key press sends a text. On touch keyboards Enter inserts a line break. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !isComposing(event) && !matchMedia(TOUCH).matches;

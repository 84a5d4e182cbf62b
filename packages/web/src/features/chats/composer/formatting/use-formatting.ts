import { useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { MarkedStyle } from '@respa/contract/formatting';
import { toggleStyle } from './toggle-style.ts';

/** The physical keys, as in Telegram: they are the same in every keyboard layout. */
const KEYS: Record<string, MarkedStyle> = {
  KeyB: 'bold',
  KeyI: 'italic',
  ShiftKeyX: 'strike',
  ShiftKeyM: 'code',
  ShiftKeyP: 'spoiler',
};

/** Formats the words selected in the field: by keys, and by the buttons shown while some are. */
export function useFormatting(
  text: string,
  area: RefObject<HTMLTextAreaElement | null>,
  write: (text: string) => void,
) {
  const [range, setRange] = useState({ from: 0, to: 0 });
  const look = () => {
    const box = area.current;
    if (box !== null) setRange({ from: box.selectionStart, to: box.selectionEnd });
  };
  const toggle = (style: MarkedStyle) => {
    const box = area.current;
    if (box === null) return;
    const { selectionStart: from, selectionEnd: to } = box;
    const next = toggleStyle({ source: text, from, to }, style);
    // The field holds the new text at once, so that its words are selected before the next key.
    flushSync(() => write(next.source));
    box.focus();
    box.setSelectionRange(next.from, next.to);
    setRange({ from: next.from, to: next.to });
  };
  /** Returns true if the key formats. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const style = KEYS[(event.shiftKey ? 'Shift' : '') + event.code];
    if (style === undefined) return false;
    event.preventDefault();
    toggle(style);
    return true;
  };
  return {
    hasSelection: range.from < range.to && range.to <= text.length,
    look,
    toggle,
    onKeyDown,
  };
}

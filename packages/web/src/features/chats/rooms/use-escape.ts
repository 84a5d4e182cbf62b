import { useEffect, type RefObject } from 'react';

/**
 * Escape anywhere in the room, or where nothing has the focus, while something is going on. The field has the key for itself, and so has whatever closes
 * by it: windows and menus stand outside of the room, a search in it.
 */
export function useEscape(
  isOn: boolean,
  inRoom: RefObject<HTMLElement | null>,
  field: RefObject<HTMLElement | null>,
  end: () => void,
): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (
        key !== 'Escape' ||
        defaultPrevented ||
        !(target instanceof Element) ||
        target === field.current
      )
        return;
      const isHere =
        target === document.body ||
        (inRoom.current?.closest('section')?.contains(target) === true &&
          target.closest('[role=search]') === null);
      if (isHere) end();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

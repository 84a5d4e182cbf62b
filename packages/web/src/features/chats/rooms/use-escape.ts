import { useEffect, type RefObject } from 'react';

/**
 * Handles Escape anywhere in the room, or while nothing has the focus, as long as `isOn` is true.
 * The field handles the key itself, and so does everything that Escape
 * closes: dialogs and menus are outside the room, a search inside it.
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

import { useRef, type TouchEvent } from 'react';

/** Below this width, menus and dialogs are sheets at the bottom of the window. */
const SHEET = '(max-width: 500px)';
/** How far a sheet is pulled, in px, or how fast, in px per ms, until it closes. */
const FAR = 90;
const FAST = 0.6;
const LEAST = 30;
/** Parts that use the finger's movement themselves. */
const OWN = 'input, textarea, select, canvas, video, [contenteditable]';
const HEADER = 'header';

type Pull = { sheet: HTMLElement; x: number; y: number; at: number; by: number; isOn: boolean };

/** Returns whether everything between an element and its sheet is scrolled to its top. */
function isAtTop(from: Element, sheet: Element): boolean {
  for (let one: Element | null = from; one !== null; one = one.parentElement) {
    if (one.scrollTop > 0) return false;
    if (one === sheet) return true;
  }
  return false;
}

/**
 * Returns the touch handlers of a sheet that a swipe down closes. With `from` 'header' the swipe
 * must start in the sheet's header, so that scrolling never loses what was typed.
 */
export function useSwipeDown(onClose: () => void, from: 'anywhere' | 'header' = 'anywhere') {
  const pull = useRef<Pull>(undefined);
  const end = () => {
    const { sheet, by, at, isOn } = pull.current ?? {};
    pull.current = undefined;
    if (!sheet || !isOn || by === undefined || at === undefined) return;
    const isClosing = by > FAR || (by > LEAST && by / (performance.now() - at) > FAST);
    sheet.style.translate = '';
    sheet.animate([{ translate: `0 ${by}px` }, { translate: isClosing ? '0 100%' : '0 0' }], {
      duration: 140,
      easing: 'ease-out',
    });
    if (isClosing) onClose();
  };
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      pull.current = undefined;
      const element = target as Element;
      const sheet = element.closest<HTMLElement>('[role="dialog"], [role="menu"]');
      const [touch] = Array.from(touches);
      if (!sheet || !touch || touches.length > 1 || !matchMedia(SHEET).matches) return;
      if (element.closest(OWN) || (from === 'header' && !element.closest(HEADER))) return;
      if (!isAtTop(element, sheet)) return;
      const { clientX: x, clientY: y } = touch;
      pull.current = { sheet, x, y, at: performance.now(), by: 0, isOn: false };
    },
    onTouchMove({ touches }: TouchEvent) {
      const now = pull.current;
      const [touch] = Array.from(touches);
      if (!now || !touch) return;
      const [by, aside] = [touch.clientY - now.y, Math.abs(touch.clientX - now.x)];
      if (!now.isOn && (by < 0 || aside > Math.max(by, 10))) pull.current = undefined;
      else if (now.isOn || by > 10) {
        now.isOn = true;
        now.by = Math.max(0, by);
        now.sheet.style.translate = `0 ${now.by}px`;
      }
    },
    onTouchEnd: end,
    onTouchCancel: end,
  };
}

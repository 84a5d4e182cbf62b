import { useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';
import { openMenuAt, type Point } from './menu-point.ts';

/** How long a press is held to open a menu, in ms, and how far the finger may move, in px. */
const LONG_MS = 450;
const MOVED = 10;

/**
 * Whether a press keeps its usual meaning: on what has a menu of its own, on selected text, and in
 * a window that the line has opened, whose events React passes on.
 */
const isNative = (
  { target, currentTarget }: { target: EventTarget; currentTarget: Element },
  native: string,
) =>
  !currentTarget.contains(target as Element) ||
  (target as Element).closest(native) !== null ||
  getSelection()?.isCollapsed === false;
/**
 * Opens the menu in a line on a right click, a long press, or the keyboard's menu key. `button` is
 * the selector of the menu's button; elements that match `native` keep the browser's own menu.
 */
export function useMenuPress(button: string, native = 'a, img, video, input, textarea') {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  /**
   * A long press has opened the menu: the browser's further events for it would close the menu
   * again.
   */
  const isOpened = useRef(false);
  const open = (line: HTMLElement, point: Point) =>
    openMenuAt(line.querySelector<HTMLElement>(button), point);
  const stop = () => clearTimeout(timer.current);
  return {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (isNative(event, native)) return;
      event.preventDefault();
      stop();
      if (!isOpened.current) open(event.currentTarget, { x: event.clientX, y: event.clientY });
      isOpened.current =
        event.nativeEvent instanceof globalThis.PointerEvent &&
        event.nativeEvent.pointerType === 'touch';
    },
    // For browsers where a long press fires no contextmenu event.
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isOpened.current = false;
      if (event.pointerType !== 'touch' || isNative(event, native)) return;
      const line = event.currentTarget;
      from.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        isOpened.current = true;
        open(line, from.current);
      }, LONG_MS);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > MOVED)
        stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      if (isOpened.current) event.preventDefault();
      isOpened.current = false;
    },
  };
}

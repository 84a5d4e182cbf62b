import { useRef, type PointerEvent } from 'react';

/** In pixels: where a swipe begins, where it replies, and the farthest that the message moves. */
const BEGIN = 10;
const REPLY = 56;
const FARTHEST = 72;
/** In ms. */
const HAPTIC = 10;

const isPlayer = (target: EventTarget): boolean =>
  (target as Element).closest('video, input, textarea, [role="slider"]') !== null;

type Swipe = { pointer: number; x: number; y: number; isMoving: boolean; isReady: boolean };
/**
 * Replies to a message that a finger moves to the left far enough. The message follows the finger.
 * The browser takes vertical movements for scrolling and cancels the pointer then.
 */
export function useSwipeReply(onReply: (() => void) | null) {
  const swipe = useRef<Swipe>(null);
  const end = (line: HTMLElement) => {
    swipe.current = null;
    line.style.removeProperty('--swipe');
    delete line.dataset['swipe'];
  };
  return {
    onPointerDown: ({
      pointerType,
      isPrimary,
      pointerId,
      target,
      clientX,
      clientY,
    }: PointerEvent) => {
      swipe.current =
        onReply === null || pointerType !== 'touch' || !isPrimary || isPlayer(target)
          ? null
          : { pointer: pointerId, x: clientX, y: clientY, isMoving: false, isReady: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = swipe.current;
      if (now === null || now.pointer !== event.pointerId) return;
      const line = event.currentTarget;
      const [left, down] = [now.x - event.clientX, Math.abs(now.y - event.clientY)];
      if (!now.isMoving) {
        if (Math.max(Math.abs(left), down) < BEGIN) return;
        if (left < down) return end(line);
        now.isMoving = true;
        line.setPointerCapture(event.pointerId);
      }
      const moved = Math.min(FARTHEST, Math.max(0, left - BEGIN));
      const isReady = moved >= REPLY;
      if (isReady && !now.isReady) navigator.vibrate?.(HAPTIC);
      now.isReady = isReady;
      line.style.setProperty('--swipe', `${-moved}px`);
      line.dataset['swipe'] = isReady ? 'ready' : 'moving';
    },
    onPointerUp: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      const isReady = swipe.current?.isReady === true;
      end(currentTarget);
      if (isReady) onReply?.();
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
  };
}

import {
  useRef,
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type SetStateAction,
} from 'react';
import { place } from './crop-drawing.ts';
import { fitView, zoomView, type View } from './crop-view.ts';

type CropGestures = {
  picture: ImageBitmap | undefined;
  view: View;
  setView: Dispatch<SetStateAction<View>>;
  ratio: number;
};
/** Moves and zooms the visible part by pointer, two fingers and keys. */
export function useCropGestures({ picture, view, setView, ratio }: CropGestures) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before || !picture) return;
    const now = { x: event.clientX, y: event.clientY };
    const scale = view.span / event.currentTarget.clientWidth;
    const others = Array.from(fingers.current).filter(([id]) => id !== event.pointerId);
    fingers.current.set(event.pointerId, now);
    const other = others[0]?.[1];
    if (!other) {
      setView(
        fitView(
          {
            ...view,
            x: view.x - (now.x - before.x) * scale,
            y: view.y - (now.y - before.y) * scale,
          },
          picture,
          ratio,
        ),
      );
      return;
    }
    const spread = (point: { x: number; y: number }) =>
      Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const at = place(event.currentTarget, (now.x + other.x) / 2, (now.y + other.y) / 2);
    setView(zoomView(view, spread(now) / spread(before), at, picture, ratio));
  }

  function press(event: KeyboardEvent) {
    if (!picture) return;
    const step = view.span / (event.shiftKey ? 6 : 30);
    const moves: Record<string, Partial<View>> = {
      ArrowLeft: { x: view.x - step },
      ArrowRight: { x: view.x + step },
      ArrowUp: { y: view.y - step },
      ArrowDown: { y: view.y + step },
    };
    const zooms: Record<string, number> = { '+': 1.15, '=': 1.15, '-': 1 / 1.15 };
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (!move && !zoom) return;
    event.preventDefault();
    setView(
      zoom
        ? zoomView(view, zoom, { x: 0.5, y: 0.5 }, picture, ratio)
        : fitView({ ...view, ...move }, picture, ratio),
    );
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: drag,
    onPointerUp: (event: PointerEvent) => fingers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent) => fingers.current.delete(event.pointerId),
    onKeyDown: press,
  };
}

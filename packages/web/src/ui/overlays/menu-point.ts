/** A point of the window, in CSS pixels. */
export type Point = { x: number; y: number };
let pending: Point | null = null;

function forget(): void {
  pending = null;
  window.removeEventListener('pointerdown', forget, true);
  window.removeEventListener('keydown', forget, true);
}
/** Presses a menu's button, so that its menu opens at a point: for right clicks and long presses. */
export function openMenuAt(button: HTMLElement | null | undefined, point: Point): void {
  pending = point;
  window.addEventListener('pointerdown', forget, true);
  window.addEventListener('keydown', forget, true);
  button?.click();
}
/** Returns where the menu that opens now belongs; null: at its button. */
export const menuPoint = (): Point | null => pending;

// In px. Only a menu near an edge of the window depends on them; it never leaves the window.
const [WIDTH, LINE, FRAME] = [240, 40, 70];
/** Returns the place of a menu of so many items at a point, relative to its button. */
export function placeAt(point: Point, button: DOMRect, items: number) {
  const isRight = point.x + WIDTH > window.innerWidth;
  const isLow = point.y + items * LINE + FRAME > window.innerHeight && point.y > innerHeight / 2;
  return {
    position: `${isLow ? 'top' : 'bottom'}-${isRight ? 'end' : 'start'}` as const,
    offset: {
      mainAxis: isLow ? button.top - point.y : point.y - button.bottom,
      crossAxis: point.x - (isRight ? button.right : button.left),
    },
  };
}

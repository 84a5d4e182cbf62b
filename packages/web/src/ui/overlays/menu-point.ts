/** A point of the window, in CSS pixels. */
export type Point = { x: number; y: number };
let pending: { point: Point; button: DOMRect } | null = null;

function forget(): void {
  pending = null;
  window.removeEventListener('pointerdown', forget, true);
  window.removeEventListener('keydown', forget, true);
}
/**
 * Presses a menu's button, so that its menu opens at a point: for right clicks and long presses.
 */
export function openMenuAt(button: HTMLElement | null | undefined, point: Point): void {
  pending = button ? { point, button: button.getBoundingClientRect() } : null;
  window.addEventListener('pointerdown', forget, true);
  window.addEventListener('keydown', forget, true);
  button?.click();
}

// In px. Only a menu near an edge of the window depends on them; it never leaves the window.
const [WIDTH, LINE, FRAME] = [240, 40, 70];
/**
 * Returns the place of a menu of so many items that opens now, relative to its button; null: beside
 * the button.
 */
export function findMenuPlace(items: number) {
  if (pending === null) return null;
  const { point, button } = pending;
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

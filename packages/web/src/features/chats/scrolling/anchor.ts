// In px: closer than this counts as at the end.
export const AT_END = 80;
/** Returns how much of the conversation is below the visible part, in px. */
export const distanceToEnd = (box: HTMLElement): number =>
  box.scrollHeight - box.scrollTop - box.clientHeight;

/** Returns the height of the visible part and how much is below it, in px. */
export const measure = (box: HTMLElement): { height: number; distance: number } => ({
  height: box.clientHeight,
  distance: distanceToEnd(box),
});

/** `scrolled`: the scroll offset at that time. */
export type Anchor = { line: HTMLElement; place: number; scrolled: number };
export const offsetIn = (box: HTMLElement, line: HTMLElement): number =>
  line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
/** Returns the first visible message and its offset in the conversation. */
export function findAnchor(box: HTMLElement): Anchor | null {
  const lines = box.querySelectorAll<HTMLElement>('[data-message]');
  const { top } = box.getBoundingClientRect();
  const scrolled = box.scrollTop;
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (lines[middle]!.getBoundingClientRect().top < top) from = middle + 1;
    else to = middle;
  }
  const line = lines[from];
  return line === undefined
    ? null
    : { line, place: line.getBoundingClientRect().top - top + scrolled, scrolled };
}
/** Returns the last message whose end has been visible; of one higher than the view, its start. */
export function findLastSeen(box: HTMLElement): HTMLElement | undefined {
  const lines = box.querySelectorAll<HTMLElement>('[data-message]');
  const { bottom, height } = box.getBoundingClientRect();
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const rect = lines[middle]!.getBoundingClientRect();
    if (rect.top + Math.min(rect.height, height / 2) <= bottom) from = middle + 1;
    else to = middle;
  }
  return lines[from - 1];
}
/** Restores the anchor's position on the screen after content above it was added or removed. */
export function keepInPlace(box: HTMLElement, { line, place: index, scrolled }: Anchor): void {
  const moved = offsetIn(box, line) - index;
  // When more was removed than remains below, the browser has already scrolled up to the new end.
  const isAtEnd = box.scrollTop >= box.scrollHeight - box.clientHeight - 1;
  const from = moved < 0 && isAtEnd ? Math.max(box.scrollTop, scrolled) : box.scrollTop;
  box.scrollTop = from + moved;
}

/** What a page saw of itself while it was scrolled: tasks over 50 ms, frames in which the talk moved, those drawn within 33 ms, and by how much the reader's place moved by itself. */
export type Seen = { longest: number; tasks: number; frames: number; swift: number; shift: number; blank: number };

/** Runs in the page. A line that is in sight moves as the reader scrolls; what it moves beside that, the page has moved. */
export function watchScroll(way: 'up' | 'down'): void {
  const box = document.querySelector<HTMLElement>('[role="log"]')!;
  const seen: Seen = { longest: 0, tasks: 0, frames: 0, swift: 0, shift: 0, blank: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.tasks += 1;
    }
  });
  observer.observe({ type: 'longtask' });
  // The page's own setting of scrollTop is no scrolling of the reader.
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!;
  let [last, at, isOver] = [0, box.scrollTop, false];
  let own = 0;
  let latest = at;
  Object.defineProperty(box, 'scrollTop', {
    configurable: true, get: () => get!.call(box) as number,
    set(value: number) {
      const now = get!.call(box) as number;
      // Where much is taken away above, the browser scrolls first, up to the end of what is left; who scrolls down does not go up.
      const before = way === 'down' ? Math.max(latest, now) : now;
      set!.call(box, value);
      latest = get!.call(box) as number;
      own += latest - before;
    },
  });
  let held: { line: HTMLElement; top: number } | null = null;
  const look = (now: number) => {
    if (isOver) return;
    const top = box.scrollTop;
    const { top: edge, bottom, left, right } = box.getBoundingClientRect();
    if (top !== at) {
      seen.frames += 1;
      if (now - last <= 33.4) seen.swift += 1;
      const moved = top - at - own;
      if (held?.line.isConnected === true) seen.shift = Math.max(seen.shift, Math.abs(held.line.getBoundingClientRect().top - held.top + moved));
      for (const chunk of box.querySelectorAll('[data-chunk][aria-hidden]')) {
        const place = chunk.getBoundingClientRect();
        if (place.bottom > edge && place.top < bottom && place.height > 0) {
          seen.blank += 1;
          break;
        }
      }
    }
    [last, at, own, latest] = [now, top, 0, top];
    const line = document.elementFromPoint((left + right) / 2, (edge + bottom) / 2)?.closest<HTMLElement>('[data-message]') ?? null;
    held = line === null ? null : { line, top: line.getBoundingClientRect().top };
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  performance.mark('watch-begins');
  (globalThis as unknown as { endWatch: () => Seen }).endWatch = () => {
    performance.mark('watch-ends');
    isOver = true;
    observer.disconnect();
    delete (box as { scrollTop?: number }).scrollTop;
    return seen;
  };
}

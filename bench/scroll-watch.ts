/**
 * What a page measured while it was scrolled: tasks over 50 ms, frames in which the conversation
 * moved, those drawn within 33 ms, and by how much the reader's position moved by itself.
 */
export type Seen = {
  longest: number;
  tasks: number;
  frames: number;
  fastFrames: number;
  shift: number;
  blank: number;
};

/**
 * Runs in the page, so everything it needs is defined inside it. A visible line moves as the reader
 * scrolls; any other movement was caused by the page.
 */
export function watchScroll(way: 'up' | 'down'): void {
  const box = document.querySelector<HTMLElement>('[role="log"]')!;
  const seen: Seen = { longest: 0, tasks: 0, frames: 0, fastFrames: 0, shift: 0, blank: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.tasks += 1;
    }
  });
  observer.observe({ type: 'longtask' });
  // The page's own writes to scrollTop are not scrolling by the reader.
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!;
  let [last, at, isOver] = [0, box.scrollTop, false];
  let own = 0;
  let latest = at;
  Object.defineProperty(box, 'scrollTop', {
    configurable: true,
    get: () => get!.call(box) as number,
    set(value: number) {
      const now = get!.call(box) as number;
      // If much is removed above, the browser scrolls first, up to the end of what is left; a
      // reader who scrolls down does not go up.
      const before = way === 'down' ? Math.max(latest, now) : now;
      set!.call(box, value);
      latest = get!.call(box) as number;
      own += latest - before;
    },
  });
  // Checking each chunk and what is under a point took 10-20 ms of every frame: the measurement
  // would have measured itself.
  const findFrom = (all: NodeListOf<HTMLElement>, edge: number): number => {
    let [from, to] = [0, all.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (all[middle]!.getBoundingClientRect().bottom <= edge) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const hasHole = (edge: number, bottom: number): boolean => {
    const chunks = box.querySelectorAll<HTMLElement>('[data-chunk]');
    for (let index = findFrom(chunks, edge); index < chunks.length; index += 1) {
      const { top, height } = chunks[index]!.getBoundingClientRect();
      if (top >= bottom) return false;
      if (height > 0 && chunks[index]!.hasAttribute('aria-hidden')) return true;
    }
    return false;
  };
  let held: { line: HTMLElement; top: number } | null = null;
  const look = (now: number) => {
    if (isOver) return;
    const top = box.scrollTop;
    const { top: edge, bottom } = box.getBoundingClientRect();
    if (top !== at) {
      seen.frames += 1;
      if (now - last <= 33.4) seen.fastFrames += 1;
      const moved = top - at - own;
      if (held?.line.isConnected === true)
        seen.shift = Math.max(
          seen.shift,
          Math.abs(held.line.getBoundingClientRect().top - held.top + moved),
        );
      if (hasHole(edge, bottom)) seen.blank += 1;
    }
    [last, at, own, latest] = [now, top, 0, top];
    const lines = box.querySelectorAll<HTMLElement>('[data-message]');
    const line = lines[findFrom(lines, (edge + bottom) / 2)];
    held = line === undefined ? null : { line, top: line.getBoundingClientRect().top };
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

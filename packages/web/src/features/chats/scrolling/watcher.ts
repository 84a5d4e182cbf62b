import { useCallback, useEffect, useRef, type RefObject } from 'react';

// In px: far enough for a fast flick, near enough for a phone's memory.
const MARGIN_PX = 1_800;

type Notify = (isNear: boolean) => void;
/**
 * Notifies elements whether they are near the visible part of the scroller. Returns a function that
 * stops it.
 */
export type Watch = (element: Element, publish: Notify) => () => void;

/**
 * Uses one observer for everything in a scroller. Visible elements are notified at once. Of the
 * elements that are only near, one is notified per frame, the nearest
 * first. Why: a fast flick brings several at a time, and drawing all of them in one task would
 * block the page during the touch.
 */
export function useWatch(box: RefObject<HTMLElement | null>): Watch {
  const kept = useRef<Watcher>(undefined);
  useEffect(
    () => () => {
      kept.current?.stop();
      kept.current = undefined;
    },
    [],
  );
  return useCallback(
    (element, publish) => {
      kept.current ??= makeWatcher(box.current!);
      return kept.current.watch(element, publish);
    },
    [box],
  );
}
const awayFrom = (view: DOMRect, { top, bottom }: DOMRect): number =>
  Math.max(0, view.top - bottom, top - view.bottom);
// An element that waits to be drawn has no height and nothing visible, so a whole page of them
// lies at the edge of the view.
const isInView = (view: DOMRect, rect: DOMRect): boolean =>
  awayFrom(view, rect) === 0 && rect.height > 0;
const isAbove = (view: DOMRect, { bottom }: DOMRect): boolean =>
  bottom <= view.top + view.height / 2;
const order = (one: Element, other: Element): number =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
/**
 * Returns the element nearest to the view. Elements that wait to be drawn are at the same offset:
 * above the view, the last of them is the nearest.
 */
function nearestOf(rects: ReadonlyMap<Element, DOMRect>, view: DOMRect): Element | undefined {
  const [nearest] = [...rects.keys()].sort((one, other) => {
    const [rect, another] = [rects.get(one)!, rects.get(other)!];
    return (
      awayFrom(view, rect) - awayFrom(view, another) ||
      (isAbove(view, rect) ? order(other, one) : order(one, other))
    );
  });
  return nearest;
}

type Watcher = { watch: Watch; stop: () => void };
function makeWatcher(box: HTMLElement): Watcher {
  const callbacks = new Map<Element, Notify>();
  const waiting = new Map<Element, boolean>();
  let frame = 0;
  const notify = (element: Element) => {
    const isNear = waiting.get(element)!;
    waiting.delete(element);
    callbacks.get(element)?.(isNear);
  };
  const work = () => {
    frame = 0;
    const view = box.getBoundingClientRect();
    // Elements that come into view are more urgent than those that may be hidden.
    const coming = [...waiting.keys()].filter((element) => waiting.get(element));
    const rects = new Map(
      (coming.length > 0 ? coming : [...waiting.keys()]).map((element) => [
        element,
        element.getBoundingClientRect(),
      ]),
    );
    const visible = coming.filter((element) => isInView(view, rects.get(element)!));
    const nearest = nearestOf(rects, view);
    for (const element of visible.length > 0 ? visible : nearest === undefined ? [] : [nearest])
      notify(element);
    if (waiting.size > 0) frame = requestAnimationFrame(work);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) waiting.set(target, isIntersecting);
      const view = box.getBoundingClientRect();
      if (
        entries.some(
          ({ target, isIntersecting }) =>
            isIntersecting && isInView(view, target.getBoundingClientRect()),
        )
      ) {
        cancelAnimationFrame(frame);
        work();
      } else if (frame === 0) frame = requestAnimationFrame(work);
    },
    { root: box, rootMargin: `${MARGIN_PX}px 0px` },
  );
  return {
    watch: (element, publish) => {
      callbacks.set(element, publish);
      observer.observe(element);
      return () => {
        callbacks.delete(element);
        waiting.delete(element);
        observer.unobserve(element);
      };
    },
    stop: () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    },
  };
}

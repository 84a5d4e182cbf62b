import { useEffect, useRef } from 'react';

// A window that asked gives the focus back to what is going, and fades meanwhile.
const PATIENCE_MS = 1_000;
const REACHABLE =
  'a[href]:not([tabindex="-1"]), button:not([tabindex="-1"], :disabled), textarea, [tabindex="0"]';

function findNeighbours(attribute: string, id: string): Element[] {
  const gone = document.querySelector(`[${attribute}="${CSS.escape(id)}"]`);
  const list = gone?.closest('[data-neighbours]') ?? document;
  const all = [...list.querySelectorAll(`[${attribute}]`)];
  const index = all.findIndex((one) => one === gone);
  return [all[index + 1], all[index - 1], list instanceof Element ? list : undefined].filter(
    (one) => one !== undefined,
  );
}
function focusFirst(elements: Element[], until: number): void {
  const now = document.activeElement;
  const isFree =
    now === null ||
    now === document.body ||
    now.closest('[role=dialog], [role=alertdialog]') !== null;
  if (!isFree) return;
  if (now === document.body || now === null) {
    const target = elements
      .filter((one) => one.isConnected)
      .map((one) => one.querySelector<HTMLElement>(REACHABLE))
      .find((one) => one !== null);
    (target ?? document.getElementById('content'))?.focus();
  }
  // What has the focus for a moment, a window that closes, may still lose it.
  if (performance.now() < until) requestAnimationFrame(() => focusFirst(elements, until));
}
/**
 * For a thing of a list that the member takes away, found by its attribute: called before it goes, the focus, when it is lost with the thing, goes to the
 * next one, else to the one before, else to what is left of the list.
 */
export function useNeighbourFocus(attribute: `data-${string}`, id: string): () => void {
  const neighbours = useRef<Element[] | null>(null);
  useEffect(
    () => () => {
      if (neighbours.current !== null)
        focusFirst(neighbours.current, performance.now() + PATIENCE_MS);
    },
    [],
  );
  return () => {
    neighbours.current = findNeighbours(attribute, id);
  };
}

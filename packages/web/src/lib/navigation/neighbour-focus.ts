import { useEffect, useRef } from 'react';

// In ms. A confirmation dialog returns the focus to the element that is being removed, and fades
// out meanwhile.
const TIMEOUT_MS = 1_000;
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
  // An element that holds the focus only briefly, such as a closing dialog, may still lose it.
  if (performance.now() < until) requestAnimationFrame(() => focusFirst(elements, until));
}
/**
 * Keeps the focus near a list item that the member removes; `attribute` and `id` find the item.
 * Call the returned function before the removal. If the focus is lost with the item, it moves to
 * the
 * next item, else to the previous one, else to what is left of the list.
 */
export function useNeighbourFocus(attribute: `data-${string}`, id: string): () => void {
  const neighbours = useRef<Element[] | null>(null);
  useEffect(
    () => () => {
      if (neighbours.current !== null)
        focusFirst(neighbours.current, performance.now() + TIMEOUT_MS);
    },
    [],
  );
  return () => {
    neighbours.current = findNeighbours(attribute, id);
  };
}

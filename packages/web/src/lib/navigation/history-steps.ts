type Listener = (event: PopStateEvent) => void;
let listener: Listener | null = null;

/** Sets who sees a step through the history before the router does; null removes it. */
export const setStepListener = (next: Listener | null): void => {
  listener = next;
};
/**
 * Must run before the router starts: a window calls its listeners in the order of their arrival.
 */
export const watchSteps = (): void =>
  window.addEventListener('popstate', (event) => listener?.(event));

import { setStepListener } from './history-steps.ts';

/** Sees a step through the history. Returns whether it handled the step, which ends there. */
export type StepWatcher = (event: PopStateEvent) => boolean;

/** In the order in which they are asked: what is open over the page comes before the page. */
const watchers: Record<'overlays' | 'address' | 'page', StepWatcher | null> = {
  overlays: null,
  address: null,
  page: null,
};
let arrived: (() => void) | null = null;
let underWay: Promise<void> = Promise.resolve();

function onStep(event: PopStateEvent): void {
  if (arrived !== null) {
    event.stopImmediatePropagation();
    const resolve = arrived;
    arrived = null;
    return resolve();
  }
  if (Object.values(watchers).some((watcher) => watcher?.(event))) event.stopImmediatePropagation();
}

/** Sets one of the watchers; null removes it. A handled step never reaches the router. */
export function watchStepsOf(kind: keyof typeof watchers, watcher: StepWatcher | null): void {
  watchers[kind] = watcher;
  setStepListener(onStep);
}

/** Takes a step that neither the router nor a watcher sees. Resolves when it has happened. */
export function stepUnseen(delta: number): Promise<void> {
  setStepListener(onStep);
  underWay = underWay.then(
    () =>
      new Promise((resolve) => {
        arrived = resolve;
        history.go(delta);
      }),
  );
  return underWay;
}

/** Resolves when no step of `stepUnseen` is under way. */
export const stepsTaken = (): Promise<void> => underWay;

import { untilClosed } from './back-closes.ts';
import { stepUnseen, watchStepsOf } from './step-watchers.ts';

/** A page that loses something if the member leaves it now. */
export type Guard = {
  isChanged(): boolean;
  /** Asks the member. Resolves to whether to leave; the guard then forgets the changes. */
  ask(): Promise<boolean>;
};
const guards = new Set<Guard>();
/** The router's number of the current history entry. */
let place = indexOf(history.state);

function indexOf(state: unknown): number {
  return (state as { idx?: number } | null)?.idx ?? 0;
}
const findChanged = (): Guard | undefined => [...guards].find((guard) => guard.isChanged());

/** Asks before a link of this site is followed. */
function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  const guard = findChanged();
  if (
    guard === undefined ||
    link == null ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    link.target === '_blank' ||
    link.origin !== location.origin ||
    link.hasAttribute('download')
  )
    return;
  event.preventDefault();
  event.stopPropagation();
  void guard.ask().then((isLeaving) => {
    if (isLeaving) link.click();
  });
}
/**
 * Asks before a step back or forward: the step is undone first, and repeated if the member agrees.
 */
function onStep({ state }: PopStateEvent): boolean {
  const guard = findChanged();
  const step = indexOf(state) - place;
  if (guard === undefined || step === 0) return false;
  void stepUnseen(-step);
  void guard.ask().then(async (isLeaving) => {
    await untilClosed();
    if (isLeaving) history.go(step);
  });
  return true;
}

/** Guards the current page until the returned function is called. */
export function guardPage(guard: Guard): () => void {
  if (guards.size === 0) {
    place = indexOf(history.state);
    document.addEventListener('click', onClick, { capture: true });
    watchStepsOf('page', onStep);
  }
  guards.add(guard);
  return () => {
    guards.delete(guard);
    if (guards.size > 0) return;
    document.removeEventListener('click', onClick, { capture: true });
    watchStepsOf('page', null);
  };
}

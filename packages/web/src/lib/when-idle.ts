const WAIT_MS = 1_000;

/** Runs something once the page has nothing more urgent to do. */
export const whenIdle = (run: () => void): void =>
  // Safari has no idle callbacks.
  void ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, WAIT_MS));

const WAIT_MS = 1_000;
/** In ms: a page that is never idle runs it after this. */
const LONGEST_MS = 5_000;

/** Runs something once the page has nothing more urgent to do. */
export const whenIdle = (run: () => void): void =>
  // Safari has no idle callbacks.
  void ('requestIdleCallback' in window
    ? requestIdleCallback(run, { timeout: LONGEST_MS })
    : setTimeout(run, WAIT_MS));

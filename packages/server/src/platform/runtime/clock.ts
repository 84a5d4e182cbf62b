/** The only source of time on the server. */
export const now = (): Date => new Date();
export const nowMs = (): number => Date.now();
export const secondsFromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
/** A monotonic clock in milliseconds, for measuring durations. */
export const stopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};

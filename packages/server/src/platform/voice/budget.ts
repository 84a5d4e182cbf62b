/** Returns whether something of the given size may pass now, and counts it if so. */
export type Budget = (size: number, nowMs: number) => boolean;

/** A flow of so much a second, after a pause at most `burst` at once. */
export function makeBudget(perSecond: number, burst: number): Budget {
  let [left, countedMs] = [burst, -Infinity];
  return (size, nowMs) => {
    if (nowMs > countedMs) {
      left = Math.min(burst, left + Math.min(burst, ((nowMs - countedMs) * perSecond) / 1_000));
      countedMs = nowMs;
    }
    if (size > left) return false;
    left -= size;
    return true;
  };
}

import type { FirstSteps } from './overview-api.ts';

const KEPT = 'respa.first-steps';

/** Whether the card was shown on the last visit: then its place is kept until the response. */
export function hadSteps(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'shown';
  } catch {
    return false;
  }
}
export function rememberSteps(steps: FirstSteps | null): void {
  try {
    if (steps === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, 'shown');
  } catch {
    // Without storage the card appears when the response arrives.
  }
}

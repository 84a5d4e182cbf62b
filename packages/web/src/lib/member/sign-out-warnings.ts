import { keyOfInput, ownerOfInput } from './kept-owner.ts';

/**
 * Returns a sentence about what is lost when the member signs out here, or null if nothing is lost.
 */
type Loss = () => string | null;
// The forms that keep their input need not be loaded, so they do not register this themselves.
const losses = new Set<Loss>([findKeptInput]);

function findKeptInput(): string | null {
  const mine = keyOfInput(ownerOfInput(), '');
  return Object.keys(localStorage).some((key) => key.startsWith(mine))
    ? 'У вас остались неотправленные тексты. После выхода они пропадут.'
    : null;
}

/**
 * Registers something that a sign-out would lose. A member who signs out is asked to confirm first.
 */
export const warnOfUnsentWork = (loss: Loss): void => void losses.add(loss);
const loads = new Set<() => Promise<unknown>>();
/** Names code that registers such work and that a page loads late: a sign-out waits for it. */
export const loadBeforeSignOut = (load: () => Promise<unknown>): void => void loads.add(load);
/** Returns sentences about what is lost when the member signs out here. */
export async function readLosses(): Promise<string[]> {
  await Promise.allSettled([...loads].map((load) => load()));
  return [...losses].flatMap((loss) => loss() ?? []);
}

import { VOICE } from '@respa/contract/limits';

/** How often is looked, in ms. */
const STEP_MS = 250;
/**
 * Waits until the caller is in the room that was answered into: their page may be loading again.
 * Returns whether they came in time. Also resolves when `isOver`.
 */
export async function awaitCaller(isThere: () => boolean, isOver: () => boolean): Promise<boolean> {
  for (let left = VOICE.returnSeconds * 1_000; left > 0 && !isThere() && !isOver(); left -= STEP_MS)
    await new Promise((resolve) => {
      setTimeout(resolve, STEP_MS);
    });
  return isThere();
}
